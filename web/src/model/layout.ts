/** Where pieces lie on the map: stacks, their offsets, and which place a point belongs to. */
import type { Geometry, Piece, PlaceGeometry, PlaceId } from './contract'

export interface Laid {
  piece: Piece
  x: number
  y: number
  /** Width of the counter in map units. */
  size: number
}

/** Pieces by place, bottom first. */
export function stacks(pieces: Iterable<Piece>): Map<PlaceId, Piece[]> {
  const found = new Map<PlaceId, Piece[]>()
  for (const piece of pieces) {
    const stack = found.get(piece.at)
    if (stack) stack.push(piece)
    else found.set(piece.at, [piece])
  }
  for (const stack of found.values()) stack.sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.id - b.id)
  return found
}

/** A stack drawn about its place's centre: counters overlap like cards; large areas spread them in rows, one per side. */
export function lay(stack: Piece[], place: PlaceGeometry, size: number): Laid[] {
  const roomy = place.radius > size * 1.1 && stack.length > 1
  return roomy ? spread(stack, place, size) : pile(stack, place.x, place.y, size)
}

function pile(stack: Piece[], cx: number, cy: number, size: number): Laid[] {
  const step = Math.min(size * 0.16, (size * 0.4) / Math.max(1, stack.length - 1))
  const shift = (step * (stack.length - 1)) / 2
  return stack.map((piece, i) => ({ piece, size, x: cx - shift + step * i, y: cy + shift - step * i }))
}

function spread(stack: Piece[], place: PlaceGeometry, size: number): Laid[] {
  const owners = [...new Set(stack.map((p) => p.owner))]
  const rows: Piece[][] = []
  const perRow = Math.max(2, Math.floor((place.radius * 2) / (size * 1.05)))
  for (const owner of owners) {
    const mine = stack.filter((p) => p.owner === owner)
    for (let i = 0; i < mine.length; i += perRow) rows.push(mine.slice(i, i + perRow))
  }
  const height = Math.min(size * 1.06, (place.radius * 2) / rows.length)
  return rows.flatMap((row, r) => {
    const width = Math.min(size * 1.06, (place.radius * 2) / row.length)
    const y = place.y + (r - (rows.length - 1) / 2) * height
    return row.map((piece, i) => ({ piece, size, x: place.x + (i - (row.length - 1) / 2) * width, y }))
  })
}

/** The counter size that suits a board: a good half of a hex, a third of an area. */
export function counterSize(geometry: Geometry): number {
  const radii = Object.values(geometry.places)
    .map((p) => p.radius)
    .sort((a, b) => a - b)
  const median = radii[Math.floor(radii.length / 2)] ?? 40
  return Math.round(median * 1.24)
}

export function inside([x, y]: readonly [number, number], polygon: readonly (readonly [number, number])[]): boolean {
  let odd = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!
    const [xj, yj] = polygon[j]!
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd
  }
  return odd
}

/** Finds the place under a point: a grid of candidates, then the polygon test. */
export class PlaceFinder {
  private readonly cells = new Map<string, PlaceId[]>()
  private readonly cell: number

  constructor(private readonly geometry: Geometry) {
    this.cell = Math.max(40, counterSize(geometry) * 2)
    for (const [id, place] of Object.entries(geometry.places)) this.add(id, place)
  }

  private add(id: PlaceId, place: PlaceGeometry): void {
    const xs = place.polygon.map((p) => p[0])
    const ys = place.polygon.map((p) => p[1])
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    for (let cx = Math.floor(x0 / this.cell); cx <= Math.floor(x1 / this.cell); cx++)
      for (let cy = Math.floor(y0 / this.cell); cy <= Math.floor(y1 / this.cell); cy++) {
        const key = `${cx},${cy}`
        const list = this.cells.get(key)
        if (list) list.push(id)
        else this.cells.set(key, [id])
      }
  }

  at(x: number, y: number): PlaceId | null {
    const near = this.cells.get(`${Math.floor(x / this.cell)},${Math.floor(y / this.cell)}`) ?? []
    return near.find((id) => inside([x, y], this.geometry.places[id]!.polygon)) ?? null
  }
}
