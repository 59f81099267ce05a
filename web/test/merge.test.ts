import { describe, expect, it } from 'vitest'
import { follow } from '../src/model/log'
import { merge } from '../src/model/merge'

describe('a difference of two views', () => {
  const before = {
    pieces: { '12': { id: 12, at: '1409', marks: ['target'] }, '13': { id: 13, at: '1500' } },
    banner: { turn: 1, phase: 'movement' },
    buttons: [{ do: 'pass' }],
  }

  it('changes what it names and keeps the identity of the rest', () => {
    const after = merge(before, { pieces: { '12': { at: '1611' } } })
    expect(after.pieces['12']).toEqual({ id: 12, at: '1611', marks: ['target'] })
    expect(after.pieces['13']).toBe(before.pieces['13'])
    expect(after.banner).toBe(before.banner)
  })

  it('removes what is null and leaves the old view alone', () => {
    const after = merge(before, { pieces: { '12': null } })
    expect(Object.keys(after.pieces)).toEqual(['13'])
    expect(Object.keys(before.pieces)).toEqual(['12', '13'])
  })

  it('replaces lists as a whole', () => {
    expect(merge(before, { buttons: [] }).buttons).toEqual([])
  })

  it('puts an object where there was none', () => {
    expect(merge(before, { prompt: { side: 'axis', text: 'Move' } })).toMatchObject({ prompt: { text: 'Move' } })
  })
})

describe('the log', () => {
  const log = [1, 2, 3].map((ply) => ({ ply, side: 'axis', text: `deed ${ply}`, turn: 1, phase: 'movement' }))

  it('grows by what an update brings', () => {
    expect(follow(log, 3, [{ ...log[0]!, ply: 4 }]).map((e) => e.ply)).toEqual([1, 2, 3, 4])
  })

  it('is cut back by an undo', () => {
    expect(follow(log, 1, []).map((e) => e.ply)).toEqual([1])
  })
})
