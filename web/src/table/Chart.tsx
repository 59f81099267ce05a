/** A small chart of lines over the turns, drawn by hand; the figures are in a table for those who do not see it. */
import { heights } from '../model/chart'

export interface Curve {
  label: string
  side: string
  values: (number | null)[]
}

interface Props {
  title: string
  turns: string[]
  curves: Curve[]
}

const [W, H, LEFT, BOTTOM] = [360, 150, 34, 20]

export function Chart({ title, turns, curves }: Props) {
  const all = curves.flatMap((curve) => curve.values).filter((v) => v !== null)
  if (all.length < 2 || turns.length < 2) return null
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)]
  const x = (i: number): number => LEFT + (i / (turns.length - 1)) * (W - LEFT - 8)
  const y = (value: number): number => 8 + (1 - (value - low) / (high - low)) * (H - BOTTOM - 8)
  const line = (curve: Curve): string =>
    curve.values.flatMap((v, i) => (v === null ? [] : [`${x(i).toFixed(1)},${y(v).toFixed(1)}`])).join(' ')
  const every = Math.ceil(turns.length / 10)
  return (
    <figure class="chart">
      <figcaption>
        {title}
        {curves.length > 1 &&
          curves.map((curve) => (
            <span key={curve.label} class={`chart-key side-${curve.side}`}>
              <i /> {curve.label}
            </span>
          ))}
      </figcaption>
      <svg viewBox={`0 0 ${W} ${H}`} aria-hidden="true">
        {heights(low, high, all.every(Number.isInteger)).map((v) => (
          <g key={v}>
            <line class="chart-rule" x1={LEFT} x2={W - 8} y1={y(v)} y2={y(v)} />
            <text x={LEFT - 5} y={y(v) + 4} text-anchor="end">
              {Number(v.toFixed(1))}
            </text>
          </g>
        ))}
        {turns.map((turn, i) =>
          i % every === 0 ? (
            <text key={turn} x={x(i)} y={H - 4} text-anchor="middle">
              {turn}
            </text>
          ) : null,
        )}
        {curves.map((curve) => (
          <polyline key={curve.label} class={`side-${curve.side}`} points={line(curve)} />
        ))}
      </svg>
      <table class="unseen">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Turn</th>
            {curves.map((curve) => (
              <th key={curve.label} scope="col">
                {curve.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map((turn, i) => (
            <tr key={turn}>
              <th scope="row">{turn}</th>
              {curves.map((curve) => (
                <td key={curve.label}>{curve.values[i] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
