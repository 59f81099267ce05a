/** A guided very first turn: one short lesson at a time, until all are learned or the player waves them off. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { token } from '../model/clicks'
import { LESSONS, lesson, type Seen } from '../model/lessons'
import { type Desk, useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'

const KEY = 'rasputitsa.learned'
const learned = signal<ReadonlySet<string>>(new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)))

function learn(ids: Iterable<string>): void {
  learned.value = new Set([...learned.value, ...ids])
  localStorage.setItem(KEY, [...learned.value].join(' '))
}

/** Start over, for those who want the lessons again. */
export function forgetLessons(): void {
  learned.value = new Set()
  localStorage.removeItem(KEY)
}

function look(desk: Desk, acted: number, undone: boolean): Seen {
  const { table, hand, panels } = desk
  const view = table.view.value
  const kinds = Object.keys(view?.handles ?? {}).map((h) => token(h)[0])
  return {
    asked: !!view?.prompt && (table.seat.value === 'open' || view.prompt.side === table.seat.value),
    mapHandles: kinds.includes('piece') || kinds.includes('place'),
    cardHandles: kinds.includes('card'),
    selected: hand.selection.value !== null,
    targets: hand.targets.value.size,
    acted,
    informed: panels.panel.value === 'info' && panels.subject.value !== null,
    undone,
  }
}

export function FirstSteps() {
  const desk = useDesk()
  const start = useRef(desk.table.ply.value)
  const highest = useRef(start.current)
  const undone = useRef(false)
  const ply = desk.table.ply.value
  if (ply < highest.current) undone.current = true
  highest.current = Math.max(highest.current, ply)
  const seen = look(desk, highest.current - start.current, undone.current)
  const now = lesson(seen, learned.value)
  const done = now?.done(seen) ? now.id : ''
  useEffect(() => {
    if (done) learn([done])
  }, [done])
  // A film and its digest come first: one thing to read at a time.
  const { replay, show } = desk
  if (!now || replay.on.value || show.on.value || show.digest.value) return null
  return (
    <aside class="lesson" data-bar aria-label="First steps">
      <p class="lesson-count">
        First steps {LESSONS.filter((l) => learned.value.has(l.id)).length + 1} of {LESSONS.length}
      </p>
      <h3>{now.title}</h3>
      <p>{now.text}</p>
      <div class="confirm-buttons">
        <button type="button" class="secondary" onClick={() => learn([now.id])}>
          Next
        </button>
        <button type="button" class="quiet" onClick={() => learn(LESSONS.map((l) => l.id))}>
          <Icon name="close" size={16} /> I know all that
        </button>
      </div>
    </aside>
  )
}
