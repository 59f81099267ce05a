/** How the page looks and behaves; the same for every game. */
import { type Settings, set, settings } from '../state/settings'
import { forgetLessons } from '../table/FirstSteps'
import { Dialog } from './Dialog'

function Switch({ name, label, help }: { name: keyof Settings; label: string; help: string }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={settings.value[name] === true}
        onChange={(e) => set(name, e.currentTarget.checked as never)}
      />
      <span>
        <strong>{label}</strong>
        <small>{help}</small>
      </span>
    </label>
  )
}

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Settings" onClose={onClose}>
      <fieldset class="choices-row">
        <legend>Colours</legend>
        {(['auto', 'light', 'dark'] as const).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="theme"
              checked={settings.value.theme === value}
              onChange={() => set('theme', value)}
            />
            <span>{{ auto: 'As the system', light: 'Light', dark: 'Dark' }[value]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="choices-row">
        <legend>The other side’s turn</legend>
        {(['slow', 'normal', 'fast', 'off'] as const).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="film"
              checked={settings.value.film === value}
              onChange={() => set('film', value)}
            />
            <span>{{ slow: 'Slow film', normal: 'Film', fast: 'Fast film', off: 'In words only' }[value]}</span>
          </label>
        ))}
      </fieldset>
      <Switch name="confirmBattles" label="Confirm battles" help="Show the odds and ask before a battle is declared." />
      <Switch
        name="handOver"
        label="Hand-over screen"
        help="Two players at one screen: cover it before the other one looks."
      />
      <Switch name="edgeScroll" label="Scroll at the edge" help="The map moves when the mouse rests at its edge." />
      <Switch name="fan" label="Cards as a fan" help="One’s cards stand at the bottom of the screen." />
      <Switch name="sounds" label="Sounds" help="Dice, moves of the other side, and your turn can be heard." />
      <Switch
        name="plainSymbols"
        label="Plain symbols"
        help="A tank, a soldier, a horse instead of the symbols armies use."
      />
      <Switch name="motion" label="Motion" help="Pieces and map glide instead of jumping." />
      <div>
        <button type="button" class="secondary" onClick={forgetLessons}>
          Show the first steps again
        </button>
      </div>
    </Dialog>
  )
}
