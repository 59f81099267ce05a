/** Where pieces lie on the map: stacks, their offsets, and which place a point belongs to. */
import type { Geometry, Piece, PlaceGeometry } from './contract.gen'
import type { PlaceId } from './ids'

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

/** A stack about its place's centre: in hexes counters overlap like cards, in areas they lie side by side. */
export function lay(stack: Piece[], place: PlaceGeometry, size: number): Laid[] {
  return isHex(place) || stack.length === 1 ? pile(stack, place, size) : cluster(stack, place, size)
}

/** A stack spread out so that every counter can be read: the top one stays, the others slide out from under it. */
export function fan(stack: Piece[], place: PlaceGeometry, size: number): Laid[] {
  const laid = lay(stack, place, size)
  if (!isHex(place)) return laid
  const step = size * (stack.length > 3 ? 0.34 : 0.46)
  return laid.map((one, i) => ({ ...one, x: one.x - step * (stack.length - 1 - i) }))
}

/** A small counter beside a large one, where a title has two sizes. */
const SMALL = 0.76
const sizeOf = (piece: Piece, size: number): number => (piece.small ? size * SMALL : size)

const isHex = (place: PlaceGeometry): boolean => place.polygon.length <= 7

function pile(stack: Piece[], { x, y }: PlaceGeometry, size: number): Laid[] {
  const step = Math.min(size * 0.16, (size * 0.4) / Math.max(1, stack.length - 1))
  const shift = (step * (stack.length - 1)) / 2
  return stack.map((piece, i) => ({
    piece,
    size: sizeOf(piece, size),
    x: x - shift + step * i,
    y: y + shift - step * i,
  }))
}

/** Rows of pieces, no row of both sides, all made smaller when there are many. */
function cluster(stack: Piece[], place: PlaceGeometry, size: number): Laid[] {
  const columns = Math.max(2, Math.ceil(Math.sqrt(stack.length)))
  const rows: Piece[][] = []
  for (const owner of new Set(stack.map((p) => p.owner))) {
    const mine = stack.filter((p) => p.owner === owner)
    for (let i = 0; i < mine.length; i += columns) rows.push(mine.slice(i, i + columns))
  }
  const widest = Math.max(...rows.map((row) => row.length), rows.length)
  const fit = Math.min(1, Math.max(0.62, (place.radius * 2.1) / (widest * size * 1.06)))
  const step = size * fit * 1.06
  return rows.flatMap((row, r) =>
    row.map((piece, i) => ({
      piece,
      size: sizeOf(piece, size * fit),
      x: place.x + (i - (row.length - 1) / 2) * step,
      y: place.y + (r - (rows.length - 1) / 2) * step,
    })),
  )
}

/** The counter size that suits a board: two thirds of a hex, or so that two stand side by side in an area. */
export function counterSize(geometry: Geometry): number {
  const places = Object.values(geometry.places)
  const radii = places.map((p) => p.radius).sort((a, b) => a - b)
  const median = radii[Math.floor(radii.length / 2)] ?? 40
  const hexes = places.filter(isHex).length > places.length / 2
  return Math.round(median * (hexes ? 1.44 : 0.78))
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
