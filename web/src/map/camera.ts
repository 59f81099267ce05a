/** Scrolling and zooming: one transform on one element, nothing is drawn anew while it moves. */
import { select } from 'd3-selection'
import 'd3-transition'
import { type D3ZoomEvent, type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import { settings } from '../state/settings'

const MARGIN = 140
const CALM = 140

export interface Spot {
  x: number
  y: number
}

export type Level = 'far' | 'mid' | 'near'

/** How much a counter of `size` map units may tell at a scale. */
export function level(scale: number, size: number): Level {
  const pixels = scale * size
  return pixels < 26 ? 'far' : pixels < 44 ? 'mid' : 'near'
}

export class Camera {
  private readonly behavior: ZoomBehavior<HTMLElement, unknown>
  private calm: ReturnType<typeof setTimeout> | null = null
  private readonly watcher: ResizeObserver
  private fitted = true

  constructor(
    private readonly viewport: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly size: { width: number; height: number },
    private readonly counter: number,
  ) {
    this.behavior = zoom<HTMLElement, unknown>()
      .filter((event: Event) => this.mayStart(event))
      .clickDistance(6)
      .wheelDelta((event) => -event.deltaY * (event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.0022))
      .on('start', (event) => event.sourceEvent && this.stir())
      .on('zoom', (event) => this.place(event))
    const selection = select(viewport)
    selection.call(this.behavior).on('dblclick.zoom', null)
    this.watcher = new ResizeObserver(() => this.resized())
    this.watcher.observe(viewport)
    this.resized()
    this.fit(false)
  }

  /** Pieces that may be dragged keep their pointer; the right button asks for information. */
  private mayStart(event: Event): boolean {
    if (event.type === 'wheel') return true
    if ((event as MouseEvent).button) return false
    const touches = (event as TouchEvent).touches
    if (touches && touches.length > 1) return true
    return !(event.target as Element).closest('[data-drag]')
  }

  private stir(): void {
    this.viewport.classList.add('moving')
    if (this.calm) clearTimeout(this.calm)
    this.calm = setTimeout(() => this.viewport.classList.remove('moving'), CALM)
  }

  private place(event: D3ZoomEvent<HTMLElement, unknown>): void {
    const { x, y, k } = event.transform
    this.sheet.style.transform = `translate(${x}px, ${y}px) scale(${k})`
    this.viewport.dataset.level = level(k, this.counter)
    if (event.sourceEvent) this.fitted = false
    this.stir()
  }

  private resized(): void {
    const { clientWidth: w, clientHeight: h } = this.viewport
    if (w === 0 || h === 0) return
    const fit = Math.min(w / this.size.width, h / this.size.height)
    this.behavior
      .extent([
        [0, 0],
        [w, h],
      ])
      .scaleExtent([Math.min(fit * 0.9, 1), Math.max(2.5, 110 / this.counter)])
      .translateExtent([
        [-MARGIN, -MARGIN],
        [this.size.width + MARGIN, this.size.height + MARGIN],
      ])
    if (this.fitted) this.fit(false)
  }

  /** Where the camera stands, to be taken up again by another one. */
  get stand(): ZoomTransform {
    return zoomTransform(this.viewport)
  }

  resume(stand: ZoomTransform): void {
    this.fitted = false
    select(this.viewport).call(this.behavior.transform, stand)
  }

  get scale(): number {
    return zoomTransform(this.viewport).k
  }

  /** Map coordinates of a point of the page. */
  toMap(clientX: number, clientY: number): Spot {
    const box = this.viewport.getBoundingClientRect()
    const [x, y] = zoomTransform(this.viewport).invert([clientX - box.left, clientY - box.top])
    return { x, y }
  }

  /** Page coordinates of a point of the map. */
  toPage(spot: Spot): Spot {
    const box = this.viewport.getBoundingClientRect()
    const [x, y] = zoomTransform(this.viewport).apply([spot.x, spot.y])
    return { x: x + box.left, y: y + box.top }
  }

  private get moving() {
    const selection = select(this.viewport)
    const still = !settings.value.motion || matchMedia('(prefers-reduced-motion: reduce)').matches
    return still ? selection : selection.transition().duration(260)
  }

  fit(smoothly = true): void {
    const { clientWidth: w, clientHeight: h } = this.viewport
    if (w === 0 || h === 0) return
    const k = Math.max(Math.min(w / this.size.width, h / this.size.height), w < 700 ? 26 / this.counter : 0)
    const to = this.towards({ x: this.size.width / 2, y: this.size.height / 2 }, k)
    const selection = smoothly ? this.moving : select(this.viewport)
    selection.call(this.behavior.transform as never, to)
    this.fitted = true
  }

  /** Frame spots with some air around them, counters neither too small to read nor too large. */
  frame(spots: Spot[]): void {
    const { clientWidth: w, clientHeight: h } = this.viewport
    if (spots.length === 0 || w === 0) return
    const xs = spots.map((s) => s.x)
    const ys = spots.map((s) => s.y)
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const air = this.counter * 2.4
    const whole = Math.min(w / (x1 - x0 + air), h / (y1 - y0 + air))
    const scale = Math.min(62 / this.counter, Math.max(w < 700 ? 36 / this.counter : 34 / this.counter, whole))
    this.jump({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 }, scale)
  }

  private jump(spot: Spot, scale: number): void {
    this.fitted = false
    select(this.viewport).call(this.behavior.transform, this.towards(spot, scale))
  }

  private towards(spot: Spot, scale: number): ZoomTransform {
    const { clientWidth: w, clientHeight: h } = this.viewport
    const wish = zoomIdentity
      .translate(w / 2, h / 2)
      .scale(scale)
      .translate(-spot.x, -spot.y)
    const bounds: [[number, number], [number, number]] = [
      [0, 0],
      [w, h],
    ]
    return this.behavior.constrain()(wish, bounds, this.behavior.translateExtent())
  }

  zoomBy(factor: number): void {
    this.fitted = false
    this.moving.call(this.behavior.scaleBy as never, factor)
  }

  pan(dx: number, dy: number): void {
    this.fitted = false
    select(this.viewport).call(this.behavior.translateBy, dx / this.scale, dy / this.scale)
  }

  centre(spot: Spot, scale = this.scale): void {
    this.fitted = false
    this.moving.call(this.behavior.transform as never, this.towards(spot, scale))
  }

  private inSight = (spot: Spot): boolean => {
    const { clientWidth: w, clientHeight: h } = this.viewport
    const [x, y] = zoomTransform(this.viewport).apply([spot.x, spot.y])
    return x > 60 && y > 60 && x < w - 60 && y < h - Math.min(180, h * 0.3)
  }

  /** Is any of them in sight? */
  sees(spots: Spot[]): boolean {
    return spots.some(this.inSight)
  }

  /** Bring spots into sight if they are not all; zoom in if the counters could not be read. */
  show(spots: Spot[]): void {
    if (spots.every(this.inSight)) return
    const x = spots.reduce((sum, s) => sum + s.x, 0) / spots.length
    const y = spots.reduce((sum, s) => sum + s.y, 0) / spots.length
    this.centre({ x, y }, Math.max(this.scale, 34 / this.counter))
  }

  destroy(): void {
    this.watcher.disconnect()
    select(this.viewport).on('.zoom', null)
  }
}
