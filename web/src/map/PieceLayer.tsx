/** All pieces on the map, stack by stack. */

import type { Piece, Symbols } from '../model/contract.gen'
import { fan, lay } from '../model/layout'
import { PieceFace } from '../pieces/PieceFace'
import { useDesk } from '../state/desk'
import { pure } from '../ui/pure'

interface OneProps {
  piece: Piece
  symbols: Symbols
  x: number
  y: number
  size: number
  selected: boolean
  drag: boolean
  out: boolean
  /** It would be commanded by what is selected. */
  commanded: boolean
}

const One = pure(({ piece, symbols, x, y, size, selected, drag, out, commanded }: OneProps) => {
  const scale = size / 100
  return (
    <g
      class={`piece owner-${piece.owner}${selected ? ' selected' : ''}${out ? ' would-be-out' : ''}`}
      data-piece={piece.id}
      data-at={piece.at}
      data-drag={drag ? '' : undefined}
      style={{ transform: `translate(${x - size / 2}px, ${y - size / 2}px) scale(${scale})` }}
    >
      <rect class="shadow" x="5" y="7" width="98" height="98" rx="8" />
      <PieceFace piece={piece} symbols={symbols} />
      {selected && <rect class="chosen" x="-4" y="-8" width="108" height="116" rx="9" />}
      {commanded && <rect class="commanded" x="-4" y="-8" width="108" height="116" rx="9" />}
      {out && (
        <g transform="translate(12 14)">
          <circle r="13" fill="#17181a" stroke="#ffd23f" stroke-width="3" />
          <path d="M-6,-6L6,6M6,-6L-6,6" stroke="#ffd23f" stroke-width="3.5" />
        </g>
      )}
    </g>
  )
})

export function PieceLayer() {
  const { table, hand, panels, near } = useDesk()
  const chosen = hand.selectedPiece?.id
  const commanded = new Set(hand.range.value?.commands)
  const drawn: preact.JSX.Element[] = []
  for (const [id, stack] of table.stacks.value) {
    const place = table.geometry.places[id]
    if (!place) continue
    const ordered =
      chosen !== undefined ? [...stack].sort((a, b) => Number(a.id === chosen) - Number(b.id === chosen)) : stack
    const spread = (near.value || hand.fanned.value === id) && stack.length > 1 ? fan : lay
    for (const { piece, x, y, size } of spread(ordered, place, table.counter)) {
      drawn.push(
        <One
          key={piece.id}
          piece={piece}
          symbols={table.symbols}
          x={x}
          y={y}
          size={size}
          selected={hand.isChosen(piece)}
          drag={hand.isHandle(`piece:${piece.id}`)}
          commanded={commanded.has(piece.id)}
          out={!!panels.supply.value?.out.has(piece.id)}
        />,
      )
    }
  }
  return <g class="pieces">{drawn}</g>
}
