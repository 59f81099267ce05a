/** Undo: how far each step goes, and why no further. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Undo } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'

const NAMES: Record<string, string> = {
  action: 'last action',
  move: 'last move',
  phase: 'whole phase',
  turn: 'whole turn',
}

const opened = signal(false)

/** What a way takes back: one action by its words, several by their number and where they begin. */
function whatOf(way: Undo): string {
  const first = way.label ?? ''
  if (way.plies === 1) return first || 'one action'
  return first ? `${way.plies} actions, back to before “${first}”` : `${way.plies} actions`
}

function Way({ way }: { way: Undo }) {
  const { table, hand } = useDesk()
  const undo = async (): Promise<void> => {
    opened.value = false
    await table.undoTo(way.to).catch((e) => hand.refuse(e))
  }
  return (
    <li>
      <button type="button" role="menuitem" data-undo={way.what} onClick={() => void undo()}>
        <strong>Undo the {NAMES[way.what] ?? way.what}</strong>
        <small>{whatOf(way)}</small>
        {way.short && way.why && <small class="why">No further: {way.why}</small>}
      </button>
    </li>
  )
}

/** The last action, taken back at one click. */
function Last({ way, why }: { way: Undo | undefined; why: string }) {
  const { table, hand } = useDesk()
  const undo = (): void => {
    if (way) void table.undoTo(way.to).catch((e) => hand.refuse(e))
    else opened.value = !opened.value
  }
  const what = way ? `Undo: ${whatOf(way)}` : why
  return (
    <button type="button" class="quiet" data-undo-last title={what} aria-label={way ? what : 'Undo'} onClick={undo}>
      <Icon name="undo" size={18} />
      <span class="wide-only">Undo</span>
    </button>
  )
}

export function UndoMenu() {
  const { table } = useDesk()
  const box = useRef<HTMLDivElement>(null)
  const ways = table.undo.value
  useEffect(() => {
    const away = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) opened.value = false
    }
    addEventListener('pointerdown', away)
    return () => removeEventListener('pointerdown', away)
  }, [])
  const text = ways.length > 0 ? 'Undo' : table.undoWhy.value || 'Nothing to undo'
  return (
    <div
      class="undo"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !opened.value) return
        event.stopPropagation()
        opened.value = false
      }}
    >
      <Last way={ways[0]} why={text} />
      <button
        type="button"
        class="quiet undo-more"
        aria-haspopup="menu"
        aria-expanded={opened.value}
        aria-label="More to undo"
        title="How far to undo"
        onClick={() => {
          opened.value = !opened.value
        }}
      >
        <Icon name="down" size={14} />
      </button>
      {opened.value && (
        <div class="popover">
          {ways.length > 0 ? (
            <ul role="menu" aria-label="Undo">
              {ways.map((way) => (
                <Way key={way.what} way={way} />
              ))}
            </ul>
          ) : (
            <p>
              {table.undoWhy.value ? `Nothing can be undone: ${table.undoWhy.value}.` : 'Nothing has been done yet.'}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
