/** A NATO unit symbol from the server's symbols.json. */
import type { Symbols } from '../model/contract.gen'

interface Props {
  symbols: Symbols
  type: string
  size?: string
  x: number
  y: number
  width: number
  ink: string
  frame: string
}

export function UnitSymbol({ symbols, type, size, x, y, width, ink, frame }: Props) {
  const [left, top, w] = symbols.viewBox
  const scale = width / w
  const strokes = symbols.types[type] ?? []
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) translate(${-left} ${-top})`}>
      <path d={symbols.frame} fill={frame} stroke={ink} stroke-width={7} />
      {strokes.map((s) => (
        <path
          d={s.d}
          fill={s.fill ? ink : 'none'}
          stroke={s.fill ? 'none' : ink}
          stroke-width={s.fill ? undefined : (s.width ?? 4) * 1.6}
        />
      ))}
      {size && symbols.sizes[size] && (
        <path class="echelon" d={symbols.sizes[size]} fill="none" stroke={ink} stroke-width={6} />
      )}
    </g>
  )
}
