/** New game: title, scenario, edition, options with explanations, side, opponent. */
import { useState } from 'preact/hooks'
import { api } from '../api'
import type { Scenario, TitleInfo } from '../model/contract.gen'
import { type Draft, draft, editionsOf, order, withEdition, withScenario } from '../model/newgame'
import { go } from '../state/route'
import { theme } from '../state/settings'
import { Dialog } from '../ui/Dialog'
import { OptionFields } from './OptionFields'
import { SeatFields } from './SeatFields'
import { thumbnail } from './thumbnail'

function TitlePicker({
  titles,
  chosen,
  onPick,
}: {
  titles: TitleInfo[]
  chosen: TitleInfo
  onPick: (t: TitleInfo) => void
}) {
  return (
    <fieldset class="title-picker">
      <legend>Game</legend>
      {titles.map((title) => {
        const picture = thumbnail(title.name, theme())
        return (
          <label key={title.name} class={title === chosen ? 'chosen' : ''}>
            <input type="radio" name="title" checked={title === chosen} onChange={() => onPick(title)} />
            <span class="tile-picture" style={picture ? { backgroundImage: `url(${picture})` } : undefined} />
            <strong>{title.label}</strong>
            <small>{title.help}</small>
          </label>
        )
      })}
    </fieldset>
  )
}

function turns({ first_turn, last_turn }: Scenario): string {
  const count = last_turn - first_turn + 1
  return count === 1 ? 'One turn' : `${count} turns`
}

function ScenarioPicker({ made, onChange }: { made: Draft; onChange: (d: Draft) => void }) {
  return (
    <fieldset class="scenario-picker">
      <legend>Scenario</legend>
      {made.title.scenarios.map((scenario) => (
        <label key={scenario.name} class={scenario === made.scenario ? 'chosen' : ''}>
          <input
            type="radio"
            name="scenario"
            checked={scenario === made.scenario}
            onChange={() => onChange(withScenario(made, scenario))}
          />
          <span>
            <strong>{scenario.label}</strong>
            <small>
              {turns(scenario)}
              {scenario.help ? `. ${scenario.help}` : ''}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function NewGameDialog({ titles, onClose }: { titles: TitleInfo[]; onClose: () => void }) {
  const [made, setMade] = useState<Draft>(() => draft(titles[0]!))
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const editions = editionsOf(made.title, made.scenario)
  const start = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      const game = await api.create(order(made))
      onClose()
      go({ page: 'game', id: game.id, replay: null })
    } catch (error) {
      setFault((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog title="New game" onClose={onClose} wide kind="new-game">
      <form onSubmit={(e) => void start(e)}>
        <TitlePicker titles={titles} chosen={made.title} onPick={(title) => setMade(draft(title))} />
        <ScenarioPicker made={made} onChange={setMade} />
        {editions.length > 1 && (
          <fieldset class="choices-row">
            <legend>Edition</legend>
            {editions.map((edition) => (
              <label key={edition}>
                <input
                  type="radio"
                  name="edition"
                  checked={edition === made.edition}
                  onChange={() => setMade(withEdition(made, edition))}
                />
                <span>{edition}</span>
              </label>
            ))}
          </fieldset>
        )}
        <SeatFields made={made} onChange={setMade} />
        <OptionFields made={made} onChange={setMade} />
        <label class="field">
          <span>Name of the game</span>
          <input
            value={made.name}
            placeholder={made.scenario.label}
            maxLength={120}
            onInput={(e) => setMade({ ...made, name: e.currentTarget.value })}
          />
        </label>
        {fault && (
          <p class="warning" role="alert">
            {fault}
          </p>
        )}
        <div class="dialog-foot">
          <button type="button" class="secondary" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary big" disabled={busy}>
            Start the game
          </button>
        </div>
      </form>
    </Dialog>
  )
}
