/** A piece outside the map: in the tray, in boxes, in lists. */
import type { Piece, Symbols } from '../model/contract.gen'
import { PieceFace } from './PieceFace'

export function PieceIcon({ piece, symbols, size = 64 }: { piece: Piece; symbols: Symbols; size?: number }) {
  return (
    <svg class="piece-icon" viewBox="-4 -8 108 116" width={size} height={size * 1.07} aria-hidden="true">
      <PieceFace piece={piece} symbols={symbols} />
    </svg>
  )
}
