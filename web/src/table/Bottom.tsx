/** The tray and the panels of battles: below, or above where they would lie on what must be clicked. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { token } from '../model/clicks'
import { type Disc, least, type Rect } from '../model/dodge'
import type { PlaceId } from '../model/ids'
import { type Desk, useDesk } from '../state/desk'
import { BattlePanel } from './BattlePanel'
import { Confirm } from './Confirm'
import { RefusalNote } from './RefusalNote'
import { ReplayBar } from './ReplayBar'
import { StackTray } from './StackTray'

const AIR = 12
type Corner = 'bottom' | 'bottom-left' | 'top' | 'top-left'

/** The places that are clicked next: targets, the unit selected, what is aimed at and the units that may take part. */
function wanted({ hand, table }: Desk): PlaceId[] {
  const pieces = table.view.value?.pieces ?? {}
  const tokens = [...hand.targets.value.keys()]
  if (hand.selection.value) tokens.push(hand.selection.value.handle)
  if (hand.aim.value) tokens.push(...Object.keys(table.view.value?.handles ?? {}), `place:${hand.aim.value}`)
  return tokens.flatMap((text) => {
    const [kind, id] = token(text)
    const place = kind === 'piece' ? pieces[id]?.at : id
    return place && table.geometry.places[place] ? [place] : []
  })
}

function spots(desk: Desk): Disc[] {
  const { camera, table } = desk
  if (!camera) return []
  return [...new Set(wanted(desk))].map((id) => {
    const place = table.geometry.places[id]!
    return { ...camera.toPage(place), r: Math.min(place.radius, table.counter) * camera.scale * 0.8 }
  })
}

/** The boxes that the parts would take at a corner: what lies at the right stays there, the rest is a column. */
function boxesAt(corner: Corner, field: DOMRect, parts: readonly DOMRect[]): Rect[] {
  const height = parts.reduce((sum, part) => Math.max(sum, part.height), 0)
  return parts.map(({ width, height: own, right }) => {
    const tall = Math.max(own, right > field.right - 2 * AIR ? own : height)
    const top = corner.startsWith('top') ? field.top + AIR : field.bottom - AIR - tall
    const middle = corner.endsWith('left') ? field.left + AIR : (field.left + field.right - width) / 2
    return { left: right > field.right - 2 * AIR ? right - width : middle, top, width, height: tall }
  })
}

function settle(desk: Desk, box: HTMLElement): void {
  const parts = [...box.children].map((child) => child.getBoundingClientRect()).filter((part) => part.width > 0)
  const field = box.parentElement!.getBoundingClientRect()
  const found = spots(desk)
  const corners: Corner[] = ['bottom', 'bottom-left', 'top', 'top-left']
  box.dataset.corner =
    parts.length === 0 || found.length === 0
      ? 'bottom'
      : least(
          corners.map((name) => ({ name, boxes: boxesAt(name, field, parts) })),
          found,
        )
}

export function Bottom() {
  const desk = useDesk()
  const { hand, table } = desk
  const box = useRef<HTMLDivElement>(null)
  const state = [hand.selection.value, hand.open.value, hand.aim.value, hand.pending.value, table.rev.value]
  const still = !desk.stirring.value
  useLayoutEffect(() => {
    if (still) settle(desk, box.current!)
  }, [...state, still])
  useEffect(() => {
    const watcher = new ResizeObserver(() => desk.stirring.value || settle(desk, box.current!))
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [desk])
  return (
    <div class="bottom" ref={box}>
      <RefusalNote />
      <Confirm />
      <BattlePanel />
      <StackTray />
      <ReplayBar />
    </div>
  )
}
