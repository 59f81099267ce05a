/** Cards: green halo when playable, red when they must be played, and the reason when they cannot. */
import type { CardUse, CardView, Hand } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { CardFaceView } from './CardFaceView'
import { Panel } from './Panel'
import { ActionButtons } from './StackTray'

/** The ways to spend a card, and why one is closed. */
function CardUses({ uses }: { uses: CardUse[] }) {
  return (
    <ul class="card-uses" aria-label="Ways to spend it">
      {uses.map((use) => (
        <li key={use.id} class={use.why ? 'closed' : 'open'}>
          <strong>{use.label}</strong> {use.value} {use.why && <small>{use.why}</small>}
        </li>
      ))}
    </ul>
  )
}

function Card({ card, side }: { card: CardView; side: string }) {
  const { table, hand } = useDesk()
  const face = table.board.cards?.find((c) => c.id === card.id)
  const handle = `card:${card.id}`
  const chosen = hand.selection.value?.handle === handle
  const clickable = hand.isHandle(handle) || hand.targets.value.has(handle)
  const tone = card.mandatory ? 'must' : card.playable ? 'may' : 'cannot'
  if (!face) return null
  return (
    <li class={`card ${tone}${chosen ? ' chosen' : ''}`} data-card={card.id}>
      <CardFaceView card={face} playable={card.playable ? side : undefined} />
      {card.mandatory && <p class="card-why must">Must be played before you go on.</p>}
      {card.why && <p class="card-why">{card.why}</p>}
      {card.uses && <CardUses uses={card.uses} />}
      {chosen && <ActionButtons actions={hand.offered.value} label={`Ways to use card ${face.number}`} />}
      {chosen && hand.targets.value.size > 0 && <p class="hint">Now pick a marked place or unit on the map.</p>}
      {clickable && (
        <button
          type="button"
          class={chosen ? 'secondary' : 'primary'}
          aria-pressed={chosen}
          aria-label={`Use card ${face.number}`}
          onClick={() =>
            void (hand.targets.value.has(handle) ? hand.follow(handle) : chosen ? hand.clear() : hand.select(handle))
          }
        >
          {chosen ? 'Put back' : 'Use'}
        </button>
      )}
    </li>
  )
}

function HandOf({ held }: { held: Hand }) {
  const { table } = useDesk()
  return (
    <section class={`hand-of side-${held.side}`}>
      <h3>
        {table.sideLabel(held.side)}: {held.count} {held.count === 1 ? 'card' : 'cards'}
      </h3>
      {held.cards ? (
        <ul class="hand">
          {held.cards.map((card) => (
            <Card key={card.id} card={card} side={held.side} />
          ))}
        </ul>
      ) : (
        <div class="card-backs" aria-hidden="true">
          {Array.from({ length: Math.min(held.count, 12) }, () => (
            <i />
          ))}
        </div>
      )}
    </section>
  )
}

export function HandPanel() {
  const { table } = useDesk()
  const hands = Object.values(table.shown.value?.hands ?? {})
  const sorted = [...hands].sort((a, b) => Number(!a.cards) - Number(!b.cards))
  return (
    <Panel title="Cards" name="hand">
      {sorted.length === 0 && <p class="empty">This game has no cards.</p>}
      {sorted.map((held) => (
        <HandOf key={held.side} held={held} />
      ))}
    </Panel>
  )
}
