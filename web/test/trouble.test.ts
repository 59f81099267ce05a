import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Push, Summary } from '../src/model/contract.gen'
import { type Materials, Table } from '../src/state/table'

/** A socket that says what the test wants. */
class FakeSocket {
  static last: FakeSocket
  onmessage: (event: { data: string }) => void = () => undefined
  constructor() {
    FakeSocket.last = this
  }
  close(): void {}
  hears(message: Push): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
}

const summary = { id: 'game', name: 'Barbarossa', mode: 'solo', seats: {}, to_move: 'axis' } as unknown as Summary
const materials = {
  summary,
  title: { sides: [] },
  board: { places: [] },
  geometry: { width: 1, height: 1, piece: 1, places: {} },
  symbols: {},
} as unknown as Materials

describe('trouble with the computer', () => {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', FakeSocket)
  })

  it('is shown until the game goes on, and nothing else is lost', () => {
    const table = new Table(materials)
    FakeSocket.last.hears({ type: 'trouble', text: 'The disk is full.' })
    expect(table.trouble.value).toBe('The disk is full.')
    expect(table.summary.value).toEqual(summary)
    FakeSocket.last.hears({
      type: 'view',
      game: 'game',
      seat: 'axis',
      ply: 1,
      rev: 1,
      view: {
        side: 'axis',
        banner: { turn: 1, last_turn: 9, date: '', phase: '' },
        pieces: {},
        places: {},
        hands: {},
        handles: {},
      },
      log: [],
      undo: [],
      undo_why: '',
      thinking: null,
      why: null,
      away: 0,
      seed: null,
      past: false,
      notice: '',
      stuck: '',
    })
    expect(table.trouble.value).toBe('')
  })
})
