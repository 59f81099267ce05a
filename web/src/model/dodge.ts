/** Where a panel lies on the map so that it covers least of what must be clicked. */

export interface Rect {
  left: number
  top: number
  width: number
  height: number
}

export interface Disc {
  x: number
  y: number
  r: number
}

const covers = (box: Rect, { x, y, r }: Disc): boolean =>
  x + r > box.left && x - r < box.left + box.width && y + r > box.top && y - r < box.top + box.height

/** How many of the spots lie under any of the boxes. */
export const covered = (boxes: readonly Rect[], spots: readonly Disc[]): number =>
  spots.filter((spot) => boxes.some((box) => covers(box, spot))).length

/** The way to lie that covers least; the first of those that are equally good. */
export function least<T>(ways: readonly { name: T; boxes: Rect[] }[], spots: readonly Disc[]): T {
  const counts = ways.map((way) => covered(way.boxes, spots))
  return ways[counts.indexOf(Math.min(...counts))]!.name
}
