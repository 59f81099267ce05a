import { describe, expect, it } from 'vitest'
import { begin, click, complete, targets, together, token } from '../src/model/clicks'
import type { ActionView } from '../src/model/contract.gen'

const move = (to: string, cost = 1): ActionView => ({
  do: `2nd Panzer 1409-${to}`,
  clicks: ['piece:12', 'place:1409', `place:${to}`],
  preview: { cost },
})

describe('a selection of a unit that may move', () => {
  const selection = begin('piece:12', [move('1410'), move('1611', 3)])

  it('skips the hex where the unit stands, which is the same for all moves', () => {
    expect(selection.depth).toBe(2)
    expect([...targets(selection).keys()]).toEqual(['place:1410', 'place:1611'])
  })

  it('acts when a reachable hex is clicked', () => {
    const outcome = click(selection, 'place:1611')
    expect(outcome).toMatchObject({ kind: 'act', action: { do: '2nd Panzer 1409-1611' } })
  })

  it('does nothing when another hex is clicked', () => {
    expect(click(selection, 'place:9999')).toEqual({ kind: 'nothing' })
  })
})

describe('one reachable hex only', () => {
  it('still waits for the deciding click', () => {
    const selection = begin('piece:12', [move('1410')])
    expect(complete(selection)).toEqual([])
    expect(click(selection, 'place:1410').kind).toBe('act')
  })
})

describe('actions of the handle alone', () => {
  const improve: ActionView = { do: 'improve 2nd Panzer', clicks: ['piece:12'] }

  it('are ready as buttons beside the moves', () => {
    const selection = begin('piece:12', [improve, move('1410')])
    expect(complete(selection)).toEqual([improve])
    expect(targets(selection).has('place:1410')).toBe(true)
  })

  it('count as ready without any clicks at all', () => {
    const pass: ActionView = { do: 'pass' }
    expect(complete(begin('button:0', [pass]))).toEqual([pass])
  })
})

describe('a longer path', () => {
  const sortie = (target: string, support: string): ActionView => ({
    do: `${target} ${support}`,
    clicks: ['piece:1', `place:${target}`, `card:${support}`],
  })
  const actions = [sortie('A', '1'), sortie('A', '2'), sortie('B', '1')]

  it('narrows click by click', () => {
    const first = click(begin('piece:1', actions), 'place:A')
    expect(first.kind).toBe('narrowed')
    if (first.kind !== 'narrowed') return
    expect([...targets(first.selection).keys()]).toEqual(['card:1', 'card:2'])
    expect(click(first.selection, 'card:2')).toMatchObject({ kind: 'act', action: { do: 'A 2' } })
  })

  it('lets the deciding thing be clicked first and asks which was meant', () => {
    const outcome = click(begin('piece:1', actions), 'card:1')
    expect(outcome).toMatchObject({ kind: 'choose' })
    if (outcome.kind === 'choose') expect(outcome.actions.map((a) => a.do)).toEqual(['A 1', 'B 1'])
  })

  it('asks when two actions have the same clicks', () => {
    const twins: ActionView[] = [
      { do: 'retreat fast', clicks: ['piece:1', 'place:A'] },
      { do: 'retreat slow', clicks: ['piece:1', 'place:A'] },
    ]
    expect(click(begin('piece:1', twins), 'place:A').kind).toBe('choose')
  })

  it('ends where it is clicked, though another path goes on from there', () => {
    const ways: ActionView[] = [
      { do: 'stop in A', clicks: ['piece:1', 'place:A'] },
      { do: 'through A to B', clicks: ['piece:1', 'place:A', 'place:B'] },
    ]
    expect(click(begin('piece:1', ways), 'place:A')).toMatchObject({ kind: 'act', action: { do: 'stop in A' } })
    expect(click(begin('piece:1', ways), 'place:B')).toMatchObject({ kind: 'act', action: { do: 'through A to B' } })
  })
})

it('a token keeps the colons of a box', () => {
  expect(token('place:box:axis:shattered')).toEqual(['place', 'box:axis:shattered'])
})

describe('a whole stack', () => {
  const unit = (id: number, ...to: string[]) => ({
    handle: `piece:${id}`,
    actions: to.map((place) => ({ do: `${id} to ${place}`, clicks: [`piece:${id}`, `place:${place}`] })),
  })

  it('may go where all of its units may go, each with its own action', () => {
    const found = together('stack:1', [unit(1, 'A', 'B'), unit(2, 'B', 'C')])
    expect(found.map((one) => one.clicks)).toEqual([['stack:1', 'place:B']])
    expect(found[0]!.each.map((one) => one.do)).toEqual(['1 to B', '2 to B'])
  })

  it('has nowhere to go when they have no place in common', () => {
    expect(together('stack:1', [unit(1, 'A'), unit(2, 'C')])).toEqual([])
  })
})
