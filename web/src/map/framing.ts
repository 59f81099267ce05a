/** What a picture of the map shows: which pieces are the front, and how they are framed clear of the bars. */
import type { Piece } from '../model/contract.gen'
import type { PlaceId, Side } from '../model/ids'

export interface Spot {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** A box of the page, as getBoundingClientRect gives it. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** How far bars reach in from each edge of the map's window. */
export interface Insets {
  left: number
  right: number
  top: number
  bottom: number
}

/** The smallest counter, in pixels, that still tells where the front is. */
const SMALLEST = 12
const LARGEST = 62
/** Room around the outermost places, in counters: half a stack and a little air. */
const AIR = 1.2
/** The front is what stands within this distance of an enemy, in counters. */
const NEAR = 6

const EDGES = ['left', 'right', 'top', 'bottom'] as const

/** The strips that bars take from a window: each bar takes the strip after which a picture of this shape is largest in
 * what is left free. Without a shape, as one as wide and high as the window. */
export function insetsOf(field: Box, bars: readonly Box[], shape?: Size): Insets {
  const window = { width: field.right - field.left, height: field.bottom - field.top }
  const { width, height } = shape ?? window
  let found: Insets = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const bar of bars) {
    const depths: Insets = {
      left: bar.right - field.left,
      right: field.right - bar.left,
      top: bar.bottom - field.top,
      bottom: field.bottom - bar.top,
    }
    const ways = EDGES.map((edge) => ({ ...found, [edge]: Math.max(found[edge], depths[edge]) }))
    const scale = (insets: Insets): number => {
      const room = free(window, insets)
      return Math.min(room.width / width, room.height / height)
    }
    const open = ({ left, right, top, bottom }: Insets): number => left + right + top + bottom
    found = ways.reduce((best, one) => {
      const gain = scale(one) - scale(best)
      return gain > 1e-9 || (Math.abs(gain) <= 1e-9 && open(one) < open(best)) ? one : best
    })
  }
  return found
}

/** The part of a window that no bar covers. */
export function free(field: Size, { left, right, top, bottom }: Insets): Size {
  return { width: Math.max(1, field.width - left - right), height: Math.max(1, field.height - top - bottom) }
}

/** The scale at which all of some spots fit into a room. */
function fitting(spots: readonly Spot[], room: Size, counter: number): number {
  const [x0, x1, y0, y1] = bounds(spots)
  const air = 2 * AIR * counter
  return Math.min(room.width / (x1 - x0 + air), room.height / (y1 - y0 + air))
}

function bounds(spots: readonly Spot[]): [number, number, number, number] {
  const [xs, ys] = [spots.map((s) => s.x), spots.map((s) => s.y)]
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}

/** The middle of some spots and the scale that shows them all, counters neither too small to see nor too large. */
export function framed(spots: readonly Spot[], room: Size, counter: number): { middle: Spot; scale: number } {
  const [x0, x1, y0, y1] = bounds(spots)
  const scale = Math.min(LARGEST / counter, Math.max(SMALLEST / counter, fitting(spots, room, counter)))
  return { middle: { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }, scale }
}

/** Where the map's corner lies when a spot is in the middle of the free part, no more of the table shown than need be. */
export function corner(middle: Spot, scale: number, map: Size, field: Size, insets: Insets): Spot {
  const along = (at: number, length: number, window: number, before: number, after: number): number => {
    const wish = (before + window - after) / 2 - at * scale
    const [low, high] = [window - after - length * scale, before]
    return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, wish))
  }
  return {
    x: along(middle.x, map.width, field.width, insets.left, insets.right),
    y: along(middle.y, map.height, field.height, insets.top, insets.bottom),
  }
}

type Standing = Pick<Piece, 'at' | 'owner'>

/** The front of a side: all its pieces if they can be seen at once, or else those near an enemy; all pieces if it has
 * none. */
export function front(
  pieces: readonly Standing[],
  side: Side | undefined,
  places: Readonly<Record<PlaceId, Spot>>,
  room: Size,
  counter: number,
): Spot[] {
  const spots = (owned: (owner: Side) => boolean): Spot[] => [
    ...new Set(pieces.filter((p) => owned(p.owner)).flatMap((p) => places[p.at] ?? [])),
  ]
  const [ours, theirs] = [spots((owner) => owner === side), spots((owner) => owner !== side)]
  if (ours.length === 0) return theirs
  if (fitting(ours, room, counter) * counter >= SMALLEST) return ours
  const near = ours.filter((a) => theirs.some((b) => Math.hypot(a.x - b.x, a.y - b.y) <= NEAR * counter))
  return near.length > 0 ? near : ours
}
