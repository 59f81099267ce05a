import type { PlaceGeometry } from '../model/contract.gen'

export const points = (place: PlaceGeometry): string => place.polygon.map(([x, y]) => `${x},${y}`).join(' ')

/** The outline drawn a little smaller, so that neighbours' frames do not lie on each other. */
export function shrunk(place: PlaceGeometry, by: number): string {
  const factor = Math.max(0.5, 1 - by / Math.max(1, place.radius))
  const [cx, cy] = middle(place)
  return place.polygon
    .map(([x, y]) => `${(cx + (x - cx) * factor).toFixed(1)},${(cy + (y - cy) * factor).toFixed(1)}`)
    .join(' ')
}

function middle(place: PlaceGeometry): [number, number] {
  const n = Math.max(1, place.polygon.length)
  return [place.polygon.reduce((s, p) => s + p[0], 0) / n, place.polygon.reduce((s, p) => s + p[1], 0) / n]
}
