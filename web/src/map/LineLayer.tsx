/** Lines between places: attacks in the colour of their battle, other connections thin. */
import { battleColour } from '../pieces/palette'
import { useDesk } from '../state/desk'

export function LineLayer() {
  const { table } = useDesk()
  const lines = table.shown.value?.lines ?? []
  const width = table.counter * 0.09
  return (
    <g class="lines">
      {lines.map(([kind, from, to, number], i) => {
        const a = table.geometry.places[from ?? '']
        const b = table.geometry.places[to ?? '']
        if (!a || !b) return null
        const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
        const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length]
        const [x1, y1] = [a.x + ux * a.radius * 0.45, a.y + uy * a.radius * 0.45]
        const [x2, y2] = [b.x - ux * b.radius * 0.55, b.y - uy * b.radius * 0.55]
        const colour = kind === 'attack' ? battleColour(Number(number ?? 1)) : 'var(--line-other)'
        const [hx, hy] = [x2 - ux * width * 3, y2 - uy * width * 3]
        const head = `${x2},${y2} ${hx - uy * width * 1.8},${hy + ux * width * 1.8} ${hx + uy * width * 1.8},${hy - ux * width * 1.8}`
        return (
          <g key={i} class={`line ${kind}`} stroke={colour} fill={colour}>
            <path d={`M${x1},${y1}L${hx},${hy}`} stroke-width={width} />
            <polygon points={head} />
          </g>
        )
      })}
    </g>
  )
}
