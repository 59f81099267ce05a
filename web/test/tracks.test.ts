import { describe, expect, it } from 'vitest'
import { spacesOf } from '../src/model/tracks'

describe('a track', () => {
  it('is a row of spaces with a marker, some of them with words', () => {
    const war = { id: 'war', label: 'War status', value: '2', first: 0, last: 3, at: 2, spaces: { 3: 'Total War' } }
    expect(spacesOf(war).map((s) => (s.marked ? `[${s.number}]` : `${s.number}${s.words && ` ${s.words}`}`))).toEqual([
      '0',
      '1',
      '[2]',
      '3 Total War',
    ])
  })

  it('is a figure alone without a first and last space', () => {
    expect(spacesOf({ id: 'vp', label: 'VP', value: '12' })).toEqual([])
  })
})
