/** A square counter, drawn in a box of 100 by 100. */
import type { Face, Symbols } from '../model/contract.gen'
import { bandColour, paintOf, STRONG } from './palette'
import { corner, emblemPath } from './shapes'
import { UnitSymbol } from './UnitSymbol'

interface Props {
  face: Face | null | undefined
  owner: string
  symbols: Symbols
}

/** Names must fit a counter: long ones are set smaller. */
function Name({ text, ink }: { text: string; ink: string }) {
  const size = Math.min(15, (15 * 13.5) / Math.max(1, text.length))
  return (
    <text class="name" x="50" y="66" text-anchor="middle" fill={ink} font-size={size}>
      {text}
    </text>
  )
}

/** One mark per step: full ones are left, hollow ones are lost. */
function Steps({ now, most, ink }: { now: number; most: number; ink: string }) {
  return (
    <g class="steps">
      {Array.from({ length: most }, (_, i) => (
        <rect
          x="83"
          y={35 + (i - (most - 1) / 2) * 14 - 4.5}
          width="9"
          height="9"
          fill={i >= most - now ? ink : 'none'}
          stroke={ink}
          stroke-width="1.8"
        />
      ))}
    </g>
  )
}

function Figures({ face, ink }: { face: Face; ink: string }) {
  return (
    <text class="figures" x="50" y="94" text-anchor="middle" fill={ink}>
      <tspan class={face.white ? 'pale' : undefined}>{face.strength}</tspan>
      {face.strength && face.move ? '-' : ''}
      {face.move}
    </text>
  )
}

function Front({ face, owner, symbols }: Props & { face: Face }) {
  const paint = paintOf(face.nation, owner)
  return (
    <>
      {face.band && (
        <rect x="3" y={corner(owner) / 2} width="6" height={100 - corner(owner)} rx="2" fill={bandColour(face.band)} />
      )}
      <UnitSymbol
        symbols={symbols}
        type={face.symbol}
        size={face.size}
        x={25}
        y={18}
        width={50}
        ink={paint.sign}
        frame={paint.frame}
      />
      <path d={emblemPath(owner, 14, 35, 7.5)} fill={paint.frame} stroke={paint.ink} stroke-width="1.3" />
      {(face.max_steps ?? 0) > 1 && <Steps now={face.steps ?? 0} most={face.max_steps ?? 0} ink={paint.ink} />}
      {face.name && <Name text={face.name} ink={paint.ink} />}
      <Figures face={face} ink={paint.ink} />
    </>
  )
}

export function Counter({ face, owner, symbols }: Props) {
  const paint = paintOf(face?.nation, owner)
  const r = corner(owner)
  return (
    <g class="counter">
      <rect
        x="1"
        y="1"
        width="98"
        height="98"
        rx={r}
        fill={face ? paint.ground : STRONG[owner]}
        stroke={paint.ink}
        stroke-width="2"
      />
      <rect
        x="3.5"
        y="3.5"
        width="93"
        height="93"
        rx={r - 2}
        fill="none"
        stroke="#fff"
        stroke-opacity=".35"
        stroke-width="2"
      />
      {face ? (
        <Front face={face} owner={owner} symbols={symbols} />
      ) : (
        <path d={emblemPath(owner, 50, 50, 25)} fill="none" stroke="#fff" stroke-width="4" />
      )}
    </g>
  )
}
