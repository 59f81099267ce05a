/** What the keys do at the table. */
import { token } from '../model/clicks'
import { belongsToControl, commandOf } from '../model/keys'
import { cycle, type Direction, readingOrder, step } from '../model/roving'
import { say } from '../state/announce'
import type { Desk } from '../state/desk'
import { describePlace } from './describe'

const SCROLL = 90

function moveCursor(desk: Desk, direction: Direction): void {
  const { table, hand } = desk
  const from = hand.cursor.value ?? firstPlace(desk)
  if (from) goTo(desk, hand.cursor.value ? step(table.geometry, from, direction) : from)
}

function firstPlace(desk: Desk): string | null {
  const acting = actingPlaces(desk)
  return acting[0] ?? Object.keys(desk.table.geometry.places)[0] ?? null
}

function goTo(desk: Desk, place: string): void {
  desk.hand.byKeys.value = true
  desk.hand.hover.value = null
  desk.hand.cursor.value = place
  desk.camera?.show([desk.table.geometry.places[place]!])
  document.getElementById('map')?.focus({ preventScroll: true })
  say(describePlace(desk, place))
}

/** Places with a unit that may act, or that may be clicked first. */
function actingPlaces(desk: Desk): string[] {
  const { table } = desk
  const places = new Set<string>()
  for (const handle of Object.keys(table.view.value?.handles ?? {})) {
    const [kind, id] = token(handle)
    const place = kind === 'piece' ? table.view.value?.pieces[id]?.at : kind === 'place' ? id : undefined
    if (place && table.geometry.places[place]) places.add(place)
  }
  return readingOrder(table.geometry, places)
}

function targetPlaces(desk: Desk): string[] {
  const { table, hand } = desk
  const places = [...hand.targets.value.keys()]
    .map(token)
    .map(([kind, id]) => (kind === 'piece' ? table.view.value?.pieces[id]?.at : id))
  return readingOrder(
    table.geometry,
    new Set(places.filter((p): p is string => p !== undefined && !!table.geometry.places[p])),
  )
}

function hop(desk: Desk, places: string[], by: 1 | -1): void {
  const next = cycle(places, desk.hand.cursor.value, by)
  if (next) goTo(desk, next)
  else say('Nothing there.')
}

function cancel(desk: Desk): void {
  const { hand, panels } = desk
  if (hand.pending.value) hand.pending.value = null
  else if (hand.chooser.value) hand.chooser.value = null
  else if (panels.asking.value) panels.asking.value = false
  else if (hand.selection.value || hand.refusal.value) hand.clear()
  else if (hand.open.value) hand.open.value = null
  else if (panels.drawer.value) panels.drawer.value = false
  else panels.panel.value = null
  document.getElementById('map')?.focus({ preventScroll: true })
}

function inform(desk: Desk): void {
  const place = desk.hand.cursor.value
  if (place) desk.panels.inform({ kind: 'place', id: place })
  else desk.panels.asking.value = true
}

async function undo(desk: Desk): Promise<void> {
  const way = desk.table.undo.value[0]
  if (way) await desk.table.undoTo(way.to).catch((e) => desk.hand.refuse(e))
  else desk.hand.refusal.value = { text: desk.table.undoWhy.value || 'Nothing to undo.' }
}

const COMMANDS: Record<string, (desk: Desk) => unknown> = {
  'cursor-left': (d) => moveCursor(d, 'left'),
  'cursor-right': (d) => moveCursor(d, 'right'),
  'cursor-up': (d) => moveCursor(d, 'up'),
  'cursor-down': (d) => moveCursor(d, 'down'),
  'scroll-left': (d) => d.camera?.pan(SCROLL, 0),
  'scroll-right': (d) => d.camera?.pan(-SCROLL, 0),
  'scroll-up': (d) => d.camera?.pan(0, SCROLL),
  'scroll-down': (d) => d.camera?.pan(0, -SCROLL),
  'zoom-in': (d) => d.camera?.zoomBy(1.25),
  'zoom-out': (d) => d.camera?.zoomBy(0.8),
  fit: (d) => d.camera?.fit(),
  centre: (d) => d.hand.cursor.value && d.camera?.centre(d.table.geometry.places[d.hand.cursor.value]!),
  act: (d) => d.hand.cursor.value && d.hand.clickPlace(d.hand.cursor.value),
  'next-unit': (d) => hop(d, actingPlaces(d), 1),
  'previous-unit': (d) => hop(d, actingPlaces(d), -1),
  'next-target': (d) => hop(d, targetPlaces(d), 1),
  'previous-target': (d) => hop(d, targetPlaces(d), -1),
  info: inform,
  undo,
  choices: (d) => (d.panels.dialog.value = 'choices'),
  cancel,
  hand: (d) => d.panels.toggle('hand'),
  log: (d) => d.panels.toggle('log'),
  boxes: (d) => d.panels.toggle('boxes'),
  rules: (d) => d.panels.toggle('rules'),
  supply: (d) => d.cycleSupply(),
  calendar: (d) => (d.panels.dialog.value = 'calendar'),
  sequence: (d) => (d.panels.drawer.value = !d.panels.drawer.value),
  report: (d) => (d.panels.dialog.value = 'report'),
  help: (d) => (d.panels.dialog.value = 'help'),
  'replay-back': (d) => d.replay.on.value && d.replay.step(-1),
  'replay-forward': (d) => d.replay.on.value && d.replay.step(1),
}

/** Listen on the whole page: keys work wherever the focus is, unless the focused control needs them. */
export function listenToKeys(desk: Desk): () => void {
  const hear = (event: KeyboardEvent): void => {
    const stroke = { key: event.key, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey }
    if (desk.panels.dialog.value || desk.panels.cover.value || belongsToControl(stroke, event.target)) return
    const command = commandOf(stroke)
    if (!command || !COMMANDS[command]) return
    event.preventDefault()
    COMMANDS[command](desk)
  }
  addEventListener('keydown', hear)
  return () => removeEventListener('keydown', hear)
}
