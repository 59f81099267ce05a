/** A small picture of each map, painted once and used by all tiles. */
import { signal } from '@preact/signals'
import { api } from '../api'

const WIDTH = 520

const made = signal<Record<string, string>>({})
const asked = new Set<string>()

async function paint(title: string, theme: string, key: string): Promise<void> {
  const image = new Image()
  image.src = api.mapUrl(title, theme)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.round((WIDTH * image.naturalHeight) / Math.max(1, image.naturalWidth))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob) made.value = { ...made.value, [key]: URL.createObjectURL(blob) }
}

/** The picture's address, or nothing while it is being painted. */
export function thumbnail(title: string, theme: string): string | undefined {
  const key = `${title} ${theme}`
  if (!asked.has(key)) {
    asked.add(key)
    paint(title, theme, key).catch(() => undefined)
  }
  return made.value[key]
}
