/** Standing orders: what this side answers while its owner is away. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api'
import type { Order, ReactionInfo, StandingOrders } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Dialog } from '../ui/Dialog'
import { Icon } from '../ui/Icon'
import { RuleLink } from '../ui/RuleLink'
import { tell } from '../ui/Toast'

type Wanted = Map<string, Order>

/** The ways to answer a question, in words; the first leaves it to the person. */
function ways(reaction: ReactionInfo): [string, string][] {
  const replies = (reaction.replies ?? []).map(({ id, label }): [string, string] => [id, label])
  if (reaction.odds) replies.push(['odds', `${replies[0]![1]} unless the odds are at least …`])
  if (reaction.units) replies.push(['units', 'These units first …'])
  return [['', 'Ask me'], ...replies, ['computer', 'The computer decides']]
}

const HINT: Record<string, string> = { odds: 'Least odds, such as 1:2', units: 'Units, a comma between them' }

interface RowProps {
  reaction: ReactionInfo
  order: Order | undefined
  why: string | undefined
  turn: number
  change: (order: Order | null) => void
}

function Row({ reaction, order, why, turn, change }: RowProps) {
  const { ask, label } = reaction
  const hint = order && HINT[order.way]
  return (
    <li class="order-row">
      <label>
        <span>
          {label} <RuleLink rule={reaction.rule} />
        </span>
        <select
          aria-label={label}
          value={order?.way ?? ''}
          onChange={({ currentTarget: { value } }) => change(value ? { ask, way: value, turn: order?.turn } : null)}
        >
          {ways(reaction).map(([way, words]) => (
            <option key={way} value={way}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {order && hint && (
        <input
          aria-label={`${label}: ${hint}`}
          placeholder={hint}
          value={order.value ?? ''}
          onInput={(e) => change({ ...order, value: e.currentTarget.value })}
        />
      )}
      {order && (
        <label class="check">
          <input
            type="checkbox"
            checked={!!order.turn}
            onChange={(e) => change({ ...order, turn: e.currentTarget.checked ? turn : 0 })}
          />
          only this turn
        </label>
      )}
      {why && <p class="order-void">No longer in force: {why}.</p>}
    </li>
  )
}

export function OrdersDialog({ onClose }: { onClose: () => void }) {
  const { table } = useDesk()
  const id = table.summary.value.id
  const seat = table.seat.value
  const [found, setFound] = useState<StandingOrders | null>(null)
  const [wanted, setWanted] = useState<Wanted>(new Map())
  const [fault, setFault] = useState('')
  useEffect(() => {
    api.orders(id, seat).then(
      (orders) => {
        setFound(orders)
        setWanted(new Map(orders.orders.map(({ order }) => [order.ask, order])))
      },
      (error: Error) => setFault(error.message),
    )
  }, [id, seat])
  const change = (ask: string, order: Order | null): void => {
    const next = new Map(wanted)
    if (order) next.set(ask, order)
    else next.delete(ask)
    setWanted(next)
  }
  const voids = new Map(found?.orders.map(({ order, void: why }) => [order.ask, why]))
  const give = (): void => {
    const orders = [...wanted.values()].map(({ saw: _, ...order }) => order)
    api.giveOrders(id, { seat, orders }).then(
      () => {
        tell(orders.length ? 'Your orders are given.' : 'You will be asked everything.')
        onClose()
      },
      (error: Error) => setFault(error.message),
    )
  }
  return (
    <Dialog title={`Standing orders of the ${table.sideLabel(seat)}`} onClose={onClose} wide>
      <p class="quiet-text">
        What you answer in the other side&rsquo;s turn without being here. Only you see it. An order is void when its
        turn is over or what it rests on has changed: your hand, or a unit it names.
      </p>
      <ul class="orders">
        {found?.reactions.map((reaction) => (
          <Row
            key={reaction.ask}
            reaction={reaction}
            order={wanted.get(reaction.ask)}
            why={voids.get(reaction.ask)}
            turn={found.turn}
            change={(order) => change(reaction.ask, order)}
          />
        ))}
      </ul>
      {fault && (
        <p role="alert" class="order-void">
          {fault}
        </p>
      )}
      <div class="confirm-buttons">
        <button type="button" class="primary" disabled={!found} onClick={give}>
          <Icon name="check" size={18} /> Give these orders
        </button>
        <button
          type="button"
          class="secondary"
          disabled={!found}
          onClick={() => setWanted(new Map(found!.usual.map((order) => [order.ask, order])))}
        >
          The usual ones
        </button>
        <button type="button" class="secondary" disabled={!found} onClick={() => setWanted(new Map())}>
          None
        </button>
      </div>
    </Dialog>
  )
}
