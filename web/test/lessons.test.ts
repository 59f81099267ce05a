import { describe, expect, it } from 'vitest'
import { LESSONS, lesson, type Seen } from '../src/model/lessons'

const start: Seen = {
  asked: true,
  mapHandles: true,
  cardHandles: false,
  selected: false,
  targets: 0,
  acted: 0,
  informed: false,
  undone: false,
}

describe('the guided first turn', () => {
  it('begins with picking a unit, then sending it somewhere', () => {
    expect(lesson(start, new Set())?.id).toBe('select')
    const selected = { ...start, selected: true, targets: 12 }
    expect(lesson(start, new Set())?.done(selected)).toBe(true)
    expect(lesson(selected, new Set(['select']))?.id).toBe('go')
  })

  it('begins with cards where cards are asked for', () => {
    expect(lesson({ ...start, mapHandles: false, cardHandles: true }, new Set())?.id).toBe('cards')
  })

  it('teaches undo only after something was done', () => {
    const most = new Set(['cards', 'select', 'go', 'info'])
    expect(lesson(start, most)).toBeNull()
    expect(lesson({ ...start, acted: 1 }, most)?.id).toBe('undo')
  })

  it('is silent for those who have learned everything, and while the enemy decides', () => {
    expect(lesson(start, new Set(LESSONS.map((l) => l.id)))).toBeNull()
    expect(lesson({ ...start, asked: false, mapHandles: false }, new Set())).toBeNull()
  })
})
