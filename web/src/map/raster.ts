/** The picture of the map as a bitmap: drawn once, strip by strip, so that zooming only has to stretch it. */

/** As many pixels as a bitmap may have, and the finest it need be: beyond that the drawing itself is shown. */
const MOST = 16e6
const FINEST = 1.6
const STRIP = 256

/** Pixels of the bitmap for a unit of the map. */
export const finenessOf = (width: number, height: number): number =>
  Math.min(FINEST, Math.sqrt(MOST / Math.max(1, width * height)))

const pause = (): Promise<void> => new Promise((go) => setTimeout(go))

/** Draw a picture into a canvas; false if that was called off meanwhile. */
export async function rasterize(
  picture: HTMLImageElement,
  canvas: HTMLCanvasElement,
  size: { width: number; height: number },
  wanted: () => boolean,
): Promise<boolean> {
  const fine = finenessOf(size.width, size.height)
  canvas.width = Math.round(size.width * fine)
  canvas.height = Math.round(size.height * fine)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return false
  for (let top = 0; top < canvas.height; top += STRIP) {
    await pause()
    if (!wanted()) return false
    context.save()
    context.beginPath()
    context.rect(0, top, canvas.width, STRIP)
    context.clip()
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    context.restore()
  }
  return true
}
