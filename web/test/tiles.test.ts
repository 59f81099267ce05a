import { describe, expect, it } from 'vitest'
import type { Geometry, SeatView, Summary } from '../src/model/contract.gen'
import { crop, tileSeat } from '../src/model/tiles'

const place = (x: number, y: number) => ({ x, y, radius: 20, polygon: [] })
const geometry = {
  width: 2000,
  height: 1000,
  piece: 30,
  places: { west: place(400, 500), east: place(450, 500), rear: place(1900, 100) },
} as unknown as Geometry

const view = (...pieces: [string, string][]): SeatView =>
  ({ pieces: Object.fromEntries(pieces.map(([owner, at], id) => [id, { id, owner, at }])) }) as unknown as SeatView

describe('the part of the map a tile shows', () => {
  it('has the front in its middle and not a unit far behind', () => {
    const box = crop(geometry, view(['axis', 'west'], ['soviet', 'east'], ['soviet', 'rear']), 2)
    expect(box.x + box.width / 2).toBeCloseTo(425)
    expect(box.x + box.width).toBeLessThan(1900)
  })

  it('keeps the shape of the picture and stays on the map', () => {
    const box = crop(geometry, view(['soviet', 'rear']), 2)
    expect(box.width / box.height).toBeCloseTo(2)
    expect(box.x + box.width).toBeLessThanOrEqual(2000)
    expect(box.y).toBeGreaterThanOrEqual(0)
  })

  it('is the whole map where nothing stands', () => {
    expect(crop(geometry, view(), 2)).toEqual({ x: 0, y: 0, width: 2000, height: 1000 })
  })
})

describe('the seat a tile looks from', () => {
  const game = (more: Partial<Summary>): Summary =>
    ({
      mode: 'solo',
      open: false,
      over: false,
      seats: { axis: { kind: 'computer' }, soviet: { kind: 'human' } },
      ...more,
    }) as Summary

  it('is that of the person against the computer', () => {
    expect(tileSeat(game({}))).toBe('soviet')
  })

  it('sees all where nothing is hidden any more', () => {
    expect(tileSeat(game({ over: true }))).toBe('open')
    expect(tileSeat(game({ mode: 'watch' }))).toBe('open')
  })
})
