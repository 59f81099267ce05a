/** All choices as text: type to find one, arrows and Enter to take it. Everything can be played from here. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { wording } from '../model/clicks'
import type { ActionView } from '../model/contract.gen'
import { fitting } from '../model/finding'
import { ordered, parseOrder } from '../model/orders'
import { useDesk } from '../state/desk'
import { carryOut } from '../state/ordering'
import { Dialog } from '../ui/Dialog'

const MOST = 200

function detail(action: ActionView): string {
  const { cost, odds, pays, warning } = action.preview ?? {}
  return [
    cost !== undefined && `cost ${cost}`,
    odds && `odds ${odds.final}`,
    pays !== undefined && `pays ${pays}`,
    warning,
  ]
    .filter(Boolean)
    .join(' · ')
}

export function ChoicesDialog({ onClose }: { onClose: () => void }) {
  const desk = useDesk()
  const { table, hand } = desk
  const [choices, setChoices] = useState<ActionView[] | null>(null)
  const [more, setMore] = useState(0)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const rev = table.rev.value
  /** Asked for by name, in case there are too many choices to list. */
  const named = more > 0 || choices === null ? table.namedHandles(words).join(' ') : ''
  useEffect(() => {
    const handle = hand.selection.value?.handle
    let current = true
    table.allChoices(words).then(
      (found) => {
        if (!current) return
        const first = (a: ActionView): number => Number(a.clicks?.[0] !== handle)
        setChoices(handle ? found.choices.toSorted((a, b) => first(a) - first(b)) : found.choices)
        setMore(found.more)
      },
      (error) => {
        setChoices([])
        hand.refuse(error)
      },
    )
    return () => {
      current = false
    }
  }, [rev, named])
  const found = fitting(choices ?? [], words).slice(0, MOST)
  const chosen = Math.min(at, Math.max(0, found.length - 1))
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const order = parseOrder(words)
  const scene = { board: table.board, pieces: table.view.value?.pieces ?? {} }
  const meant = order && choices ? ordered(order, choices, scene) : []
  const obey = (): void => {
    if (!order) return
    onClose()
    void carryOut(desk, order)
  }
  const take = (action: ActionView | undefined): void => {
    if (!action) return
    onClose()
    void hand.perform(action)
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) setAt((chosen + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') meant.length > 0 ? obey() : take(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={table.view.value?.prompt?.text ?? 'Choices'} onClose={onClose} kind="choices">
      <label class="field">
        <span>Find a choice, or type an order: “2nd Panzer and 4th Army attack West”, “All -&gt; Kharkov”</span>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
          autocomplete="off"
          autofocus
          value={words}
          onInput={(e) => {
            setWords(e.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
      </label>
      {meant.length > 0 && (
        <button type="button" class="primary" data-order onClick={obey}>
          Order: {meant.map(wording).join(', ')}
        </button>
      )}
      <ul class="choice-list" role="listbox" id={listId} ref={list} aria-label="Choices">
        {found.map((action, i) => (
          <li
            key={action.do}
            role="option"
            id={`${listId}-${i}`}
            aria-selected={i === chosen}
            data-do={action.do}
            onClick={() => take(action)}
          >
            <span>{wording(action)}</span>
            <small>{detail(action)}</small>
          </li>
        ))}
      </ul>
      <p class="quiet-text" role="status">
        {choices === null
          ? 'Looking …'
          : `${fitting(choices, words).length} choices${more ? `, ${more} more not listed: select a unit first` : ''}`}
      </p>
    </Dialog>
  )
}
