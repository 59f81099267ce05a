/** The server's picture of the map: its drawing until a bitmap of it is ready, then the bitmap, and over it a finer one
 * of the part one looks at closely. */
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api'
import { type Desk, useDesk } from '../state/desk'
import { theme } from '../state/settings'
import { finenessOf, rasterize } from './raster'

/** So long the map must lie still before the part in sight is drawn finer. */
const REST = 350

/** Draw the whole map once it is loaded; the source it was drawn from, when that is done. */
function useWhole(
  desk: Desk,
  source: string,
  picture: RefObject<HTMLImageElement>,
): [RefObject<HTMLCanvasElement>, boolean] {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ready, setReady] = useState('')
  const loaded = desk.pictured.value
  const { width, height } = desk.table.geometry
  useEffect(() => {
    let wanted = true
    if (loaded && picture.current?.naturalWidth)
      void rasterize(
        picture.current,
        canvas.current!,
        { x: 0, y: 0, width, height },
        finenessOf({ width, height }),
        () => wanted,
      ).then((done) => done && setReady(source))
    return () => {
      wanted = false
    }
  }, [source, loaded])
  return [canvas, ready === source]
}

/** Draw the part in sight finer, where the whole bitmap would blur, whenever the map has come to rest. */
function useDetail(desk: Desk, ready: boolean, picture: RefObject<HTMLImageElement>): RefObject<HTMLCanvasElement> {
  const canvas = useRef<HTMLCanvasElement>(null)
  const still = !desk.stirring.value
  useEffect(() => {
    const { camera, table } = desk
    if (!ready || !still || !camera) return
    let wanted = true
    const fine = camera.scale * devicePixelRatio
    const draw = async (): Promise<void> => {
      const shown = canvas.current!
      shown.hidden = true
      if (fine <= finenessOf(table.geometry) * 1.2) return
      const part = camera.sight
      Object.assign(shown.style, {
        left: `${part.x}px`,
        top: `${part.y}px`,
        width: `${part.width}px`,
        height: `${part.height}px`,
      })
      if (await rasterize(picture.current!, shown, part, fine, () => wanted)) shown.hidden = false
    }
    const timer = setTimeout(() => void draw(), REST)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [ready, still])
  return canvas
}

export function MapPicture() {
  const desk = useDesk()
  const { geometry, board } = desk.table
  const { width, height } = geometry
  const source = api.mapUrl(board.title, theme())
  const picture = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    desk.pictured.value = false
  }, [source])
  const [whole, ready] = useWhole(desk, source, picture)
  const detail = useDetail(desk, ready, picture)
  return (
    <div class="map-pictures" data-raster={ready ? 'ready' : undefined}>
      <img
        class="map-picture"
        ref={picture}
        src={source}
        width={width}
        height={height}
        alt=""
        draggable={false}
        onLoad={() => (desk.pictured.value = true)}
        onError={() => (desk.pictured.value = true)}
      />
      <canvas class="map-bitmap" ref={whole} style={{ width: `${width}px`, height: `${height}px` }} />
      <canvas class="map-detail" ref={detail} hidden />
    </div>
  )
}
