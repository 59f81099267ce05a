import { describe, expect, it } from 'vitest'
import { left, moment, since, span } from '../src/online/when'
import { termWords } from '../src/online/words'

const NOW = Date.parse('2026-07-04T10:00:00.000Z')

describe('times', () => {
  it('are shown in the zone of the reader', () => {
    expect(moment('2026-07-04T10:00:00.000Z', 'Europe/Berlin', 'en-GB')).toContain('12:00')
    expect(moment('2026-07-04T22:30:00.000Z', 'Asia/Tokyo', 'en-GB')).toContain('5 Jul')
  })

  it('of an unknown zone are shown in UTC', () => {
    expect(moment('2026-07-04T10:00:00.000Z', 'Nowhere/Land')).toContain('10:00')
  })

  it.each([
    [30, 'a minute'],
    [30 * 60, '30 minutes'],
    [5 * 3600, '5 hours'],
    [3 * 86400, '3 days'],
  ])('%d seconds are %s', (seconds, words) => expect(span(seconds)).toBe(words))

  it('tell how long it has been and how long there is', () => {
    expect(since('2026-07-01T10:00:00.000Z', NOW)).toBe('3 days')
    expect(left('2026-07-04T14:00:00.000Z', NOW)).toBe('4 hours left')
    expect(left('2026-07-04T09:00:00.000Z', NOW)).toBe('out of time')
    expect(left('2026-07-07T09:59:00.000Z', NOW)).toBe('3 days left')
    expect(left('2026-07-06T22:30:00.000Z', NOW)).toBe('2 days, 13 hours left')
    expect(left('2026-07-14T22:30:00.000Z', NOW)).toBe('10 days left')
  })
})

describe('terms', () => {
  it('are told in a few words', () => {
    expect(termWords({ days: 3, holidays: true, rated: true, public: false })).toEqual([
      '3 days for each turn, not on holidays',
      'Rated',
      'Private',
    ])
    expect(termWords({ days: 0 })[0]).toBe('No clock')
  })
})
