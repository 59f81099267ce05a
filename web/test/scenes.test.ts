import { describe, expect, it } from 'vitest'
import type { LogEntry, Piece, SeatView } from '../src/model/contract.gen'
import { digest, dull, joined, list, moving, sceneOf, weight } from '../src/model/scenes'

const piece = (id: number, at: string, more: Partial<Piece> = {}): Piece => ({
  id,
  owner: 'axis',
  at,
  face: { symbol: 'infantry', name: `${id}th`, steps: 2 },
  ...more,
})

const view = (pieces: Piece[], more: Partial<SeatView> = {}): SeatView => ({
  side: 'soviet',
  banner: { turn: 1, last_turn: 9, date: '', phase: '', active: 'axis' },
  pieces: Object.fromEntries(pieces.map((p) => [p.id, p])),
  places: {},
  hands: {},
  handles: {},
  ...more,
})

const entry = (more: Partial<LogEntry> = {}): LogEntry => ({
  ply: 1,
  side: 'axis',
  text: 'a deed',
  turn: 1,
  phase: '',
  ...more,
})
const onMap = (place: string): boolean => !place.startsWith('box:') && place !== ''
const names = { side: (s: string) => s, place: (p: string) => p, piece: (p: Piece) => p.face?.name ?? 'a unit' }

describe('a scene', () => {
  it('points from where a piece stood to where it stands', () => {
    const scene = sceneOf(view([piece(1, 'A')]), view([piece(1, 'B')]), [entry()], onMap)
    expect(scene.arrows).toEqual([{ kind: 'move', side: 'axis', points: ['A', 'B'], piece: 1 }])
    expect(scene.where).toEqual(['A', 'B'])
  })

  it('shows a hidden piece going, whatever number it has', () => {
    const hidden = (id: number, at: string): Piece => piece(id, at, { face: undefined, kind: 'block' })
    const scene = sceneOf(
      view([hidden(7, 'A'), hidden(8, 'A')]),
      view([hidden(7, 'A'), hidden(90, 'B')]),
      [entry()],
      onMap,
    )
    expect(scene.arrows.map((a) => a.points)).toEqual([['A', 'B']])
  })

  it('is dull when nothing is seen of it', () => {
    const same = view([piece(1, 'A')])
    expect(dull(sceneOf(same, same, [entry({ text: 'no event' })], onMap))).toBe(true)
    expect(dull(sceneOf(same, same, [entry({ battle: true })], onMap))).toBe(false)
  })

  it('moves something when a unit goes or dice fall, not when a target is left alone', () => {
    const same = view([piece(1, 'A')])
    expect(moving(sceneOf(same, view([piece(1, 'B')]), [entry()], onMap))).toBe(true)
    expect(moving(sceneOf(same, same, [entry({ battle: true })], onMap))).toBe(true)
    expect(moving(sceneOf(same, same, [entry({ lines: [{ text: 'no more targets', at: ['A'] }] })], onMap))).toBe(false)
  })

  it('draws attacks when the dice of battle fall', () => {
    const before = view([], { lines: [['attack', 'A', 'B', '1']] })
    expect(sceneOf(before, view([]), [entry({ battle: true })], onMap).arrows).toEqual([
      { kind: 'attack', side: 'axis', points: ['A', 'B'] },
    ])
  })
})

describe('arrows', () => {
  it('of the same piece grow into one', () => {
    const first = { kind: 'move', side: 'axis', points: ['A', 'B'], piece: 1 } as const
    const next = { kind: 'move', side: 'axis', points: ['B', 'C'], piece: 1 } as const
    const trail = joined([{ ...first, points: [...first.points] }], [{ ...next, points: [...next.points] }])
    expect(trail.map((a) => a.points)).toEqual([['A', 'B', 'C']])
  })

  it('say where a side pressed hardest', () => {
    const to = (place: string) => ({ kind: 'move' as const, side: 'axis', points: ['A', place] })
    expect(weight([to('B'), to('C'), to('B')], 'axis', (p) => p)).toEqual(['B', 2])
    expect(weight([to('B'), to('C')], 'axis', (p) => p)).toBeNull()
  })
})

describe('a digest', () => {
  it('tells what was taken, lost, reduced and cut off', () => {
    const first = view([piece(1, 'A'), piece(2, 'B'), piece(3, 'C')], { places: { P: { id: 'P', control: 'soviet' } } })
    const last = view(
      [
        piece(1, 'box:lost'),
        piece(2, 'B', { face: { symbol: 'infantry', name: '2th', steps: 1 } }),
        piece(3, 'C', { marks: ['unsupplied'] }),
      ],
      { places: { P: { id: 'P', control: 'axis' } } },
    )
    const lines = digest(first, [{ ply: 1, view: last, log: [entry({ battle: true })] }], onMap, names, null)
    expect(lines.map((l) => l.text)).toEqual([
      'axis took P.',
      'axis lost: 1th.',
      'axis cut off: 3th.',
      'axis reduced: 2th.',
      'The dice of battle fell once.',
    ])
  })

  it('counts a hidden piece that lies open in a box as lost', () => {
    const first = view([piece(70, 'A', { face: undefined, kind: 'block' })])
    const last = view([piece(5, 'box:eliminated')])
    const [line] = digest(first, [{ ply: 1, view: last, log: [entry()] }], onMap, names, null)
    expect(line?.text).toBe('axis lost: 5th.')
  })

  it('names only so many', () => {
    expect(list(['a', 'b', 'c'])).toBe('a, b and c')
    expect(list(['a', 'b', 'c', 'd'], 3)).toBe('a, b and 2 more')
  })
})
