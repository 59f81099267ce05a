/** Who won, on a page of its own; before that, how either side wins and how far it has come. */
import type { Goal } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Dialog } from '../ui/Dialog'
import { RuleLink } from '../ui/RuleLink'
import { EndPage } from './EndPage'

/** The number of a rule, and nothing else. */
const RULE = /^[A-Z\d]+(\.\w+)*$/

function Way({ goal }: { goal: Goal }) {
  const [have, need] = [goal.have ?? 0, goal.need ?? 0]
  return (
    <li>
      <span>
        {goal.text[0]!.toUpperCase() + goal.text.slice(1)} <RuleLink rule={goal.rule} />
      </span>
      {need > 0 && <progress max={need} value={Math.min(have, need)} aria-label={`How far: ${have} of ${need}`} />}
      {goal.value && <b>{goal.value}</b>}
    </li>
  )
}

/** How to win, as one sentence. */
export const sentenceOf = (goals: readonly Goal[], whose: string): string =>
  `${whose} ${goals.map((goal) => goal.text).join(', or ')}.`

/** "You win if ...": one's own side first. */
function Goals({ goals }: { goals: Goal[] }) {
  const { table } = useDesk()
  const seat = table.seat.value
  const of = (side: string): Goal[] => goals.filter((goal) => goal.side === side)
  const sides = table.title.sides.map((s) => s.name).sort((a, b) => Number(b === seat) - Number(a === seat))
  return (
    <>
      {sides.map((side) => (
        <section key={side} class={`goals side-${side}`}>
          <h3>{side === seat ? 'You' : table.sideLabel(side)}</h3>
          <p class="how">{sentenceOf(of(side), side === seat ? 'You win if your side' : 'It wins if it')}</p>
          <ul>
            {of(side).map((goal) => (
              <Way key={goal.text} goal={goal} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Standing() {
  const { table } = useDesk()
  const view = table.shown.value!
  const scenario = table.title.scenarios.find((s) => s.name === table.summary.value.scenario)
  const tracks = [...(view.banner.tracks ?? []), ...(view.tracks ?? [])]
  return (
    <>
      <p>
        The game goes on until turn {view.banner.last_turn}
        {view.banner.initiative ? `; the ${table.sideLabel(view.banner.initiative)} side has the initiative` : ''}.
      </p>
      {(view.goals ?? []).length > 0 && <Goals goals={view.goals ?? []} />}
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
              <strong>{track.value}</strong>{' '}
              {track.help && (RULE.test(track.help) ? <RuleLink rule={track.help} /> : <small>{track.help}</small>)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export function VictoryDialog({ onClose }: { onClose: () => void }) {
  const { table } = useDesk()
  const result = table.shown.value?.result
  return (
    <Dialog title="Victory" onClose={onClose} wide={!!result} kind={result ? 'end-page' : undefined}>
      {result ? <EndPage result={result} onClose={onClose} /> : <Standing />}
    </Dialog>
  )
}
