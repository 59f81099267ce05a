/** One's cards as a fan at the bottom of the screen; a card opens the hand, where it is read and played. */
import type { CardView } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { settings } from '../state/settings'

const MOST = 14

function FanCard({ card, turn }: { card: CardView; turn: number }) {
  const { table, panels } = useDesk()
  const face = table.board.cards?.find((c) => c.id === card.id)
  if (!face) return null
  const tone = card.mandatory ? 'must' : card.playable ? 'may' : 'cannot'
  const name = face.events.map((event) => event.name).join(' / ')
  const open = (): void => {
    panels.panel.value = 'hand'
    requestAnimationFrame(() =>
      document.querySelector(`[data-card="${card.id}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  return (
    <li style={{ '--turn': `${turn * 4}deg`, '--drop': `${turn * turn * 2}px` }}>
      <button type="button" class={`fan-card ${tone}`} onClick={open} title={name}>
        <b>{face.number}</b>
        <span>{name}</span>
      </button>
    </li>
  )
}

export function HandFan() {
  const { table, panels, replay, show, hand } = useDesk()
  const own = Object.values(table.shown.value?.hands ?? {}).find((hand) => hand.side === table.seat.value && hand.cards)
  const cards = (own?.cards ?? []).slice(0, MOST)
  const busy = !!(hand.open.value || hand.selection.value || hand.aim.value || hand.pending.value)
  const hidden = !settings.value.fan || busy || replay.on.value || show.on.value || panels.panel.value === 'hand'
  if (hidden || cards.length === 0) return null
  const middle = (cards.length - 1) / 2
  return (
    <ul class="fan" aria-label="Your cards">
      {cards.map((card, i) => (
        <FanCard key={card.id} card={card} turn={i - middle} />
      ))}
    </ul>
  )
}
