import { describe, expect, it } from 'vitest'
import { corner, framed, free, front, insetsOf } from '../src/map/framing'

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

describe('bars on the map', () => {
  it('take the strip that leaves the most of the map free', () => {
    const field = box(0, 100, 1000, 700)
    const bars = [box(12, 112, 60, 250), box(600, 650, 990, 690)]
    expect(insetsOf(field, bars)).toEqual({ left: 60, right: 0, top: 0, bottom: 50 })
  })

  it('leave a tall map the whole height when they can stand beside it', () => {
    const field = box(0, 0, 1000, 800)
    const card = box(690, 10, 990, 200)
    expect(insetsOf(field, [card])).toEqual({ left: 0, right: 0, top: 200, bottom: 0 })
    expect(insetsOf(field, [card], { width: 600, height: 800 })).toEqual({ left: 0, right: 310, top: 0, bottom: 0 })
  })
})

describe('the first picture', () => {
  it('holds every spot inside what the bars leave free', () => {
    const spots = [
      { x: 100, y: 100 },
      { x: 600, y: 2100 },
    ]
    const room = free({ width: 1370, height: 790 }, { left: 160, right: 0, top: 0, bottom: 0 })
    const { middle, scale } = framed(spots, room, 57)
    for (const spot of spots) {
      expect(Math.abs(spot.x - middle.x) * scale).toBeLessThan(room.width / 2 - 10)
      expect(Math.abs(spot.y - middle.y) * scale).toBeLessThan(room.height / 2 - 10)
    }
  })

  it('does not make counters smaller than one can see', () => {
    const far = [
      { x: 0, y: 0 },
      { x: 9000, y: 0 },
    ]
    expect(framed(far, { width: 390, height: 560 }, 70).scale * 70).toBe(12)
  })

  it('shows no more of the table beside the map than the bars cover', () => {
    const [map, field] = [
      { width: 3600, height: 2400 },
      { width: 1370, height: 790 },
    ]
    const insets = { left: 160, right: 0, top: 0, bottom: 0 }
    expect(corner({ x: 300, y: 1100 }, 0.4, map, field, insets).x).toBe(160)
  })

  it('shows all pieces of a side, or those near the enemy where all would be too small', () => {
    const spots = { a: { x: 0, y: 0 }, b: { x: 2000, y: 0 }, c: { x: 100, y: 0 } }
    const pieces = [
      { owner: 'axis', at: 'a' },
      { owner: 'axis', at: 'b' },
      { owner: 'soviet', at: 'c' },
    ]
    expect(front(pieces, 'axis', spots, { width: 1000, height: 800 }, 50)).toEqual([spots.a, spots.b])
    expect(front(pieces, 'axis', spots, { width: 390, height: 500 }, 50)).toEqual([spots.a])
  })
})
