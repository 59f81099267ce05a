/** Cards: green halo when playable, red when they must be played, and the reason when they cannot. */
import { token } from '../model/clicks'
import type { CardUse, CardView, Hand } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { CardFaceView } from './CardFaceView'
import { Panel } from './Panel'
import { ActionButtons } from './StackTray'

/** One way to spend a card: a button that does it, or why it is closed. */
function OneUse({ use, card, number }: { use: CardUse; card: number; number: string }) {
  const { hand, table } = useDesk()
  const words = (
    <>
      <strong>{use.label}</strong> {use.value}
    </>
  )
  if (!use.do) {
    return (
      <p>
        {words} <small>{use.why}</small>
      </p>
    )
  }
  return (
    <button
      type="button"
      class="secondary"
      data-use={use.id}
      data-do={use.do}
      disabled={table.busy.value}
      aria-label={`Card ${number}: ${[use.label, use.value].filter(Boolean).join(' ')}`}
      onClick={() => void hand.spend(`card:${card}`, use.do!)}
    >
      {words}
    </button>
  )
}

function CardUses({ uses, card, number }: { uses: CardUse[]; card: number; number: string }) {
  return (
    <ul class="card-uses" aria-label="Ways to spend it">
      {uses.map((use) => (
        <li key={use.id} class={use.why ? 'closed' : 'open'}>
          <OneUse use={use} card={card} number={number} />
        </li>
      ))}
    </ul>
  )
}

function Card({ card, side, take = false }: { card: CardView; side: string; take?: boolean }) {
  const { table, hand } = useDesk()
  const face = table.board.cards?.find((c) => c.id === card.id)
  const handle = `card:${card.id}`
  const chosen = hand.selection.value?.handle === handle
  const clickable = hand.isHandle(handle) || hand.targets.value.has(handle)
  const tone = card.mandatory ? 'must' : card.playable ? 'may' : 'cannot'
  /** What one click does with it: it is taken, discarded, paid with. */
  const done = take ? 'Take' : table.view.value?.prompt?.verb
  if (!face) return null
  return (
    <li class={`card ${tone}${chosen ? ' chosen' : ''}`} data-card={card.id}>
      <CardFaceView card={face} playable={card.playable ? side : undefined} />
      {card.mandatory && <p class="card-why must">Must be played before you go on.</p>}
      {card.why && <p class="card-why">{card.why}</p>}
      {card.uses && <CardUses uses={card.uses} card={card.id} number={face.number} />}
      {chosen && <ActionButtons actions={hand.offered.value} label={`Ways to play card ${face.number}`} />}
      {chosen && hand.targets.value.size > 0 && <p class="hint">Now pick a marked place or unit on the map.</p>}
      {clickable && done && (
        <button
          type="button"
          class="primary"
          aria-label={`${done} card ${face.number}`}
          onClick={() => void hand.take(handle)}
        >
          {done}
        </button>
      )}
      {clickable && !card.uses && !done && (
        <button
          type="button"
          class={chosen ? 'secondary' : 'primary'}
          aria-pressed={chosen}
          aria-label={`Play card ${face.number}`}
          onClick={() =>
            void (hand.targets.value.has(handle) ? hand.follow(handle) : chosen ? hand.clear() : hand.select(handle))
          }
        >
          {chosen ? 'Put back' : 'Play'}
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

/** Cards one may take that are in nobody's hand: from a deck, or from those set aside. */
function Offered({ hands }: { hands: Hand[] }) {
  const { table } = useDesk()
  const held = new Set(hands.flatMap((h) => h.cards ?? []).map((card) => card.id))
  const offered = Object.keys(table.past.value ? {} : (table.view.value?.handles ?? {}))
    .map(token)
    .flatMap(([kind, id]) => (kind === 'card' && !held.has(Number(id)) ? [Number(id)] : []))
  if (offered.length === 0) return null
  return (
    <section class="hand-of">
      <h3>To choose from: {offered.length}</h3>
      <ul class="hand">
        {offered.map((id) => (
          <Card key={id} card={{ id, playable: true }} side={table.view.value?.prompt?.side ?? ''} take />
        ))}
      </ul>
    </section>
  )
}

export function HandPanel() {
  const { table } = useDesk()
  const hands = Object.values(table.shown.value?.hands ?? {})
  const sorted = [...hands].sort((a, b) => Number(!a.cards) - Number(!b.cards))
  return (
    <Panel title="Cards" name="hand">
      <Offered hands={hands} />
      {sorted.length === 0 && <p class="empty">This game has no cards.</p>}
      {sorted.map((held) => (
        <HandOf key={held.side} held={held} />
      ))}
    </Panel>
  )
}
