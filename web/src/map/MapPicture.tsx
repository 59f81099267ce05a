/** The server's picture of the map: its drawing until a bitmap of it is ready, and again where one looks closely. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api'
import { useDesk } from '../state/desk'
import { theme } from '../state/settings'
import { rasterize } from './raster'

export function MapPicture() {
  const desk = useDesk()
  const { geometry, board } = desk.table
  const { width, height } = geometry
  const source = api.mapUrl(board.title, theme())
  const picture = useRef<HTMLImageElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ready, setReady] = useState('')
  const loaded = desk.pictured.value
  useLayoutEffect(() => {
    desk.pictured.value = false
  }, [source])
  useEffect(() => {
    let wanted = true
    if (loaded && picture.current?.naturalWidth)
      void rasterize(picture.current, canvas.current!, { width, height }, () => wanted).then(
        (done) => done && setReady(source),
      )
    return () => {
      wanted = false
    }
  }, [source, loaded])
  return (
    <div class="map-pictures" data-raster={ready === source ? 'ready' : undefined}>
      <canvas class="map-bitmap" ref={canvas} style={{ width: `${width}px`, height: `${height}px` }} />
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
    </div>
  )
}
