/** Turns: weather, supports, events (second-front ones in blue), arrivals, sudden death. */
import type { CalendarTurn } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Dialog } from '../ui/Dialog'
import { Icon } from '../ui/Icon'
import { weatherIcon } from './Banner'

function Turn({ turn, now, last }: { turn: CalendarTurn; now: boolean; last: boolean }) {
  const { table } = useDesk()
  return (
    <li class={`calendar-turn${now ? ' now' : ''}${last ? ' last' : ''}`} aria-current={now ? 'date' : undefined}>
      <header>
        <b>{turn.turn}</b>
        <span>{turn.date}</span>
        {turn.weather && (
          <span class="weather">
            <Icon name={weatherIcon(turn.weather)} size={16} /> {turn.weather}
          </span>
        )}
      </header>
      {turn.supports && (
        <p class="supports">
          {Object.entries(turn.supports).map(([side, n]) => (
            <span key={side} class={`support side-${side}`}>
              {table.sideLabel(side)} {n}
            </span>
          ))}
        </p>
      )}
      {turn.events?.map((event) => (
        <p key={event}>{event}</p>
      ))}
      {turn.second_front && <p class="second-front">{turn.second_front}</p>}
      {turn.arrivals && turn.arrivals.length > 0 && <p class="arrivals">Arrives: {turn.arrivals.join(', ')}</p>}
      {turn.sudden_death && <p class="sudden">Sudden death: {turn.sudden_death}</p>}
      {last && <p class="sudden">Last turn</p>}
    </li>
  )
}

export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { table } = useDesk()
  const { banner } = table.shown.value!
  const turns = (table.board.calendar ?? []).filter((turn) => turn.turn <= banner.last_turn)
  return (
    <Dialog title="Calendar" onClose={onClose} wide>
      {turns.length === 0 && (
        <p>
          Turn {banner.turn} of {banner.last_turn}: {banner.date}
        </p>
      )}
      <ol class="calendar">
        {turns.map((turn) => (
          <Turn key={turn.turn} turn={turn} now={turn.turn === banner.turn} last={turn.turn === banner.last_turn} />
        ))}
      </ol>
    </Dialog>
  )
}
