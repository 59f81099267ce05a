/** Arrow keys on the map: the nearest place in a direction. */
import type { Geometry } from './contract.gen'
import type { PlaceId } from './ids'

export type Direction = 'left' | 'right' | 'up' | 'down'

const HEADING: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }

/** The place one comes to: near, and not far off the heading. */
export function step(geometry: Geometry, from: PlaceId, direction: Direction, among?: Iterable<PlaceId>): PlaceId {
  const start = geometry.places[from]
  if (!start) return from
  const [hx, hy] = HEADING[direction]
  let best = from
  let bestScore = Number.POSITIVE_INFINITY
  for (const id of among ?? Object.keys(geometry.places)) {
    const place = geometry.places[id]
    if (!place || id === from) continue
    const dx = place.x - start.x
    const dy = place.y - start.y
    const ahead = dx * hx + dy * hy
    const aside = Math.abs(dx * hy) + Math.abs(dy * hx)
    if (ahead <= 0 || aside > ahead * 1.8) continue
    const score = ahead + aside * 1.3
    if (score < bestScore) [best, bestScore] = [id, score]
  }
  return best
}

/** Places in reading order, for "next" and "previous" through a set of them. */
export function readingOrder(geometry: Geometry, ids: Iterable<PlaceId>): PlaceId[] {
  const row = (id: PlaceId): number => Math.round((geometry.places[id]?.y ?? 0) / 40)
  return [...ids].sort((a, b) => row(a) - row(b) || (geometry.places[a]?.x ?? 0) - (geometry.places[b]?.x ?? 0))
}

export function cycle<T>(items: readonly T[], current: T | null, by: 1 | -1): T | null {
  if (items.length === 0) return null
  const at = current === null ? -1 : items.indexOf(current)
  if (at < 0) return by === 1 ? items[0]! : items.at(-1)!
  return items[(at + by + items.length) % items.length]!
}
