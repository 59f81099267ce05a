/** In the dock of a game between people: who plays, with the green dot, and the next game that waits for me. */
import { useDesk } from '../state/desk'
import { openGame } from '../state/route'
import { IconButton } from '../ui/IconButton'
import { chatSeen } from './ChatBox'
import { next } from './following'
import { Dot } from './Nickname'

function Players() {
  const { table, panels } = useDesk()
  const match = table.match.value!
  const unread = Math.max(0, match.chat - (chatSeen.value[match.game] ?? 0))
  const asks = proposals(table.seat.value, match.draw?.side, match.take_back?.side)
  const players = Object.entries(match.players)
  return (
    <button
      type="button"
      class="icon-button players-button"
      aria-pressed={panels.panel.value === 'match'}
      title="Players, chat and terms"
      onClick={() => panels.toggle('match')}
    >
      {players.map(([side, player]) => (
        <span key={side} class={`player-line side-${side}`}>
          <b>{player.nickname || player.computer}</b>
          <Dot here={player.here} />
        </span>
      ))}
      <span class="label">Players</span>
      {match.seats.length > 0 && unread + asks > 0 && <span class="badge">{unread + asks}</span>}
    </button>
  )
}

const proposals = (mine: string, ...sides: (string | undefined)[]): number =>
  sides.filter((side) => side && side !== mine).length

/** N.7: straight to the next game that waits for me. */
function Next() {
  const { waiting, game } = next.value
  if (!game) return null
  return <IconButton icon="forward" label="Next game" badge={waiting} onClick={() => openGame(game)} showLabel />
}

export function MatchButtons() {
  const { table } = useDesk()
  if (!table.match.value) return null
  return (
    <>
      <Players />
      <Next />
      <hr class="dock-line" />
    </>
  )
}
