/** A wooden block: standing with its thickness, lying flat when revealed; the enemy's shows its blank back. */
import type { Face, Symbols } from '../model/contract.gen'
import { Pips } from './Pips'
import { bandColour, paintOf, STRONG } from './palette'
import { emblemPath } from './shapes'
import { UnitSymbol } from './UnitSymbol'

interface Props {
  face: Face | null | undefined
  owner: string
  lying: boolean
  symbols: Symbols
}

/** The wood: front, top and right side of a standing block, or the flat of a lying one. */
function Wood({ owner, lying }: { owner: string; lying: boolean }) {
  const tint = STRONG[owner] ?? '#666'
  const edge = { stroke: '#1a1a1a', 'stroke-width': 2, 'stroke-linejoin': 'round' as const }
  if (lying) return <rect x="1" y="1" width="98" height="98" rx="5" fill={tint} {...edge} />
  return (
    <>
      <path d="M0,9L9,0H100L92,9Z" fill={tint} {...edge} />
      <path d="M0,9L9,0H100L92,9Z" fill="#fff" fill-opacity=".3" />
      <path d="M92,9L100,0V91L92,100Z" fill={tint} {...edge} />
      <path d="M92,9L100,0V91L92,100Z" fill="#000" fill-opacity=".34" />
      <rect x="0" y="9" width="92" height="91" fill={tint} {...edge} />
    </>
  )
}

function Sticker({ face, owner, symbols }: { face: Face; owner: string; symbols: Symbols }) {
  const paint = paintOf(face.nation, owner)
  const name = face.name ?? ''
  const room = face.move ? 9 : 13
  const size = Math.min(17, (17 * room) / Math.max(1, name.length))
  return (
    <g>
      <rect x="5" y="5" width="90" height="90" rx={owner === 'soviet' ? 12 : 2} fill={paint.ground} />
      <Pips face={face} />
      {face.band && <rect x="5" y="87" width="90" height="8" fill={bandColour(face.band)} />}
      <UnitSymbol
        symbols={symbols}
        type={face.symbol}
        size={face.size}
        x={27}
        y={38}
        width={46}
        ink={paint.sign}
        frame={paint.frame}
      />
      <text
        class="name"
        x={face.move ? 42 : 50}
        y={face.band ? 84 : 88}
        text-anchor="middle"
        fill={paint.ink}
        font-size={size}
      >
        {name}
      </text>
      {face.move && (
        <text class="block-move" x="91" y={face.band ? 84 : 89} text-anchor="end" fill={paint.ink}>
          {face.move}
        </text>
      )}
    </g>
  )
}

export function Block({ face, owner, lying, symbols }: Props) {
  const print = face ? (
    <Sticker face={face} owner={owner} symbols={symbols} />
  ) : (
    <path d={emblemPath(owner, 50, 50, 24)} fill="none" stroke="#fff" stroke-width="4" stroke-opacity=".85" />
  )
  return (
    <g class={lying ? 'block lying' : 'block standing'}>
      <Wood owner={owner} lying={lying} />
      {lying ? print : <g transform="translate(0 9) scale(.915)">{print}</g>}
      {lying && (
        <rect
          x="3"
          y="3"
          width="94"
          height="94"
          rx="4"
          fill="none"
          stroke="#ffd23f"
          stroke-width="3"
          stroke-dasharray="9 5"
        />
      )}
    </g>
  )
}
