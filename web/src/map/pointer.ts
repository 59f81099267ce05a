/** Mouse, pen and finger on the map: clicks, drags, long presses, the right button, the edge of the map. */
import { effect } from '@preact/signals'
import type { PlaceId } from '../model/ids'
import type { Desk } from '../state/desk'
import { settings } from '../state/settings'
import type { Camera } from './camera'

const LONG_PRESS = 520
const SLOP = 7
const EDGE = 18
const EDGE_WAIT = 260
/** Pixels in a millisecond. */
const EDGE_SPEED = 0.8

interface Press {
  id: number
  x: number
  y: number
  /** When the browser felt it: a busy page hears of it later. */
  since: number
  piece: number | null
  /** What was seen there when it was pressed, wherever the map has gone since. */
  on: Seen
  moved: boolean
  dragging: boolean
}

interface Seen {
  piece: number | null
  place: PlaceId | null
}

const pieceOf = (target: EventTarget | null): number | null => {
  const element = (target as Element | null)?.closest?.('[data-piece]')
  return element ? Number(element.getAttribute('data-piece')) : null
}

/** A finger or pen that rested; judged by the times of the events themselves, however late they are heard. */
const isLongPress = (press: Press, up: PointerEvent): boolean =>
  up.pointerType !== 'mouse' && !press.moved && up.timeStamp - press.since >= LONG_PRESS

export class Pointer {
  private press: Press | null = null
  private swallow = false
  private seen: Seen | null = null
  private edge: { dx: number; dy: number } | null = null
  private edgeSince = 0
  private glided = 0
  private frame = 0
  private readonly off: (() => void)[] = []

  constructor(
    private readonly viewport: HTMLElement,
    private readonly camera: Camera,
    private readonly desk: Desk,
    private readonly ghost: HTMLElement,
  ) {
    this.on('pointerdown', (e) => this.down(e))
    this.on('pointermove', (e) => this.move(e))
    this.on('pointerup', (e) => this.up(e))
    this.on('pointercancel', () => this.drop())
    this.on('pointerleave', () => this.leave())
    this.on('click', (e) => this.click(e))
    this.on('dblclick', (e) => this.twice(e))
    this.on('contextmenu', (e) => {
      e.preventDefault()
      if (!this.swallow) this.inform(e.clientX, e.clientY, e.target)
      this.swallow = this.press !== null
      this.drop()
    })
    this.off.push(effect(() => void (this.viewport.dataset.asking = this.desk.panels.asking.value ? 'yes' : 'no')))
  }

  private on<K extends keyof HTMLElementEventMap>(name: K, hear: (event: HTMLElementEventMap[K]) => void): void {
    this.viewport.addEventListener(name, hear as EventListener)
    this.off.push(() => this.viewport.removeEventListener(name, hear as EventListener))
  }

  private placeAt(x: number, y: number): PlaceId | null {
    const spot = this.camera.toMap(x, y)
    return this.desk.table.finder.at(spot.x, spot.y)
  }

  /** What lies under a point: the place of a figure in the corner of a hex, a piece, or just a place. */
  private look(event: MouseEvent): Seen {
    const figure = (event.target as Element | null)?.closest?.('[data-go]')?.getAttribute('data-go')
    if (figure) return { piece: null, place: figure }
    return { piece: pieceOf(event.target), place: this.placeAt(event.clientX, event.clientY) }
  }

  /** What the mouse is over: its place, and the stack that is spread out as long as one is over any part of it. */
  private pointAt(event: PointerEvent): void {
    const { hand, table } = this.desk
    const piece = table.shown.value?.pieces[pieceOf(event.target) ?? -1]
    hand.hover.value = this.placeAt(event.clientX, event.clientY)
    hand.fanned.value = piece?.at ?? null
  }

  private inform(x: number, y: number, target: EventTarget | null): void {
    const piece = pieceOf(target)
    const place = this.placeAt(x, y)
    if (piece !== null) this.desk.panels.inform({ kind: 'piece', id: piece })
    else if (place) this.desk.panels.inform({ kind: 'place', id: place })
  }

  private down(event: PointerEvent): void {
    this.swallow = false
    if (event.button !== 0 || this.press) {
      this.drop()
      return
    }
    this.desk.hand.byKeys.value = false
    this.desk.hand.byTouch.value = event.pointerType !== 'mouse'
    const on = this.look(event)
    this.camera.halt()
    const piece = (event.target as Element).closest('[data-drag]') ? pieceOf(event.target) : null
    const { clientX: x, clientY: y, timeStamp: since, pointerId: id } = event
    this.press = { id, x, y, since, piece, on, moved: false, dragging: false }
    if (piece !== null) void this.desk.table.choicesOf(`piece:${piece}`).catch(() => undefined)
  }

  private move(event: PointerEvent): void {
    if (event.pointerType === 'mouse') this.watchEdge(event)
    const press = this.press
    if (!press || press.id !== event.pointerId) {
      if (event.pointerType === 'mouse') this.pointAt(event)
      return
    }
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP) {
      press.moved = true
      if (press.piece === null) return
      press.dragging = true
      this.viewport.setPointerCapture(event.pointerId)
      this.viewport.classList.add('dragging')
      this.ghost.dataset.piece = String(press.piece)
      if (this.desk.hand.selection.value?.handle !== `piece:${press.piece}`)
        void this.desk.hand.select(`piece:${press.piece}`)
    }
    if (!press.dragging) return
    this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`
    this.desk.hand.hover.value = this.placeAt(event.clientX, event.clientY)
  }

  private up(event: PointerEvent): void {
    const press = this.press
    this.drop()
    if (press?.id !== event.pointerId) return
    this.seen = press.moved ? null : press.on
    if (isLongPress(press, event)) {
      this.swallow = true
      this.inform(event.clientX, event.clientY, event.target)
    }
    if (!press.dragging) return
    this.swallow = true
    const place = this.placeAt(event.clientX, event.clientY)
    const from = this.desk.table.view.value?.pieces[press.piece ?? -1]?.at
    if (place && place !== from) void this.dropOn(press.piece!, place)
  }

  /** Dropped before the choices came? Then wait for them. */
  private async dropOn(piece: number, place: PlaceId): Promise<void> {
    const { hand, table } = this.desk
    await table.choicesOf(`piece:${piece}`).catch(() => undefined)
    if (hand.selection.value?.handle !== `piece:${piece}`) await hand.select(`piece:${piece}`)
    const here = table.stacks.value.get(place) ?? []
    const next = [`place:${place}`, ...here.map((p) => `piece:${p.id}`)].find((t) => hand.targets.value.has(t))
    await (next ? hand.follow(next) : hand.explain(`piece:${piece}`, place))
  }

  private drop(): void {
    this.press = null
    this.viewport.classList.remove('dragging')
    delete this.ghost.dataset.piece
  }

  private leave(): void {
    this.edge = null
    this.desk.hand.fanned.value = null
    if (!this.press) this.desk.hand.hover.value = null
  }

  private click(event: MouseEvent): void {
    if (this.swallow) {
      this.swallow = false
      return
    }
    const { hand, panels } = this.desk
    if (panels.asking.value) {
      this.inform(event.clientX, event.clientY, event.target)
      return
    }
    const { piece, place } = this.seen ?? this.look(event)
    this.seen = null
    if (event.detail > 1 && this.wholeStackAt(piece)) return
    if (piece !== null) void hand.clickPiece(piece)
    else if (place) void hand.clickPlace(place)
    else hand.close()
  }

  /** A double click takes a whole stack, where the rules let one act together; elsewhere it centres the map. */
  private twice(event: MouseEvent): void {
    const stack = this.wholeStackAt(pieceOf(event.target))
    if (stack) void this.desk.hand.takeStack(stack)
    else this.camera.centre(this.camera.toMap(event.clientX, event.clientY))
  }

  /** The place of a piece whose whole stack a double click takes. */
  private wholeStackAt(id: number | null): PlaceId | null {
    const piece = this.desk.table.shown.value?.pieces[id ?? -1]
    return piece && this.desk.hand.wholeStack(piece.at) ? piece.at : null
  }

  /** Rest where the map meets the edge of the window and it scrolls; not where it meets bars and panels. */
  private watchEdge(event: PointerEvent): void {
    const near = (low: number, high: number): number => (low < EDGE ? 1 : high < EDGE ? -1 : 0)
    const dx = near(event.clientX, innerWidth - event.clientX)
    const dy = near(event.clientY, innerHeight - event.clientY)
    const overMap = (event.target as Element).closest('.sheet, .viewport') !== null
    if (!settings.value.edgeScroll || (!dx && !dy) || !overMap || event.buttons) {
      this.edge = null
      return
    }
    if (!this.edge) this.edgeSince = performance.now()
    this.edge = { dx, dy }
    if (!this.frame) this.frame = requestAnimationFrame(() => this.glide())
  }

  private glide(): void {
    this.frame = 0
    if (!this.edge) return
    const now = performance.now()
    const far = Math.min(60, (now - Math.max(this.glided, this.edgeSince + EDGE_WAIT)) * EDGE_SPEED)
    if (far > 0) {
      this.camera.pan(this.edge.dx * far, this.edge.dy * far)
      this.glided = now
    }
    this.frame = requestAnimationFrame(() => this.glide())
  }

  destroy(): void {
    this.edge = null
    for (const off of this.off) off()
  }
}
