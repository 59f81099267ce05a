import { describe, expect, it } from 'vitest'
import { ago } from '../src/home/ago'
import type { ActionView } from '../src/model/contract.gen'
import { exact, fitting } from '../src/model/finding'
import { chapters } from '../src/model/log'
import { nearestRule, search } from '../src/model/rules'
import { format, parse } from '../src/state/route'

describe('finding a choice by words', () => {
  const actions = ['2nd Panzer 1409-1611', '9th Army 1408-1409', 'end the phase'].map((text) => ({ do: text }))

  it('wants all words, in any order', () => {
    expect(fitting(actions, '1409 army').map((a) => a.do)).toEqual(['9th Army 1408-1409'])
  })

  it('puts what starts with the words first', () => {
    expect(fitting([{ do: 'b end' }, { do: 'end' }], 'end').map((a) => a.do)).toEqual(['end', 'b end'])
  })

  it('puts what was typed in full before everything that is longer', () => {
    const both = [{ do: 'pass; swap a card' }, { do: 'Pass' }]
    expect(fitting(both, 'pass').map((a) => a.do)).toEqual(['Pass', 'pass; swap a card'])
  })

  it('lists everything for no words', () => {
    expect(fitting(actions, ' ')).toHaveLength(3)
  })
})

describe('rules', () => {
  const rules = [
    { id: '8', title: 'Movement' },
    { id: '8.5', title: 'Zones of control', text: 'Stop when you enter one.' },
    { id: '9', title: 'Rail' },
  ]

  it('fall back to the paragraph above', () => {
    expect(nearestRule(rules, '8.5.3')?.id).toBe('8.5')
    expect(nearestRule(rules, '8.1')?.id).toBe('8')
    expect(nearestRule(rules, '77.1')).toBeNull()
  })

  it('are found by words in title and text', () => {
    expect(search(rules, 'enter stop').map((r) => r.id)).toEqual(['8.5'])
  })
})

describe('the log in chapters', () => {
  it('opens a chapter when turn or phase changes', () => {
    const entry = (ply: number, turn: number, phase: string) => ({ ply, turn, phase, side: 'axis', text: '' })
    const found = chapters([entry(1, 1, 'move'), entry(2, 1, 'move'), entry(3, 1, 'fight'), entry(4, 2, 'move')])
    expect(found.map((c) => [c.turn, c.phase, c.entries.length])).toEqual([
      [1, 'move', 2],
      [1, 'fight', 1],
      [2, 'move', 1],
    ])
  })
})

describe('addresses', () => {
  it('lead home, to a game, to a ply of a replay, and back', () => {
    for (const hash of ['#/', '#/game/k3v9', '#/game/k3v9/replay/12']) expect(format(parse(hash))).toBe(hash)
  })

  it('lead home when they make no sense', () => {
    expect(parse('#/nowhere/at/all')).toEqual({ page: 'home' })
  })
})

describe('how long ago', () => {
  it('is told in words', () => {
    const now = Date.parse('2026-01-02T12:00:00Z')
    expect(ago('2026-01-02T11:59:50Z', now)).toBe('just now')
    expect(ago('2026-01-02T11:57:00Z', now)).toBe('3 minutes ago')
    expect(ago('2026-01-01T12:00:00Z', now)).toBe('yesterday')
    expect(ago('nonsense', now)).toBe('')
  })
})

describe('Enter', () => {
  const to = (place: string): ActionView => ({ do: `17Inf Axis-${place}` })
  const choices = [to('15'), to('16'), { do: 'done', label: 'End movement' }, { do: '6th Army 1608-1609' }]

  it('never takes what is not exactly meant', () => {
    expect(exact(choices, '17Inf Axis-1')).toBeNull()
    expect(exact(choices, '17Inf')).toBeNull()
    expect(exact(choices, '')).toBeNull()
  })

  it('takes a whole text, or whole words that fit one choice alone', () => {
    expect(exact(choices, '17inf axis-15')?.do).toBe('17Inf Axis-15')
    expect(exact(choices, 'end movement')?.do).toBe('done')
    expect(exact(choices, '6th 1609')?.do).toBe('6th Army 1608-1609')
  })
})
