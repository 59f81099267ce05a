/** The sequence of play, and where we are in it. */
import { useDesk } from '../state/desk'
import { RuleLink } from '../ui/RuleLink'

export function SequenceDrawer() {
  const { table, panels } = useDesk()
  if (!panels.drawer.value) return null
  const { banner } = table.shown.value!
  return (
    <section class="drawer" aria-label="Sequence of play">
      <ol>
        {table.board.sequence?.map((phase) => {
          const here = phase.id === banner.phase
          return (
            <li
              key={phase.id}
              class={`side-${phase.side || 'none'}${here ? ' here' : ''}`}
              aria-current={here ? 'step' : undefined}
            >
              <span>{phase.label}</span>
              {phase.side && <small>{table.sideLabel(phase.side)}</small>}
              <RuleLink rule={phase.rule} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
