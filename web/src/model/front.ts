/** The line between what the two sides hold: the borders shared by places of different control. */
import type { Geometry } from './contract.gen'
import type { PlaceId } from './ids'
import { PlaceFinder } from './layout'

interface Border {
  one: PlaceId
  other: PlaceId
  d: string
}

/** How far beside a piece of outline one looks for the neighbour. */
const BESIDE = 3

/** Every piece of outline with the place on its other side, each border once. */
export function borders(geometry: Geometry): Border[] {
  const finder = new PlaceFinder(geometry)
  const found: Border[] = []
  for (const [id, place] of Object.entries(geometry.places)) {
    for (let i = 0; i < place.polygon.length; i++) {
      const [[ax, ay], [bx, by]] = [place.polygon[i]!, place.polygon[(i + 1) % place.polygon.length]!]
      const length = Math.hypot(bx - ax, by - ay)
      if (length === 0) continue
      const [mx, my] = [(ax + bx) / 2, (ay + by) / 2]
      const [nx, ny] = [((by - ay) / length) * BESIDE, ((ax - bx) / length) * BESIDE]
      const beside = [finder.at(mx + nx, my + ny), finder.at(mx - nx, my - ny)]
      const other = beside.find((b) => b !== null && b !== id)
      if (other && id < other) found.push({ one: id, other, d: `M${ax},${ay}L${bx},${by}` })
    }
  }
  return found
}

/** Who holds each place, where only some are held: whoever is nearer, counted in places. */
export function territory(all: readonly Border[], held: ReadonlyMap<PlaceId, string>): Map<PlaceId, string> {
  const beside = new Map<PlaceId, PlaceId[]>()
  for (const { one, other } of all) {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const)
      beside.set(a, [...(beside.get(a) ?? []), b])
  }
  const found = new Map(held)
  let rim = [...held.keys()]
  while (rim.length > 0) {
    const next: PlaceId[] = []
    for (const place of rim)
      for (const near of beside.get(place) ?? [])
        if (!found.has(near)) {
          found.set(near, found.get(place)!)
          next.push(near)
        }
    rim = next
  }
  return found
}

/** The path of the front for who holds what. */
export function frontLine(all: readonly Border[], control: (id: PlaceId) => string | undefined): string {
  return all
    .filter(({ one, other }) => {
      const [a, b] = [control(one), control(other)]
      return a && b && a !== b
    })
    .map((border) => border.d)
    .join('')
}
