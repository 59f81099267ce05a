/** The frames of a replay, fetched in reels and put together from differences. */
import type { Frames, LogEntry, SeatView } from './contract.gen'
import { merge } from './merge'

export interface Frame {
  ply: number
  view: SeatView
  log: LogEntry[]
}

const REEL = 100

export class Film {
  private readonly reels = new Map<number, Promise<Frame[]>>()
  private readonly frames = new Map<number, Frame>()

  constructor(private readonly fetchFrames: (from: number, count: number) => Promise<Frames>) {}

  private reel(number: number): Promise<Frame[]> {
    const known = this.reels.get(number)
    if (known) return known
    const made = this.develop(number * REEL)
    made.catch(() => this.reels.delete(number))
    this.reels.set(number, made)
    return made
  }

  private async develop(from: number): Promise<Frame[]> {
    const reel = await this.fetchFrames(from, REEL)
    const out: Frame[] = [{ ply: reel.from, view: reel.view, log: [] }]
    for (const frame of reel.frames) {
      out.push({ ply: frame.ply, view: merge(out.at(-1)!.view, frame.patch), log: frame.log })
    }
    for (const frame of out) if (frame.log.length > 0 || !this.frames.has(frame.ply)) this.frames.set(frame.ply, frame)
    return out
  }

  async at(ply: number): Promise<Frame> {
    const number = Math.floor(ply / REEL)
    const frames = await this.reel(number)
    const found = this.frames.get(ply) ?? frames.at(-1)!
    if (ply % REEL > REEL / 2) void this.reel(number + 1).catch(() => undefined)
    return found
  }

  /** The log of what has been seen, up to a ply. */
  entriesUpTo(ply: number): LogEntry[] {
    return [...this.frames.values()]
      .filter((f) => f.ply <= ply)
      .sort((a, b) => a.ply - b.ply)
      .flatMap((f) => f.log)
  }
}
