/** Which part of the map a tile shows, and from which seat. */
import type { Geometry, PlaceGeometry, SeatView, Summary } from './contract.gen'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Room around the outermost pieces, in pieces. */
const AIR = 1.5
/** The largest a piece may be, as a share of the picture's width. */
const LARGEST = 0.045

/** The front is what stands within this distance of an enemy, in pieces. */
const NEAR = 3.5

/** Where the pieces stand that face an enemy; all of them where none does. */
function frontSpots(geometry: Geometry, view: SeatView): PlaceGeometry[] {
  const standing = Object.values(view.pieces).flatMap(({ at, owner }) => {
    const spot = geometry.places[at]
    return spot ? [{ spot, owner }] : []
  })
  const near = geometry.piece * NEAR
  const facing = standing.filter(({ spot, owner }) =>
    standing.some((other) => other.owner !== owner && Math.hypot(other.spot.x - spot.x, other.spot.y - spot.y) < near),
  )
  return (facing.length > 0 ? facing : standing).map(({ spot }) => spot)
}

/** The part of the map with the front on it, in the shape of the picture and inside the map. */
export function crop(geometry: Geometry, view: SeatView, shape: number): Box {
  const spots = frontSpots(geometry, view)
  const { width, height, piece } = geometry
  const air = piece * AIR
  const [xs, ys] = [spots.map((s) => s.x), spots.map((s) => s.y)]
  const [left, right] = spots.length ? [Math.min(...xs) - air, Math.max(...xs) + air] : [0, width]
  const [top, bottom] = spots.length ? [Math.min(...ys) - air, Math.max(...ys) + air] : [0, height]
  const wide = Math.max(right - left, piece / LARGEST)
  const most = Math.min(width, height * shape)
  const w = Math.min(most, Math.max(wide, (bottom - top) * shape * 0.6))
  const h = w / shape
  const within = (middle: number, size: number, all: number): number =>
    Math.max(0, Math.min(all - size, middle - size / 2))
  return { x: within((left + right) / 2, w, width), y: within((top + bottom) / 2, h, height), width: w, height: h }
}

/** The seat whose picture a tile shows at home: that of the one person, or what both sides may see. */
export function tileSeat(game: Summary): string {
  if (game.open || game.over || game.mode === 'study' || game.mode === 'watch' || game.mode === 'replay') return 'open'
  const humans = Object.keys(game.seats).filter((side) => game.seats[side]?.kind === 'human')
  return humans[0] ?? 'open'
}
