/** Arrows of what just happened: moves in the colour of who moved, attacks in red; older ones fade. */
import type { Arrow } from '../model/scenes'
import { useDesk } from '../state/desk'

interface Spot {
  x: number
  y: number
}

/** A line through the points that ends before the last one's middle, and its head. */
function drawn(points: Spot[], width: number): { line: string; head: string } {
  const [b, a] = [points.at(-1)!, points.at(-2)!]
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length]
  const tip = { x: b.x - ux * width * 2, y: b.y - uy * width * 2 }
  const neck = { x: tip.x - ux * width * 3.4, y: tip.y - uy * width * 3.4 }
  const line = [...points.slice(0, -1), neck].map((p, i) => `${i ? 'L' : 'M'}${p.x},${p.y}`).join('')
  const side = (by: number): string => `${neck.x - uy * width * by},${neck.y + ux * width * by}`
  return { line, head: `${tip.x},${tip.y} ${side(1.9)} ${side(-1.9)}` }
}

function One({ arrow, fresh }: { arrow: Arrow; fresh: boolean }) {
  const { table } = useDesk()
  const spots = arrow.points.map((id) => table.geometry.places[id]).filter((p) => p !== undefined)
  if (spots.length < 2) return null
  const width = table.counter * 0.1
  const { line, head } = drawn(spots, width)
  return (
    <g class={`arrow ${arrow.kind} owner-${arrow.side}${fresh ? ' fresh' : ''}`} data-arrow={arrow.points.join('-')}>
      <path class="arrow-edge" d={line} stroke-width={width * 1.7} />
      <polygon class="arrow-edge" points={head} stroke-width={width * 0.7} />
      <path class="arrow-line" d={line} stroke-width={width} />
      <polygon class="arrow-head" points={head} />
    </g>
  )
}

export function ArrowLayer() {
  const { show } = useDesk()
  const { trail, fresh } = show
  const last = new Set(fresh.value.map((arrow) => arrow.points.at(-1)))
  return (
    <g class="arrows">
      {trail.value.map((arrow) => (
        <One key={arrow.points.join('-') + arrow.kind} arrow={arrow} fresh={last.has(arrow.points.at(-1))} />
      ))}
    </g>
  )
}
