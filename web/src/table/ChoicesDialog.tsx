/** All choices as text: type to find one, arrows and Enter to take it. Everything can be played from here. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { wording } from '../model/clicks'
import type { ActionView } from '../model/contract.gen'
import { exact, fitting } from '../model/finding'
import { type LeftOut, leftOut, type Order, ordered, parseOrder } from '../model/orders'
import { useDesk } from '../state/desk'
import { carryOut } from '../state/ordering'
import { Dialog } from '../ui/Dialog'

const MOST = 200

function detail(action: ActionView): string {
  const { cost, odds, pays, warning } = action.preview ?? {}
  return [
    cost !== undefined && `costs ${cost}`,
    odds?.final && `odds ${odds.final}`,
    pays !== undefined && `pays ${pays}`,
    warning,
  ]
    .filter(Boolean)
    .join(' · ')
}

const counted = (n: number): string => (n === 1 ? 'One choice' : `${n} choices`)

/** Why those whom an order leaves out cannot take part, looked up as it is typed. */
function useReasons(left: readonly LeftOut[]): string[] {
  const { table } = useDesk()
  const [reasons, setReasons] = useState<string[]>([])
  const key = JSON.stringify(left)
  useEffect(() => {
    let current = true
    const why = async ({ wish, piece, place }: LeftOut): Promise<string> => {
      if (piece === undefined) return `Nobody and nothing here is called “${wish}”.`
      const answer = await table.ask({ question: 'why_not', piece, place }).catch(() => null)
      const name = table.pieceName(table.view.value!.pieces[piece]!)
      return `${name}: ${answer?.text || 'cannot do that now.'}`
    }
    void Promise.all(left.map(why)).then((found) => current && setReasons(found))
    return () => {
      current = false
    }
  }, [key])
  return left.length > 0 ? reasons : []
}

/** An order as it would be carried out, and who is left out of it. */
function OrderNote({ order, meant, reasons, obey }: OrderProps) {
  const only = reasons.length > 0 ? 'Order only: ' : 'Order: '
  return (
    <>
      {reasons.length > 0 && (
        <ul class="left-out" role="alert" data-left-out>
          {reasons.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {meant.length > 0 && (
        <button type="button" class="primary" data-order onClick={() => obey(order)}>
          {only}
          {meant.map((action) => wording(action)).join(', ')}
        </button>
      )}
    </>
  )
}

interface OrderProps {
  order: Order
  meant: ActionView[]
  reasons: string[]
  obey: (order: Order) => void
}

export function ChoicesDialog({ onClose }: { onClose: () => void }) {
  const desk = useDesk()
  const { table, hand } = desk
  const [choices, setChoices] = useState<ActionView[] | null>(null)
  const [more, setMore] = useState(0)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [picked, setPicked] = useState(false)
  const [vague, setVague] = useState(false)
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
  const side = table.view.value?.prompt?.side ?? ''
  const left = order && choices ? leftOut(order, meant, side, scene) : []
  const reasons = useReasons(left)
  const [warned, setWarned] = useState(false)
  const obey = (given: Order): void => {
    onClose()
    void carryOut(desk, given)
  }
  const take = (action: ActionView | undefined): void => {
    if (!action) return
    onClose()
    void hand.perform(action)
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) {
      setPicked(true)
      setAt((chosen + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  /** Enter does what was picked with the arrows or typed exactly; an order that leaves somebody out is shown first. */
  const enter = (): void => {
    if (picked || !words) take(found[chosen])
    else if (order && meant.length > 0 && (left.length === 0 || warned)) obey(order)
    else if (order && left.length > 0) setWarned(true)
    else if (exact(choices ?? [], words)) take(exact(choices ?? [], words)!)
    else setVague(true)
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
            setPicked(false)
            setVague(false)
            setWarned(false)
          }}
          onKeyDown={onKey}
        />
      </label>
      {order && <OrderNote order={order} meant={meant} reasons={reasons} obey={obey} />}
      {vague && (
        <p class="warning" role="alert" data-vague>
          Nothing is called exactly that. Pick one with the arrow keys, or type more.
        </p>
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
      <p class="quiet-text" role="status" hidden={meant.length > 0 && found.length === 0}>
        {choices === null
          ? 'Looking …'
          : `${counted(fitting(choices, words).length)}${more ? `, ${more} more not listed: select a unit first` : ''}`}
      </p>
    </Dialog>
  )
}
