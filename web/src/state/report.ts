/** A report for the makers: words, the record, the view, and a picture of the map as it is seen. */
import { api } from '../api'
import type { Desk } from './desk'

const WIDTH = 1600

/** The page's own style rules, so that the copy looks like the original. */
function styles(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules].map((rule) => rule.cssText)
      } catch {
        return []
      }
    })
    .filter((text) => !text.startsWith('@font-face'))
    .join('\n')
}

const dataUrl = (type: string, text: string): string => `data:${type};charset=utf-8,${encodeURIComponent(text)}`

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** Map and pieces as a PNG. */
export async function picture(desk: Desk, theme: string): Promise<string> {
  const { width, height } = desk.table.geometry
  const layers = document.querySelector('.layers')
  if (!layers) return ''
  const copy = layers.cloneNode(true) as SVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = styles()
  copy.prepend(style)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.round((WIDTH * height) / width)
  const context = canvas.getContext('2d')!
  for (const url of [
    api.mapUrl(desk.table.board.title, theme),
    dataUrl('image/svg+xml', new XMLSerializer().serializeToString(copy)),
  ]) {
    context.drawImage(await load(url), 0, 0, canvas.width, canvas.height)
  }
  return canvas.toDataURL('image/jpeg', 0.75)
}

export interface Report {
  about: { name: string; version: string }
  game: unknown
  ply: number
  seat: string
  text: string
  record: string
  view: unknown
  page: { address: string; browser: string; width: number; height: number }
  picture: string
}

/** To whoever runs the server; the number under which it is kept. */
export async function sendReport(desk: Desk, report: Report, text: string, email: string): Promise<number> {
  const { browser, width, height } = report.page
  const { number } = await api.report(desk.table.summary.value.id, report.seat, {
    text,
    email,
    ply: report.ply,
    page: `${browser}, ${width} by ${height}`,
    picture: report.picture,
  })
  return number
}

export async function makeReport(desk: Desk, text: string, theme: string): Promise<Report> {
  const { table } = desk
  const record = await fetch(api.exportUrl(table.summary.value.id)).then((r) => (r.ok ? r.text() : ''))
  const { name, version } = await api.about()
  return {
    about: { name, version },
    game: table.summary.value,
    ply: table.ply.value,
    seat: table.seat.value,
    text,
    record,
    view: table.view.value,
    page: { address: location.hash, browser: navigator.userAgent, width: innerWidth, height: innerHeight },
    picture: await picture(desk, theme).catch(() => ''),
  }
}
