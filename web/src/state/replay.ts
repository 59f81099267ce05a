/** Looking back: the game at any ply, stepped, played and jumped through. */
import { computed, signal } from '@preact/signals'
import { api } from '../api'
import type { LogEntry, Timeline } from '../model/contract.gen'
import { Film, type Frame } from '../model/film'
import { type Scene, sceneOf } from '../model/scenes'
import { settings, still } from './settings'
import type { Table } from './table'

export class Replay {
  readonly on = signal(false)
  readonly ply = signal(0)
  readonly timeline = signal<Timeline | null>(null)
  readonly playing = signal(false)
  /** Steps per second. */
  readonly speed = signal(2)
  readonly log = signal<LogEntry[]>([])
  readonly last = computed(() => this.timeline.value?.plies ?? this.table.ply.value)

  private film: Film | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    private readonly table: Table,
    /** What the step just made shows; null after a jump. */
    private readonly accompany: (scene: Scene | null) => void = () => undefined,
  ) {}

  /** Look at a ply, at the last one if none is named; `play` lets it run where things may move. */
  async start(at?: number, play = false): Promise<void> {
    const { id } = this.table.summary.value
    const seat = this.table.seat.value
    this.film = new Film((from, count) => api.frames(id, seat, from, count))
    this.timeline.value = await api.timeline(id, seat)
    this.on.value = true
    await this.jump(at ?? this.last.value)
    if (play && !still() && settings.value.film !== 'off') this.toggle()
  }

  async jump(ply: number): Promise<void> {
    if (!this.film) return
    const to = Math.max(0, Math.min(this.last.value, ply))
    const frame: Frame = await this.film.at(to)
    const before = to === this.ply.value + 1 ? this.table.past.value : null
    if (!this.on.value) return
    const onMap = (place: string): boolean => !!this.table.geometry.places[place]
    this.accompany(before ? sceneOf(before, frame.view, frame.log, onMap) : null)
    this.ply.value = to
    this.table.past.value = frame.view
    this.log.value = this.film.entriesUpTo(to)
  }

  step(by: number): Promise<void> {
    return this.jump(this.ply.value + by)
  }

  /** The position just before the next die. */
  async nextBattle(by: 1 | -1): Promise<void> {
    const dice = (this.timeline.value?.battles ?? []).map((b) => b.ply - 1)
    const next = by === 1 ? dice.find((p) => p > this.ply.value) : dice.findLast((p) => p < this.ply.value)
    if (next !== undefined) await this.jump(next)
  }

  toggle(): void {
    this.playing.value = !this.playing.value
    if (this.playing.value && this.ply.value >= this.last.value) void this.jump(0)
    this.tick()
  }

  private tick(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (!this.playing.value) return
    this.timer = setTimeout(async () => {
      if (this.ply.value >= this.last.value) this.playing.value = false
      else await this.step(1)
      this.tick()
    }, 1000 / this.speed.value)
  }

  stop(): void {
    this.playing.value = false
    this.tick()
    this.on.value = false
    this.table.past.value = null
    this.accompany(null)
    this.log.value = []
  }
}
