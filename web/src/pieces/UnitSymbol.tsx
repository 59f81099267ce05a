/** A NATO unit symbol from the server's symbols.json, or a plain picture for those who want that. */
import type { Symbols } from '../model/contract.gen'
import { settings } from '../state/settings'
import { PLAIN } from './plain'

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
  const plain = settings.value.plainSymbols ? PLAIN[type] : undefined
  const strokes = plain ? [] : (symbols.types[type] ?? [])
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) translate(${-left} ${-top})`}>
      <path d={symbols.frame} fill={frame} stroke={ink} stroke-width={7} />
      {plain && <path class="plain-symbol" d={plain} fill={ink} fill-rule="evenodd" />}
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
