/** The picture of the map as bitmaps: drawn strip by strip and never while the map moves, so that zooming only has to
 * stretch them. */
import type { Size, Spot } from './framing'

/** As many pixels as the bitmap of the whole map may have, and the finest it need be. */
const MOST = 16e6
const FINEST = 1.6
/** How many pixels are drawn at a time. */
const PART = 160_000

/** Pixels of the whole bitmap for a unit of the map. */
export const finenessOf = ({ width, height }: Size): number =>
  Math.min(FINEST, Math.sqrt(MOST / Math.max(1, width * height)))

const pause = (): Promise<void> => new Promise((go) => setTimeout(go))

/** Draw a part of the map into a canvas at a scale in pixels per unit; false if that was called off meanwhile. */
export async function rasterize(
  picture: HTMLImageElement,
  canvas: HTMLCanvasElement,
  part: Spot & Size,
  fine: number,
  wanted: () => boolean,
): Promise<boolean> {
  canvas.width = Math.round(part.width * fine)
  canvas.height = Math.round(part.height * fine)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return false
  const strip = Math.max(16, Math.round(PART / canvas.width))
  for (let top = 0; top < canvas.height; top += strip) {
    await pause()
    if (!wanted()) return false
    context.save()
    context.beginPath()
    context.rect(0, top, canvas.width, strip)
    context.clip()
    context.translate(-part.x * fine, -part.y * fine)
    context.drawImage(picture, 0, 0, picture.width * fine, picture.height * fine)
    context.restore()
  }
  return true
}
