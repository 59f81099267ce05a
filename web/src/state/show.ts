/** The film: what the other side does, shown at a pace one can follow, and then told in words.
 *
 * Live, each change of the game is a frame; the map is held at the frame that plays while the game goes on behind it. A
 * stored film (since one was away, a shared link) plays the same way from frames that the server sends. */
import { batch, computed, signal } from '@preact/signals'
import { api } from '../api'
import type { LogEntry, Reason, SeatView } from '../model/contract.gen'
import { Film } from '../model/film'
import type { PlaceId, Side } from '../model/ids'
import {
  type Arrow,
  type DigestLine,
  digest,
  dull,
  type FilmFrame,
  joined,
  moving,
  type Scene,
  sceneOf,
  weight,
} from '../model/scenes'
import { say } from './announce'
import { set, settings, still } from './settings'
import type { Table } from './table'

/** Milliseconds of a scene at normal speed: before its move is made, after it, and for each line said of dice. */
const [BEFORE, AFTER, LINE] = [420, 520, 650]
const MOST_LINES = 4
/** Milliseconds that the film stays on the screen for a person's next step. */
const LINGER = 4000
export const SPEEDS = { slow: 0.5, normal: 1, fast: 2.5 } as const
export type Pace = keyof typeof SPEEDS

export interface Stored {
  from: number
  to: number
  seat: Side
}

export class Show {
  /** Is a film on the screen? */
  readonly on = signal(false)
  readonly paused = signal(false)
  readonly at = signal(0)
  readonly length = signal(0)
  readonly scene = signal<Scene | null>(null)
  readonly line = signal('')
  /** All arrows of the turn, until one's own next action; `fresh` are those of the scene. */
  readonly trail = signal<Arrow[]>([])
  readonly fresh = signal<Arrow[]>([])
  readonly digest = signal<DigestLine[] | null>(null)
  /** What the digest is of, and what a link to it needs. */
  readonly told = signal<(Stored & { side: Side; turn: number }) | null>(null)
  readonly pace = computed<Pace>(() => (settings.value.film === 'off' ? 'normal' : settings.value.film))
  look: (places: PlaceId[]) => void = () => undefined
  play: (scene: Scene) => void = () => undefined

  private first: SeatView | null = null
  private reel: FilmFrame[] = []
  private from = 0
  private why: Reason[] = []
  private running = false
  private stored: Stored | null = null
  private wake: (() => void) | null = null
  private run = 0

  constructor(private readonly table: Table) {}

  private get off(): boolean {
    return settings.value.film === 'off' || still()
  }

  private readonly onMap = (place: PlaceId): boolean => !!this.table.geometry.places[place]

  /** Is that the deed of somebody else than who sits here? */
  private foreign(entry: LogEntry): boolean {
    const { seat, summary } = this.table
    if (entry.side === 'chance' || entry.side === seat.value) return false
    return seat.value !== 'open' || summary.value.seats[entry.side]?.kind === 'computer'
  }

  // -- live -----------------------------------------------------------------------------------------------------------

  /** A change of the game, as it arrives. */
  hear(before: SeatView, after: SeatView, ply: number, log: LogEntry[], why: Reason | null | undefined): void {
    if (this.stored) return
    const foreign = log.some((entry) => this.foreign(entry))
    if (!foreign && !this.on.value && this.ownTurn(before)) this.forget()
    if (!foreign && this.reel.length === 0) return
    if (!this.first) [this.first, this.from] = [before, ply - log.length]
    this.reel.push({ ply, view: after, log })
    if (why && moving(sceneOf(before, after, log, this.onMap))) this.why.push(why)
    this.length.value = this.reel.length
    if (this.off || (!foreign && !this.on.value)) this.pass(before, after, log)
    else this.hold(before)
  }

  private ownTurn(view: SeatView): boolean {
    const active = view.banner.active
    return !active || active === this.table.seat.value || this.table.seat.value === 'open'
  }

  /** The next action: what the last film left is cleared away. */
  private forget(): void {
    batch(() => {
      this.first = null
      this.reel = []
      this.why = []
      this.trail.value = []
      this.fresh.value = []
      this.at.value = 0
      this.length.value = 0
    })
  }

  /** Without a film: arrows at once, and the digest when the turn is over. */
  private pass(before: SeatView, after: SeatView, log: LogEntry[]): void {
    this.mark(sceneOf(before, after, log, this.onMap))
    this.at.value = this.reel.length
    if (this.turnOver(after)) this.tell()
  }

  private mark(scene: Scene): void {
    this.trail.value = joined(this.trail.value, scene.arrows)
    this.fresh.value = scene.arrows
  }

  private hold(before: SeatView): void {
    if (!this.on.value) {
      batch(() => {
        this.on.value = true
        this.paused.value = false
        this.table.past.value = before
        if (this.reel.length === 1) this.digest.value = null
      })
    }
    this.wake?.()
    if (!this.running) void this.roll()
  }

  /** Has the enemy's turn come to its end, so that it can be told? */
  private turnOver(view: SeatView): boolean {
    if (view.result) return true
    return this.table.seat.value !== 'open' && view.prompt?.side === this.table.seat.value && this.ownTurn(view)
  }

  /** Must somebody at this screen decide now? */
  private asked(view: SeatView): boolean {
    const side = view.prompt?.side
    if (!side || view.result) return true
    return this.table.seat.value === 'open'
      ? this.table.summary.value.seats[side]?.kind !== 'computer'
      : side === this.table.seat.value
  }

  // -- playing --------------------------------------------------------------------------------------------------------

  private async roll(): Promise<void> {
    this.running = true
    const run = ++this.run
    while (this.on.value && run === this.run) {
      const frame = this.reel[this.at.value]
      if (frame) await this.screen(frame, run)
      else if (this.stored || this.asked(this.reel.at(-1)!.view)) break
      else if (!(await this.more(this.reel.at(-1)!.view))) break
    }
    if (run !== this.run) return
    this.running = false
    if (this.on.value) this.end()
  }

  /** The film has caught up with the game: the present is shown until something happens. A computer answers soon; a
   * person elsewhere may take days, and the film does not wait so long (false). */
  private more(view: SeatView): Promise<boolean> {
    this.table.past.value = null
    const person = this.table.summary.value.seats[view.prompt?.side ?? '']?.kind === 'human'
    return new Promise((resolve) => {
      const patience = person ? setTimeout(() => resolve(false), LINGER) : undefined
      this.wake = () => {
        this.wake = null
        clearTimeout(patience)
        const before = this.reel[this.at.value - 1]?.view ?? this.first
        if (this.on.value && this.at.value < this.reel.length) this.table.past.value = before
        resolve(true)
      }
    })
  }

  private async screen(frame: FilmFrame, run: number): Promise<void> {
    const before = this.reel[this.at.value - 1]?.view ?? this.first!
    const scene = sceneOf(before, frame.view, frame.log, this.onMap)
    if (!dull(scene)) {
      batch(() => {
        this.scene.value = scene
        this.line.value = scene.words[0] ?? ''
        this.mark(scene)
      })
      this.look(scene.where)
      this.play(scene)
      await this.lines(scene)
    }
    if (run !== this.run || !this.on.value) return
    batch(() => {
      this.table.past.value = frame.view
      this.at.value += 1
    })
    if (!dull(scene)) await this.pause(AFTER)
  }

  /** What is said of a scene, line by line where dice fall. */
  private async lines(scene: Scene): Promise<void> {
    if (!scene.dice) return this.pause(BEFORE)
    for (const line of scene.words.slice(-MOST_LINES)) {
      this.line.value = line
      await this.pause(LINE)
    }
  }

  /** A pause at the film's speed; while the film is stopped it does not end. */
  private async pause(time: number): Promise<void> {
    const speed = SPEEDS[this.pace.value]
    await new Promise((resolve) => setTimeout(resolve, time / speed))
    while (this.paused.value && this.on.value) await new Promise<void>((resolve) => (this.resume = resolve))
  }

  private resume: () => void = () => undefined

  toggle(): void {
    this.paused.value = !this.paused.value
    if (!this.paused.value) this.resume()
  }

  set speed(pace: Pace) {
    set('film', pace)
  }

  /** Straight to the end of what has been filmed. */
  skip(): void {
    if (!this.on.value) return
    for (const frame of this.reel.slice(this.at.value)) {
      const before = this.reel[this.at.value - 1]?.view ?? this.first!
      this.mark(sceneOf(before, frame.view, frame.log, this.onMap))
      this.at.value += 1
    }
    this.end()
  }

  private end(): void {
    this.run += 1
    this.running = false
    const last = this.reel.at(-1)?.view
    batch(() => {
      this.on.value = false
      this.paused.value = false
      this.scene.value = null
      if (!this.stored) this.table.past.value = null
    })
    this.resume()
    this.wake?.()
    if (this.stored || (last && this.turnOver(last))) this.tell()
  }

  /** The same film once more. */
  again(): void {
    if (!this.first || this.reel.length === 0) return
    this.end()
    batch(() => {
      this.digest.value = null
      this.trail.value = []
      this.fresh.value = []
      this.at.value = 0
      this.on.value = true
      this.table.past.value = this.first
    })
    void this.roll()
  }

  // -- telling --------------------------------------------------------------------------------------------------------

  private tell(): void {
    const { table } = this
    const [first, last] = [this.first, this.reel.at(-1)]
    if (!first || !last) return
    const who = this.reel.flatMap((f) => f.log).find((e) => this.foreign(e))?.side ?? first.banner.active ?? ''
    const names = {
      side: (side: Side) => table.sideLabel(side),
      place: (id: PlaceId) => table.shortName(id),
      piece: (piece: Parameters<Table['pieceName']>[0]) => piece.face?.name || table.pieceName(piece),
    }
    const lines = digest(first, this.reel, this.onMap, names, this.reason(who))
    const nothing = lines.length === 0 && this.trail.value.length === 0
    if (nothing && !this.stored) return
    batch(() => {
      this.digest.value = lines
      this.told.value = {
        from: this.from,
        to: last.ply,
        seat: this.stored?.seat ?? table.seat.value,
        side: who,
        turn: first.banner.turn,
      }
    })
    const { prompt } = last.view
    const asked = prompt ? ` ${table.sideLabel(prompt.side)}: ${prompt.text}` : ''
    say(`What happened: ${lines.map((line) => line.text).join(' ') || 'nothing of note.'}${asked}`)
  }

  /** One line why: the computer's own reason where one may know it, else where its weight lay, which everybody saw. */
  private reason(side: Side): DigestLine | null {
    const reason = this.reasonGiven()
    if (reason) return { kind: 'why', side, text: `Its reason: ${this.named(reason).replace(/\.$/, '')}.`, at: [] }
    const found = weight(this.trail.value, side, (place) => this.nearest(place))
    if (!found) return null
    const [place, count] = found
    const text = `${this.table.sideLabel(side)} pressed hardest near ${this.table.shortName(place)}: ${count} arrows end there.`
    return { kind: 'why', side, text, at: [place] }
  }

  /** The reason of the last action that took or cost something; otherwise the last one. */
  private reasonGiven(): string {
    const battles = new Set(this.reel.flatMap((f) => f.log.filter((e) => e.battle).map((e) => e.ply)))
    const fought = this.why.findLast((why) => [0, 1, 2].some((n) => battles.has(why.ply - n)))
    return (fought ?? this.why.at(-1))?.text ?? ''
  }

  /** Names in place of the numbers of places. */
  private named(text: string): string {
    return text.replace(/[\w-]+/g, (word) => {
      if (!this.onMap(word)) return word
      const near = this.nearest(word)
      return near === word ? this.table.shortName(word) : `a place near ${this.table.shortName(near)}`
    })
  }

  /** The nearest named place. */
  private nearest(place: PlaceId): PlaceId {
    const { geometry, board } = this.table
    const at = geometry.places[place]
    if (!at) return place
    const named = board.places.filter((p) => p.name && geometry.places[p.id])
    const far = (id: PlaceId): number => Math.hypot(geometry.places[id]!.x - at.x, geometry.places[id]!.y - at.y)
    return named.reduce((best, p) => (best === '' || far(p.id) < far(best) ? p.id : best), '') || place
  }

  dismiss(): void {
    this.digest.value = null
    if (this.stored) this.close()
  }

  // -- stored films ---------------------------------------------------------------------------------------------------

  /** Fetch a stretch of the game and play it, or tell it at once where nothing may move. */
  async start(wish: Stored): Promise<void> {
    const film = new Film((from, count) => api.frames(this.table.summary.value.id, wish.seat, from, count))
    const first = await film.at(wish.from)
    const to = Math.min(wish.to, this.table.ply.value || wish.to)
    const reel: FilmFrame[] = []
    for (let ply = wish.from + 1; ply <= to; ply += 1) reel.push(await film.at(ply))
    if (this.on.value) this.end()
    this.forget()
    batch(() => {
      this.stored = { ...wish, to }
      this.first = first.view
      this.from = wish.from
      this.reel = reel
      this.length.value = reel.length
      this.digest.value = null
      this.table.past.value = first.view
      this.on.value = reel.length > 0
    })
    if (reel.length === 0) return
    say('A film begins. Space stops it, Escape skips to the end.')
    if (this.off) this.skip()
    else void this.roll()
  }

  /** Back to the game. */
  close(): void {
    if (this.on.value) this.end()
    this.stored = null
    this.digest.value = null
    this.table.past.value = null
    this.forget()
  }
}
