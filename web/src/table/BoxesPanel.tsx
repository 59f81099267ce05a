/** Off-map boxes: entrained, shattered, destroyed, surrendered, reinforcements ... with their pieces. */
import type { Box, Piece } from '../model/contract.gen'
import { PieceIcon } from '../pieces/PieceIcon'
import { useDesk } from '../state/desk'
import { Panel } from './Panel'
import { ActionButtons } from './StackTray'
import { Rows, TrackFigures } from './TrackRow'

function BoxPiece({ piece }: { piece: Piece }) {
  const { table, hand, panels } = useDesk()
  const handle = `piece:${piece.id}`
  const chosen = hand.selection.value?.handle === handle
  const click = (): void => {
    if (hand.isHandle(handle) || hand.targets.value.has(handle)) void hand.clickPiece(piece.id)
    else panels.inform({ kind: 'piece', id: piece.id })
  }
  return (
    <button
      type="button"
      class={`box-piece${chosen ? ' chosen' : ''}${hand.isHandle(handle) ? ' can' : ''}`}
      data-unit={piece.id}
      aria-pressed={chosen}
      onClick={click}
    >
      <PieceIcon piece={piece} symbols={table.symbols} size={54} />
      <span class="unseen">{table.pieceName(piece)}</span>
    </button>
  )
}

const NOW = 'now'

/** When the pieces of a box arrive, in the order in which they lie there; those of this moment first. */
function datesOf(pieces: readonly Piece[]): string[] {
  const dates = [...new Set(pieces.map((piece) => piece.arrives ?? ''))]
  return dates.toSorted((a, b) => Number(b === NOW) - Number(a === NOW))
}

function BoxView({ box }: { box: Box }) {
  const { table, hand } = useDesk()
  const pieces = table.stacks.value.get(box.id) ?? []
  const dates = datesOf(pieces)
  const token = `place:${box.id}`
  const target = hand.targets.value.has(token)
  const start = hand.isHandle(token)
  return (
    <li class={`box side-${box.side || 'none'}${pieces.length === 0 ? ' bare' : ''}`} data-box={box.id}>
      <h3>
        {box.label} <small>{pieces.length || ''}</small>
      </h3>
      {box.help && <p class="box-help">{box.help}</p>}
      {(target || start) && (
        <button type="button" class="primary" onClick={() => void (target ? hand.follow(token) : hand.select(token))}>
          {target ? 'Here' : 'Choose'}
        </button>
      )}
      {dates.map((date) => (
        <div class="box-pieces" key={date}>
          {date && <h4 class={date === NOW ? 'arrives now' : 'arrives'}>Arrives {date}</h4>}
          {pieces
            .filter((piece) => (piece.arrives ?? '') === date)
            .map((piece) => (
              <BoxPiece key={piece.id} piece={piece} />
            ))}
        </div>
      ))}
    </li>
  )
}

/** Boxes of one display under its name; those of none stand alone. */
function Boxes({ boxes }: { boxes: Box[] }) {
  const groups = [...new Set(boxes.map((box) => box.group ?? ''))]
  return (
    <>
      {groups.map((group) => (
        <section key={group}>
          {group && <h3 class="box-group">{group}</h3>}
          <ul class="boxes">
            {boxes
              .filter((box) => (box.group ?? '') === group)
              .map((box) => (
                <BoxView key={box.id} box={box} />
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

export function BoxesPanel() {
  const { table, hand } = useDesk()
  const boxes = (table.board.boxes ?? []).filter((b) => !table.geometry.places[b.id])
  const full = boxes.filter((b) => table.stacks.value.has(b.id) || hand.targets.value.has(`place:${b.id}`))
  const bare = boxes.filter((b) => !full.includes(b))
  /** What can be placed or moved comes first, then one's own side. */
  const seat = table.view.value?.prompt?.side ?? table.seat.value
  const rank = (box: Box): number => {
    const acts = (table.stacks.value.get(box.id) ?? []).some((piece) => hand.isHandle(`piece:${piece.id}`))
    return (acts ? 0 : 2) + Number(box.side !== seat)
  }
  const inOrder = [...full.toSorted((a, b) => rank(a) - rank(b)), ...bare.toSorted((a, b) => rank(a) - rank(b))]
  const first = inOrder.filter((box) => rank(box) < 2)
  return (
    <Panel title="Off the map" name="boxes">
      {hand.selectedPiece?.at.startsWith('box:') && (
        <ActionButtons actions={hand.offered.value} label="What it may do" />
      )}
      <Boxes boxes={first} />
      <Rows tracks={table.shown.value?.tracks ?? []} />
      <TrackFigures tracks={table.shown.value?.tracks ?? []} />
      <Boxes boxes={inOrder.slice(first.length)} />
    </Panel>
  )
}
