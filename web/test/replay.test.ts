import { describe, expect, it, vi } from 'vitest'
import type { Frames, SeatView } from '../src/model/contract.gen'
import { Film } from '../src/model/film'

const view = (turn: number): SeatView => ({
  side: 'open',
  banner: { turn, last_turn: 9, date: '', phase: '' },
  pieces: {},
  places: {},
  hands: {},
  handles: {},
})

/** A game of 250 plies in which the turn number counts the plies. */
const server = (from: number, count: number): Promise<Frames> =>
  Promise.resolve({
    from,
    view: view(from),
    frames: Array.from({ length: Math.min(count, 250 - from) }, (_, i) => ({
      ply: from + i + 1,
      patch: { banner: { turn: from + i + 1 } },
      log: [{ ply: from + i + 1, side: 'axis', text: `deed ${from + i + 1}`, turn: 1, phase: '' }],
    })),
  })

describe('a film', () => {
  it('shows any ply, put together from differences', async () => {
    const film = new Film(server)
    expect((await film.at(0)).view.banner.turn).toBe(0)
    expect((await film.at(137)).view.banner.turn).toBe(137)
    expect((await film.at(250)).view.banner.turn).toBe(250)
  })

  it('fetches a reel once, and the next one ahead of time', async () => {
    const fetchFrames = vi.fn(server)
    const film = new Film(fetchFrames)
    for (const ply of [3, 4, 5, 60, 61]) await film.at(ply)
    expect(fetchFrames.mock.calls.map((c) => c[0])).toEqual([0, 100])
  })

  it('remembers the log of what was seen up to a ply', async () => {
    const film = new Film(server)
    await film.at(4)
    expect(film.entriesUpTo(3).map((e) => e.text)).toEqual(['deed 1', 'deed 2', 'deed 3'])
  })
})
