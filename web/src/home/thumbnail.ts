/** Small pictures for tiles: each map painted once, and on it the position of a game. */
import { signal } from '@preact/signals'
import { api } from '../api'
import type { Geometry, SeatView, Summary } from '../model/contract.gen'
import { borders, frontLine } from '../model/front'
import { type Box, crop } from '../model/tiles'
import { STRONG } from '../pieces/palette'

const WIDTH = 1400
/** A tile's picture, in pixels; twice what it takes on the page. */
const TILE = { width: 680, height: 340 }

const maps = new Map<string, Promise<HTMLCanvasElement>>()
const fronts = new Map<string, ReturnType<typeof borders>>()
const made = signal<Record<string, string>>({})
const asked = new Set<string>()

async function paintMap(title: string, theme: string): Promise<HTMLCanvasElement> {
  const image = new Image()
  image.src = api.mapUrl(title, theme)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.round((WIDTH * image.naturalHeight) / Math.max(1, image.naturalWidth))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

function mapOf(title: string, theme: string): Promise<HTMLCanvasElement> {
  const key = `${title} ${theme}`
  const known = maps.get(key) ?? paintMap(title, theme)
  maps.set(key, known)
  known.catch(() => maps.delete(key))
  return known
}

async function keep(key: string, canvas: HTMLCanvasElement): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob) made.value = { ...made.value, [key]: URL.createObjectURL(blob) }
}

/** Pictures are painted one after another, so that the page stays quick. */
let queue: Promise<void> = Promise.resolve()

function ask(key: string, paint: () => Promise<HTMLCanvasElement>): string | undefined {
  if (!asked.has(key)) {
    asked.add(key)
    queue = queue.then(async () => keep(key, await paint())).catch(() => void asked.delete(key))
  }
  return made.value[key]
}

/** The address of a map's picture, or nothing while it is being painted. */
export const thumbnail = (title: string, theme: string): string | undefined =>
  ask(`${title} ${theme}`, () => mapOf(title, theme))

function paintFront(pen: CanvasRenderingContext2D, title: string, geometry: Geometry, view: SeatView): void {
  const known = fronts.get(title) ?? borders(geometry)
  fronts.set(title, known)
  pen.strokeStyle = '#c8372b'
  pen.lineWidth = geometry.piece * 0.14
  pen.stroke(new Path2D(frontLine(known, (id) => view.places[id]?.control)))
}

/** Units as squares and discs in the colour of their side: where they stand, not what they are. */
function paintPieces(pen: CanvasRenderingContext2D, geometry: Geometry, view: SeatView): void {
  const size = geometry.piece
  const high = new Map<string, number>()
  for (const piece of Object.values(view.pieces)) {
    const place = geometry.places[piece.at]
    if (!place || piece.small) continue
    const level = high.get(piece.at) ?? 0
    high.set(piece.at, level + 1)
    if (level > 2) continue
    const [x, y] = [place.x - size / 2 + level * size * 0.16, place.y - size / 2 - level * size * 0.16]
    paintUnit(pen, piece.owner, x, y, size)
  }
}

function paintUnit(pen: CanvasRenderingContext2D, owner: string, x: number, y: number, size: number): void {
  pen.beginPath()
  pen.roundRect(x, y, size, size, size * 0.12)
  pen.fillStyle = STRONG[owner] ?? '#6b6350'
  pen.strokeStyle = '#14120e'
  pen.lineWidth = size * 0.06
  pen.fill()
  pen.stroke()
  pen.strokeStyle = 'rgba(255, 255, 255, 0.9)'
  pen.lineWidth = size * 0.08
  pen.strokeRect(x + size * 0.2, y + size * 0.3, size * 0.6, size * 0.4)
}

async function paintPosition(game: Summary, seat: string, theme: string): Promise<HTMLCanvasElement> {
  const [map, { geometry }, { view }] = await Promise.all([
    mapOf(game.title, theme),
    api.board(game.title),
    api.view(game.id, seat),
  ])
  const canvas = document.createElement('canvas')
  canvas.width = TILE.width
  canvas.height = TILE.height
  const pen = canvas.getContext('2d')!
  const box: Box = crop(geometry, view, TILE.width / TILE.height)
  const [fromMap, toTile] = [map.width / geometry.width, TILE.width / box.width]
  pen.drawImage(
    map,
    box.x * fromMap,
    box.y * fromMap,
    box.width * fromMap,
    box.height * fromMap,
    0,
    0,
    TILE.width,
    TILE.height,
  )
  pen.setTransform(toTile, 0, 0, toTile, -box.x * toTile, -box.y * toTile)
  paintFront(pen, game.title, geometry, view)
  paintPieces(pen, geometry, view)
  return canvas
}

/** The address of a picture of a game's position as a seat sees it; until it is painted, that of the bare map. */
export function positionPicture(game: Summary, seat: string, theme: string): { url?: string; real: boolean } {
  const url = ask(`${game.id} ${game.rev} ${seat} ${theme}`, () => paintPosition(game, seat, theme))
  return url ? { url, real: true } : { url: thumbnail(game.title, theme), real: false }
}
