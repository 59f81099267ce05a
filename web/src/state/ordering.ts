/** Carrying out a typed order: one action after the other, each looked up afresh. */
import { type Order, ordered } from '../model/orders'
import { say } from './announce'
import type { Desk } from './desk'

const MOST = 60

export async function carryOut({ table, hand }: Desk, order: Order): Promise<number> {
  const acted = new Set<string>()
  hand.close()
  try {
    while (acted.size < MOST) {
      const { choices } = await table.allChoices(order.who.join(' '))
      const scene = { board: table.board, pieces: table.view.value?.pieces ?? {} }
      const next = ordered(order, choices, scene).find((a) => !acted.has(a.clicks?.[0] ?? ''))
      if (!next) break
      acted.add(next.clicks?.[0] ?? '')
      await table.act(next.do)
    }
  } catch (error) {
    hand.refuse(error)
  }
  say(acted.size === 1 ? 'One action done.' : `${acted.size} actions done.`)
  return acted.size
}
