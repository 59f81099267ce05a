/** Any piece as it is drawn: counter, block, disc or marker, with its stripe, marks and halo. */
import type { Piece, Symbols } from '../model/contract.gen'
import { pure } from '../ui/pure'
import { Block } from './Block'
import { Counter } from './Counter'
import { Marks, visibleMarks } from './Marks'
import { paintOf } from './palette'

interface Props {
  piece: Piece
  symbols: Symbols
}

function Disc({ piece }: { piece: Piece }) {
  const paint = paintOf(piece.face?.nation, piece.owner)
  const name = piece.face?.name ?? piece.face?.symbol ?? ''
  return (
    <g class="disc">
      <circle cx="50" cy="50" r="40" fill={paint.ground} stroke={paint.edge} stroke-width="4" />
      <circle cx="50" cy="50" r="33" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="2" />
      <text class="name" x="50" y={piece.face?.strength ? 45 : 56} text-anchor="middle" fill={paint.ink}>
        {name.length > 10 ? `${name.slice(0, 9)}…` : name}
      </text>
      {piece.face?.strength && (
        <text class="figures" x="50" y="74" text-anchor="middle" fill={paint.ink}>
          {piece.face.strength}
        </text>
      )}
    </g>
  )
}

function Line({ piece }: { piece: Piece }) {
  const paint = paintOf(piece.face?.nation, piece.owner)
  return (
    <g class="line-piece">
      <rect x="8" y="30" width="84" height="40" rx="6" fill={paint.ground} stroke={paint.edge} stroke-width="3" />
      <path
        d="M16,60V44H28V52H40V44H52V52H64V44H76V52H84V60Z"
        fill={paint.frame}
        stroke={paint.edge}
        stroke-width="2"
      />
    </g>
  )
}

function Body({ piece, symbols }: Props) {
  if (piece.kind === 'block') {
    return <Block face={piece.face} owner={piece.owner} lying={!!piece.marks?.includes('lying')} symbols={symbols} />
  }
  if (piece.kind === 'disc' || piece.kind === 'marker') return <Disc piece={piece} />
  if (piece.kind === 'line') return <Line piece={piece} />
  return <Counter face={piece.face} owner={piece.owner} symbols={symbols} />
}

/** The green stripe: on top while the unit may act, at the bottom once it has moved. */
function Stripe({ piece }: { piece: Piece }) {
  const moved = piece.marks?.includes('moved')
  if (!piece.acts && !moved) return null
  return (
    <rect
      class={piece.acts && !moved ? 'stripe ready' : 'stripe done'}
      x="6"
      y={piece.acts && !moved ? -5 : 95}
      width="88"
      height="10"
      rx="3"
    />
  )
}

export const PieceFace = pure(({ piece, symbols }: Props) => (
  <g>
    <Body piece={piece} symbols={symbols} />
    <Stripe piece={piece} />
    <Marks marks={visibleMarks(piece.marks)} />
  </g>
))
