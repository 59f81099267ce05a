import { describe, expect, it } from 'vitest'
import { format, parse, type Route } from '../src/state/route'

const PAGES: [string, Route][] = [
  ['#/', { page: 'home' }],
  ['#/game/abc', { page: 'game', id: 'abc', replay: null }],
  ['#/game/abc/replay/7', { page: 'game', id: 'abc', replay: 7 }],
  ['#/confirm/a.b-c', { page: 'confirm', word: 'a.b-c' }],
  ['#/join/K%2F1', { page: 'join', word: 'K/1' }],
  ['#/person/Ivan%20S', { page: 'person', word: 'Ivan S' }],
  ['#/account', { page: 'account' }],
  ['#/log-in', { page: 'log-in' }],
]

describe('addresses', () => {
  it.each(PAGES)('%s is read and written', (hash, route) => {
    expect(parse(hash)).toEqual(route)
    expect(format(route)).toBe(hash)
  })

  it('leads home where it leads nowhere', () => {
    for (const hash of ['', '#/nowhere', '#/confirm', '#/game', '#/%E0%A4%A'])
      expect(parse(hash)).toEqual({ page: 'home' })
  })
})
