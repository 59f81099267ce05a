import { describe, expect, it } from 'vitest'
import type { ActionView, Board, Piece } from '../src/model/contract.gen'
import { leftOut, ordered, parseOrder, unitsNamed } from '../src/model/orders'

const board: Board = {
  title: 't',
  label: 'T',
  places: [{ id: '810' }, { id: '811' }, { id: '1016', name: 'Kharkov' }, { id: '1809' }],
}

const unit = (id: number, name: string, at: string, owner = 'axis'): Piece => ({
  id,
  owner,
  at,
  face: { symbol: 'armor', name },
})

const pieces = Object.fromEntries(
  [
    unit(1, '1st Panzer', '810'),
    unit(2, '17th Army', '810'),
    unit(3, '11th Army', '809'),
    unit(9, 'West Front', '1809', 'soviet'),
  ].map((p) => [p.id, p]),
)

const joins = (piece: number, place: string): ActionView => ({
  do: `${piece} joins ${place}`,
  clicks: [`piece:${piece}`, `place:${place}`],
})

const all = [1, 2, 3].flatMap((piece) => ['811', '1809', '1016'].map((place) => joins(piece, place)))
const carried = (text: string): string[] => {
  const order = parseOrder(text)
  return order ? ordered(order, all, { board, pieces }).map((a) => a.do) : []
}

describe('typed orders', () => {
  it('name units by their words in any order, and the enemy by its unit', () => {
    expect(carried('Panzer 1 and Army 17 attack unit West.')).toEqual(['1 joins 1809', '2 joins 1809'])
  })

  it('name hexes', () => {
    expect(carried('Hex 810 attacks hex 811')).toEqual(['1 joins 811', '2 joins 811'])
  })

  it('mean everybody with "all", and a city by its name', () => {
    expect(carried('All -> Kharkov')).toEqual(['1 joins 1016', '2 joins 1016', '3 joins 1016'])
  })

  it('do not take 1 for 11 or 17', () => {
    expect(carried('army 1 attacks 811')).toEqual([])
  })

  it('are not seen in other words', () => {
    expect(parseOrder('end movement')).toBeNull()
    expect(parseOrder('panzer')).toBeNull()
  })

  it('find the units they name, wherever they stand in the text', () => {
    expect(unitsNamed('1st panzer 810-811', pieces)).toEqual(['1'])
    expect(unitsNamed('move 11th Army and 17th Army', pieces)).toEqual(['2', '3'])
    expect(unitsNamed('army', pieces)).toEqual([])
  })
})

describe('an order that can be met only in part', () => {
  const left = (text: string) => {
    const order = parseOrder(text)!
    const able = all.filter((action) => action.clicks![0] !== 'piece:2')
    return leftOut(order, ordered(order, able, { board, pieces }), 'axis', { board, pieces })
  }

  it('tells who is left out', () => {
    expect(left('1st Panzer and 17th Army attack West')).toEqual([{ wish: '17th Army', piece: 2, place: '1809' }])
    expect(left('1st Panzer attacks West')).toEqual([])
  })

  it('tells which words name nobody', () => {
    expect(left('1st Panzer and 99th Army attack West')).toEqual([{ wish: '99th Army' }])
    expect(left('1st Panzer attacks Paris')).toEqual([{ wish: 'Paris' }])
  })
})
