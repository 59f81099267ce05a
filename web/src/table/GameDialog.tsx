/** About this game: scenario, edition, options, seats; its record; its dice. */
import { api } from '../api'
import { useDesk } from '../state/desk'
import { Dialog } from '../ui/Dialog'
import { Icon } from '../ui/Icon'

export function GameDialog({ onClose }: { onClose: () => void }) {
  const { table, panels } = useDesk()
  const game = table.summary.value
  const options = table.title.options.filter((o) => o.name in game.options)
  return (
    <Dialog title={game.name} onClose={onClose}>
      <dl class="facts">
        <div>
          <dt>Game</dt>
          <dd>
            {game.title_label}: {game.scenario_label} ({game.edition})
          </dd>
        </div>
        {Object.entries(game.seats).map(([side, seat]) => (
          <div key={side}>
            <dt>{table.sideLabel(side)}</dt>
            <dd>{seat.label}</dd>
          </div>
        ))}
        {options.map((option) => (
          <div key={option.name}>
            <dt>{option.label}</dt>
            <dd>
              {game.options[option.name] === true
                ? 'on'
                : game.options[option.name] === false
                  ? 'off'
                  : String(game.options[option.name])}
              <small>{option.help}</small>
            </dd>
          </div>
        ))}
      </dl>
      <div class="confirm-buttons">
        {game.mode !== 'study' && game.mode !== 'replay' && game.mode !== 'watch' && !game.result && (
          <button type="button" class="secondary" onClick={() => (panels.dialog.value = 'orders')}>
            <Icon name="clock" size={18} /> Standing orders
          </button>
        )}
        <button type="button" class="secondary" onClick={() => (panels.dialog.value = 'dice')}>
          <Icon name="dice" size={18} /> Dice
        </button>
        <button type="button" class="secondary" onClick={() => (panels.dialog.value = 'report')}>
          <Icon name="warning" size={18} /> Report a problem
        </button>
        <a class="button secondary" href={api.exportUrl(game.id)} download>
          <Icon name="export" size={18} /> Save the record
        </a>
      </div>
    </Dialog>
  )
}
