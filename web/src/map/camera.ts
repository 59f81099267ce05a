/** Scrolling and zooming: one transform on one element, nothing is drawn anew while it moves. */
import { select } from 'd3-selection'
import 'd3-transition'
import type { Signal } from '@preact/signals'
import { type D3ZoomEvent, type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom'
import { settings } from '../state/settings'
import { corner, framed, free, type Insets, insetsOf, type Size, type Spot } from './framing'

const MARGIN = 140
const CALM = 240
/** Counters of this size in pixels and more lie spread out in their stacks. */
const LARGE = 74
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const

export type Level = 'far' | 'mid' | 'near'

/** How much a counter of `size` map units may tell at a scale. */
export function level(scale: number, size: number): Level {
  const pixels = scale * size
  return pixels < 26 ? 'far' : pixels < 44 ? 'mid' : 'near'
}

/** The deeper of two strips on every edge. */
const most = (a: Insets, b: Insets): Insets => ({
  left: Math.max(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.max(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
})

export class Camera {
  private readonly behavior: ZoomBehavior<HTMLElement, unknown>
  private calm: ReturnType<typeof setTimeout> | null = null
  private readonly watcher: ResizeObserver
  private readonly bars: MutationObserver
  /** Composes the picture again while the page around it still changes; null once somebody has moved the map. */
  private compose: (() => void) | null = () => this.fit(false)

  constructor(
    private readonly viewport: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly size: Size,
    private readonly counter: number,
    /** Is the map under way, and are counters large? */
    private readonly told: { stirring: Signal<boolean>; near: Signal<boolean> },
  ) {
    this.behavior = zoom<HTMLElement, unknown>()
      .filter((event: Event) => this.mayStart(event))
      .clickDistance(6)
      .wheelDelta((event) => -event.deltaY * (event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.0022))
      .on('start', (event) => this.begin(event))
      .on('zoom', (event) => this.place(event))
      .on('end', () => {
        this.told.stirring.value = false
      })
    const selection = select(viewport)
    selection.call(this.behavior).on('dblclick.zoom', null)
    this.watcher = new ResizeObserver(() => this.resized())
    this.watcher.observe(viewport)
    this.bars = new MutationObserver(() => this.resized())
    this.bars.observe(viewport.parentElement!, { childList: true })
    void document.fonts?.ready.then(() => this.resized())
    this.resized()
  }

  /** Pieces that may be dragged keep their pointer; the right button asks for information. */
  private mayStart(event: Event): boolean {
    if (event.type === 'wheel') return true
    if ((event as MouseEvent).button) return false
    const touches = (event as TouchEvent).touches
    if (touches && touches.length > 1) return true
    return !(event.target as Element).closest('[data-drag]')
  }

  private begin(event: D3ZoomEvent<HTMLElement, unknown>): void {
    this.told.stirring.value = true
    if (event.sourceEvent) this.stir()
  }

  private stir(): void {
    this.viewport.classList.add('moving')
    if (this.calm) clearTimeout(this.calm)
    this.calm = setTimeout(() => this.rest(), CALM)
    if (!this.viewport.dataset.level) this.tellLevel()
  }

  /** What is drawn anew for another scale is drawn when the map has come to rest. */
  private rest(): void {
    this.viewport.classList.remove('moving')
    this.tellLevel()
  }

  private tellLevel(): void {
    this.viewport.dataset.level = level(this.scale, this.counter)
    this.told.near.value = this.scale * this.counter > LARGE
  }

  private place(event: D3ZoomEvent<HTMLElement, unknown>): void {
    const { x, y, k } = event.transform
    this.sheet.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${k})`
    if (event.sourceEvent) this.compose = null
    this.stir()
  }

  private get field(): Size {
    return { width: this.viewport.clientWidth, height: this.viewport.clientHeight }
  }

  /** How far the bars that lie on the map reach in from its edges, as they are drawn now. */
  private get insets(): Insets {
    return this.insetsFor()
  }

  /** The same, so that a picture of some shape has the most room. */
  private insetsFor(shape?: Size): Insets {
    const bars = this.viewport.parentElement?.querySelectorAll('[data-bar]') ?? []
    return insetsOf(
      this.viewport.getBoundingClientRect(),
      [...bars].map((bar) => bar.getBoundingClientRect()),
      shape,
    )
  }

  /** The part of the window that no bar covers. */
  private get room(): Size {
    return free(this.field, this.insets)
  }

  /** The scale at which the whole map is clear of the bars. */
  private get whole(): number {
    const room = free(this.field, this.insetsFor(this.size))
    return Math.min(room.width / this.size.width, room.height / this.size.height)
  }

  private resized(): void {
    const { width: w, height: h } = this.field
    if (w === 0 || h === 0) return
    const [whole, { left, right, top, bottom }] = [this.whole, most(this.insets, this.insetsFor(this.size))]
    const beyond = (inset: number): number => MARGIN + inset / whole
    this.behavior
      .extent([
        [0, 0],
        [w, h],
      ])
      .scaleExtent([Math.min(whole * 0.9, 1), Math.max(2.5, 110 / this.counter)])
      .translateExtent([
        [-beyond(left), -beyond(top)],
        [this.size.width + beyond(right), this.size.height + beyond(bottom)],
      ])
    this.compose?.()
  }

  /** Where the camera stands, to be taken up again by another one. */
  get stand(): ZoomTransform {
    return zoomTransform(this.viewport)
  }

  resume(stand: ZoomTransform): void {
    this.compose = null
    select(this.viewport).call(this.behavior.transform, stand)
  }

  get scale(): number {
    return zoomTransform(this.viewport).k
  }

  /** The part of the map that is in sight. */
  get sight(): Spot & Size {
    const { x, y, k } = this.stand
    const [left, top] = [Math.max(0, -x / k), Math.max(0, -y / k)]
    const right = Math.min(this.size.width, (this.field.width - x) / k)
    const bottom = Math.min(this.size.height, (this.field.height - y) / k)
    return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
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

  /** The whole map, nothing of it under a bar; on a phone as much of it as can be read. */
  fit(smoothly = true): void {
    const { width: w, height: h } = this.field
    if (w === 0 || h === 0) return
    const k = Math.max(this.whole, w < 700 ? 26 / this.counter : 0)
    const to = this.clearOfBars({ x: this.size.width / 2, y: this.size.height / 2 }, k, this.insetsFor(this.size))
    const selection = smoothly ? this.moving : select(this.viewport)
    selection.call(this.behavior.transform as never, to)
    this.compose = () => this.fit(false)
  }

  /** The first picture: spots in view and clear of the bars, chosen for the room there is, until somebody touches the
   * page. */
  open(choose: (room: Size) => Spot[]): void {
    this.compose = () => this.frame(choose(this.room))
    const touched = (): void => {
      this.compose = null
      for (const touch of TOUCHES) window.removeEventListener(touch, touched, true)
    }
    for (const touch of TOUCHES) window.addEventListener(touch, touched, { capture: true, passive: true })
    this.resized()
  }

  private frame(spots: Spot[]): void {
    if (spots.length === 0) return
    const { middle, scale } = framed(spots, this.room, this.counter)
    select(this.viewport).call(this.behavior.transform, this.clearOfBars(middle, scale))
  }

  private clearOfBars(middle: Spot, scale: number, insets = this.insets): ZoomTransform {
    const { x, y } = corner(middle, scale, this.size, this.field, insets)
    return zoomIdentity.translate(x, y).scale(scale)
  }

  private towards(spot: Spot, scale: number): ZoomTransform {
    const { width: w, height: h } = this.field
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
    this.compose = null
    this.moving.call(this.behavior.scaleBy as never, factor)
  }

  pan(dx: number, dy: number): void {
    this.compose = null
    select(this.viewport).call(this.behavior.translateBy, dx / this.scale, dy / this.scale)
  }

  /** Stop where a glide has come to: whoever clicks means what is seen there. */
  halt(): void {
    select(this.viewport).interrupt()
  }

  centre(spot: Spot, scale = this.scale): void {
    this.compose = null
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
    this.compose = null
    this.watcher.disconnect()
    this.bars.disconnect()
    select(this.viewport).on('.zoom', null)
  }
}
