import { describe, expect, it } from 'vitest'
import { heights } from '../src/model/chart'

describe('the lines across a chart', () => {
  it('have one in the middle', () => {
    expect(heights(0, 24, true)).toEqual([0, 12, 24])
    expect(heights(0, 7.9, false)).toHaveLength(3)
  })

  it('halve nothing that is counted', () => {
    expect(heights(0, 1, true)).toEqual([0, 1])
  })
})
