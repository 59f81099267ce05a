import { describe, expect, it } from 'vitest'
import type { Geometry, Piece } from '../src/model/contract.gen'
import { borders, frontLine } from '../src/model/front'
import { counterSize, inside, lay, PlaceFinder, stacks } from '../src/model/layout'
import { cycle, readingOrder, step } from '../src/model/roving'

const square = (x: number, y: number, r = 40) => ({
  x,
  y,
  radius: r,
  polygon: [
    [x - r, y - r],
    [x + r, y - r],
    [x + r, y + r],
    [x - r, y + r],
  ] as [number, number][],
})

/** Three by three places, 100 apart: a b c / d e f / g h i. */
const geometry: Geometry = {
  width: 400,
  height: 400,
  piece: 60,
  places: Object.fromEntries(
    [...'abcdefghi'].map((id, i) => [id, square(100 + (i % 3) * 100, 100 + Math.floor(i / 3) * 100)]),
  ),
}

const piece = (id: number, at: string, order = 0, owner = 'axis'): Piece => ({ id, owner, at, order })

describe('stacks', () => {
  it('list the pieces of a place from the bottom up', () => {
    const found = stacks([piece(1, 'a', 2), piece(2, 'a', 1), piece(3, 'b')])
    expect(found.get('a')?.map((p) => p.id)).toEqual([2, 1])
    expect(found.get('b')?.length).toBe(1)
  })

  it('fan out about the middle of their place, the top one up and to the right', () => {
    const laid = lay([piece(1, 'a'), piece(2, 'a')], geometry.places.a!, 50)
    expect(laid[1]!.x).toBeGreaterThan(laid[0]!.x)
    expect(laid[1]!.y).toBeLessThan(laid[0]!.y)
    expect((laid[0]!.x + laid[1]!.x) / 2).toBeCloseTo(100)
  })

  it('lie side by side in an area, each side in its own row', () => {
    const round = Array.from({ length: 12 }, (_, i): [number, number] => [
      100 + 90 * Math.cos((i * Math.PI) / 6),
      100 + 90 * Math.sin((i * Math.PI) / 6),
    ])
    const area = { x: 100, y: 100, radius: 90, polygon: round }
    const laid = lay([piece(1, 'a'), piece(2, 'a', 0, 'soviet')], area, 50)
    expect(laid[0]!.x).toBe(laid[1]!.x)
    expect(Math.abs(laid[0]!.y - laid[1]!.y)).toBeGreaterThan(40)
  })

  it('take counters that suit the places', () => {
    expect(counterSize(geometry)).toBe(58)
  })
})

describe('the place under a point', () => {
  const finder = new PlaceFinder(geometry)

  it('is the one whose outline holds it', () => {
    expect(finder.at(210, 190)).toBe('e')
    expect(finder.at(301, 301)).toBe('i')
  })

  it('is none between places or off the map', () => {
    expect(finder.at(150, 150)).toBeNull()
    expect(finder.at(-500, 20)).toBeNull()
  })

  it('knows a hollow shape', () => {
    const hook: [number, number][] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [6, 10],
      [6, 4],
      [0, 4],
    ]
    expect(inside([8, 8], hook)).toBe(true)
    expect(inside([3, 8], hook)).toBe(false)
  })
})

describe('arrow keys', () => {
  it('go to the neighbour in that direction', () => {
    expect(step(geometry, 'e', 'left')).toBe('d')
    expect(step(geometry, 'e', 'right')).toBe('f')
    expect(step(geometry, 'e', 'up')).toBe('b')
    expect(step(geometry, 'e', 'down')).toBe('h')
  })

  it('stay at the edge', () => {
    expect(step(geometry, 'a', 'up')).toBe('a')
  })

  it('may keep to some places only', () => {
    expect(step(geometry, 'a', 'right', ['c', 'i'])).toBe('c')
  })

  it('walk a set in reading order and round again', () => {
    const order = readingOrder(geometry, ['i', 'c', 'a'])
    expect(order).toEqual(['a', 'c', 'i'])
    expect(cycle(order, 'i', 1)).toBe('a')
    expect(cycle(order, null, -1)).toBe('i')
    expect(cycle([], 'a', 1)).toBeNull()
  })
})

describe('the front', () => {
  const touching: Geometry = {
    width: 200,
    height: 100,
    piece: 60,
    places: { west: square(40, 40), east: square(120, 40), far: square(400, 40) },
  }

  it('runs along the border of places held by different sides', () => {
    const all = borders(touching)
    expect(all).toHaveLength(1)
    const held = (side: string) => (id: string) => ({ west: 'axis', east: side })[id]
    expect(frontLine(all, held('soviet'))).toMatch(/^M80,\d+L80,\d+$/)
    expect(frontLine(all, held('axis'))).toBe('')
  })
})
