/** The stack overlay at the bottom: its units, the one selected, what it may do. */
import { token, wording } from '../model/clicks'
import type { ActionView, Piece } from '../model/contract.gen'
import { PieceIcon } from '../pieces/PieceIcon'
import { battleColour } from '../pieces/palette'
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'

function Unit({ piece }: { piece: Piece }) {
  const { table, hand, panels } = useDesk()
  const handle = `piece:${piece.id}`
  const chosen = hand.isChosen(piece)
  const next = hand.targets.value.has(handle)
  const marks = (piece.marks ?? []).map((mark) => mark.replaceAll('_', ' ')).join(', ')
  const figures = [piece.face?.strength, piece.face?.move].filter(Boolean).join('-')
  return (
    <li class={chosen ? 'unit chosen' : 'unit'}>
      <button
        type="button"
        data-unit={piece.id}
        aria-pressed={chosen}
        onClick={() => void (next ? hand.follow(handle) : hand.clickUnit(piece))}
      >
        <PieceIcon piece={piece} symbols={table.symbols} size={68} />
        <span class="unit-name">{piece.face?.name || (piece.face ? piece.face.symbol : 'Hidden')}</span>
        <span class="unseen">{[figures, marks, piece.acts && 'may act'].filter(Boolean).join(', ')}</span>
      </button>
      <button
        type="button"
        class="unit-info"
        aria-label={`About ${table.pieceName(piece)}`}
        onClick={() => panels.inform({ kind: 'piece', id: piece.id })}
      >
        <Icon name="info" size={14} />
      </button>
    </li>
  )
}

export function ActionButtons({ actions, label }: { actions: readonly ActionView[]; label: string }) {
  const { hand } = useDesk()
  if (actions.length === 0) return null
  return (
    <div class="tray-actions" role="group" aria-label={label}>
      {actions.map((action) => (
        <button
          type="button"
          class="secondary"
          key={action.do}
          data-do={action.do}
          onClick={() => void hand.perform(action)}
        >
          {wording(action)}
          {typeof action.preview?.cost === 'number' && <small> · {action.preview.cost} MP</small>}
          {action.preview?.pays !== undefined && <small> · {action.preview.pays || 'free'}</small>}
          {action.preview?.text && <small> · {action.preview.text}</small>}
        </button>
      ))}
    </div>
  )
}

function hintOf(count: number, ready: number): string {
  if (count === 0) return ready > 0 ? '' : 'Nothing to do with it now.'
  return count === 1 ? 'One place is marked on the map.' : `${count} places are marked on the map.`
}

/** Odds and cards of the battle a place takes part in. */
function BattleNote({ place }: { place: string }) {
  const { table } = useDesk()
  const places = table.shown.value?.places ?? {}
  const number = places[place]?.battle
  if (!number) return null
  const notes = Object.values(places).flatMap((p) => (p.battle === number && p.note ? [p.note] : []))
  return (
    <p class="battle-odds">
      <i style={{ background: battleColour(number) }}>{number}</i>
      {notes.length > 0 ? notes.join(' · ') : 'No attackers yet'}
    </p>
  )
}

/** All units of the stack at once, as a double click on the map takes them. */
function WholeStack({ place }: { place: string }) {
  const { hand } = useDesk()
  const chosen = [`place:${place}`, `stack:${place}`].includes(hand.selection.value?.handle ?? '')
  return (
    <button
      type="button"
      class={chosen ? 'whole-stack primary' : 'whole-stack secondary'}
      aria-pressed={chosen}
      title="Double click on the map"
      onClick={() => void hand.takeStack(place)}
    >
      The whole stack
    </button>
  )
}

export function StackTray() {
  const { table, hand } = useDesk()
  const place = hand.open.value
  const selection = hand.selection.value
  const [kind] = token(selection?.handle ?? ':')
  const stack = place ? (table.stacks.value.get(place) ?? []) : []
  if (hand.pending.value || (!selection && stack.length === 0)) return null
  if (kind === 'card') return null
  const chooser = hand.chooser.value
  return (
    <section class="tray" aria-label={place ? `Units in ${table.placeName(place)}` : 'Selection'}>
      <header>
        <strong>{place ? table.placeName(place) : selection ? hand.nameOf(selection.handle) : ''}</strong>
        {selection && !chooser && <span class="hint">{hintOf(hand.targets.value.size, hand.ready.value.length)}</span>}
        <button type="button" class="ghost-button" aria-label="Close" onClick={() => hand.close()}>
          <Icon name="close" size={16} />
        </button>
      </header>
      {place && <BattleNote place={place} />}
      {place && hand.wholeStack(place) && <WholeStack place={place} />}
      {stack.length > 0 && (
        <ul class="units">
          {[...stack].reverse().map((piece) => (
            <Unit key={piece.id} piece={piece} />
          ))}
        </ul>
      )}
      <ActionButtons actions={hand.offered.value} label={chooser ? 'Pick one' : 'What it may do here'} />
    </section>
  )
}
