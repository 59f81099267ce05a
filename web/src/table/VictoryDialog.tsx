/** Who is winning, or who won, and by which rule. */
import { useDesk } from '../state/desk'
import { Dialog } from '../ui/Dialog'
import { RuleLink } from '../ui/RuleLink'

export function VictoryDialog({ onClose }: { onClose: () => void }) {
  const { table, panels } = useDesk()
  const view = table.shown.value!
  const result = view.result
  const scenario = table.title.scenarios.find((s) => s.name === table.summary.value.scenario)
  const tracks = [...(view.banner.tracks ?? []), ...(view.tracks ?? [])]
  return (
    <Dialog title="Victory" onClose={onClose}>
      {result ? (
        <div class={`verdict side-${result.winner || 'none'}`}>
          <p class="winner">{result.winner ? `${table.sideLabel(result.winner)} victory` : 'A draw'}</p>
          <p>
            {result.reason} <RuleLink rule={result.rule} />
          </p>
          <button type="button" class="secondary" onClick={() => (panels.dialog.value = 'dice')}>
            Check the dice
          </button>
        </div>
      ) : (
        <p>
          The game goes on until turn {view.banner.last_turn}
          {view.banner.initiative ? `; the ${table.sideLabel(view.banner.initiative)} side has the initiative` : ''}.
        </p>
      )}
      {scenario?.help && <p>{scenario.help}</p>}
      {table.board.help?.victory && <p>{table.board.help.victory}</p>}
      <dl class="facts">
        {tracks.map((track) => (
          <div key={track.id}>
            <dt class={`side-${track.side || 'none'}`}>
              {track.side ? `${table.sideLabel(track.side)}: ` : ''}
              {track.label}
            </dt>
            <dd>
              <strong>{track.value}</strong> {track.help && <small>{track.help}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
