/** The game on the screen: what the server told last, and what may be asked of it. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { api, Refused } from '../api'
import { Live } from '../live'
import type {
  ActionView,
  Answers,
  Board,
  Geometry,
  LogEntry,
  Match,
  Piece,
  Push,
  Question,
  SeatView,
  Summary,
  Symbols,
  Thinking,
  TitleInfo,
  Undo,
  UpdateMessage,
  ViewMessage,
} from '../model/contract.gen'
import type { PlaceId, Side } from '../model/ids'
import { counterSize, PlaceFinder, stacks } from '../model/layout'
import { follow } from '../model/log'
import { merge } from '../model/merge'
import { unitsNamed } from '../model/orders'
import { fetchMatch } from '../online/fetching'
import { alertPerson, say } from './announce'

const EARLIER = 200

export interface Materials {
  summary: Summary
  title: TitleInfo
  board: Board
  geometry: Geometry
  symbols: Symbols
  /** A game between people; null at home and against the computer. */
  match: Match | null
}

/** Everything a table needs before its first view. */
export async function fetchMaterials(id: string): Promise<Materials> {
  const [summary, titles, symbols, match] = await Promise.all([
    api.game(id),
    api.titles(),
    api.symbols(),
    fetchMatch(id),
  ])
  const { board, geometry } = await api.board(summary.title)
  const title = titles.find((t) => t.name === summary.title)
  if (!title) throw new Refused({ code: 'missing', text: `The title ${summary.title} is not installed.` }, 404)
  return { summary, title, board, geometry, symbols, match }
}

/** The seat one takes when a game is opened. */
export function firstSeat(game: Summary, match: Match | null = null): Side {
  if (match) return match.seats[0] ?? (game.over || match.how ? 'open' : 'public')
  if (game.mode === 'study' || game.mode === 'watch' || game.mode === 'replay') return 'open'
  const humans = Object.keys(game.seats).filter((side) => game.seats[side]?.kind === 'human')
  if (game.mode === 'hotseat' && game.to_move && humans.includes(game.to_move)) return game.to_move
  return humans[0] ?? 'open'
}

export class Table {
  readonly summary: Signal<Summary>
  readonly title: TitleInfo
  readonly board: Board
  readonly geometry: Geometry
  readonly symbols: Symbols
  readonly finder: PlaceFinder
  readonly counter: number

  readonly seat: Signal<Side>
  readonly view = signal<SeatView | null>(null)
  readonly past = signal<SeatView | null>(null)
  readonly ply = signal(0)
  readonly rev = signal(-1)
  readonly log = signal<LogEntry[]>([])
  /** What the last change brought. */
  readonly news = signal<LogEntry[]>([])
  readonly undo = signal<Undo[]>([])
  readonly undoWhy = signal('')
  readonly thinking = signal<Thinking | null>(null)
  readonly away = signal(0)
  readonly seed = signal<string | null>(null)
  readonly link = signal<{ state: 'open' | 'lost' | 'refused' | 'new'; text: string }>({ state: 'new', text: '' })
  readonly busy = signal(false)
  /** That the game was played under other rules, and whether it can go on. */
  readonly notice = signal('')
  /** Something the computer could not do, until the game goes on. */
  readonly trouble = signal('')

  /** What the map shows: the present, or the past while one looks at a replay. */
  readonly shown: ReadonlySignal<SeatView | null> = computed(() => this.past.value ?? this.view.value)
  readonly stacks: ReadonlySignal<Map<PlaceId, Piece[]>> = computed(() =>
    stacks(Object.values(this.shown.value?.pieces ?? {})),
  )
  /** In a hot-seat game: the human who is asked, when that is not who sits at the screen. */
  readonly passTo: ReadonlySignal<Side | null> = computed(() => {
    const asked = this.view.value?.prompt?.side
    const atOneScreen = this.summary.value.mode === 'hotseat' && !this.match.value
    const waits = atOneScreen && asked && asked !== this.seat.value
    return waits && this.summary.value.seats[asked]?.kind === 'human' ? asked : null
  })

  /** Who plays a game between people, on which terms, what is proposed. */
  readonly match: Signal<Match | null>
  /** Grows when something about a game between people changed: proposals, who is here, what was said. */
  readonly matchNews = signal(0)

  /** How many answers are awaited, or one if nothing has been seen yet. */
  readonly waiting: ReadonlySignal<number> = computed(() => this.live.waiting.value + (this.view.value ? 0 : 1))

  /** Hears of every change, with the view before it. */
  onChange: (before: SeatView, message: UpdateMessage) => void = () => undefined

  private readonly live: Live
  private readonly notable: Set<PlaceId>
  private choices = new Map<string, Promise<ActionView[]>>()

  constructor(materials: Materials) {
    this.summary = signal(materials.summary)
    this.title = materials.title
    this.board = materials.board
    this.geometry = materials.geometry
    this.symbols = materials.symbols
    this.notable = new Set(this.board.places.filter((p) => p.kind).map((p) => p.id))
    this.finder = new PlaceFinder(this.geometry)
    this.counter = counterSize(this.geometry)
    this.match = signal(materials.match)
    this.seat = signal(firstSeat(materials.summary, materials.match))
    this.live = new Live(
      materials.summary.id,
      this.seat.value,
      (message) => this.hear(message),
      (state, text) => {
        this.link.value = { state, text }
        if (text) alertPerson(text)
      },
    )
  }

  private hear(message: Push): void {
    switch (message.type) {
      case 'view':
        this.takeView(message)
        break
      case 'update':
        this.takeUpdate(message)
        break
      case 'thinking':
        this.thinking.value = message.thinking
        break
      case 'game':
        this.summary.value = message.game
        break
      case 'match':
        this.matchNews.value += 1
        break
      case 'trouble':
        this.trouble.value = message.text
        alertPerson(message.text)
        break
      default:
        message satisfies never
    }
  }

  private takeView(message: ViewMessage): void {
    this.seat.value = message.seat
    this.log.value = message.log
    this.thinking.value = message.thinking
    this.notice.value = [message.notice, message.stuck && `It cannot be continued: ${message.stuck}.`]
      .filter(Boolean)
      .join(' ')
    this.takeRest(message, message.view)
  }

  private takeUpdate(message: UpdateMessage): void {
    if (message.from !== this.rev.value || !this.view.value) {
      void this.live.send({ op: 'view' }).catch(() => undefined)
      return
    }
    this.log.value = follow(this.log.value, message.keep, message.log)
    const before = this.view.value
    this.takeRest(message, merge(before, message.patch))
    this.news.value = message.log
    this.tell(message)
    this.onChange(before, message)
  }

  private takeRest(message: ViewMessage | UpdateMessage, view: SeatView): void {
    this.choices.clear()
    batch(() => {
      this.ply.value = message.ply
      this.rev.value = message.rev
      this.undo.value = message.undo
      this.undoWhy.value = message.undo_why
      this.away.value = message.away
      this.seed.value = message.seed
      this.trouble.value = ''
      this.view.value = view
    })
  }

  /** A screen reader hears what happened and what is asked now. */
  private tell(message: UpdateMessage): void {
    const happened = message.log.flatMap((e) => (e.lines?.length ? e.lines.map((l) => l.text) : [e.text]))
    const prompt = this.view.value?.prompt
    say(
      [...happened.slice(-6), prompt ? `${this.sideLabel(prompt.side)}: ${prompt.text}` : '']
        .filter(Boolean)
        .join('. '),
    )
  }

  sideLabel(side: Side | undefined | null): string {
    if (!side) return ''
    if (side === 'open') return 'Both sides'
    if (side === 'public') return 'Whoever watches'
    if (side === 'chance') return 'Chance'
    return this.title.sides.find((s) => s.name === side)?.label ?? side
  }

  phaseLabel(id: string): string {
    return this.board.sequence?.find((p) => p.id === id)?.label ?? id
  }

  placeName(id: PlaceId): string {
    const place = this.board.places.find((p) => p.id === id)
    if (place) return place.name ? `${place.name} (${id})` : id
    return this.board.boxes?.find((b) => b.id === id)?.label ?? id
  }

  /** A place by its name, or by its number if it has none. */
  shortName(id: PlaceId): string {
    const known = this.board.places.find((p) => p.id === id)?.name || this.board.boxes?.find((b) => b.id === id)?.label
    return known || id
  }

  /** A field of battle by its name; where it has none, by who stands there. */
  fieldName(id: PlaceId): string {
    const known = this.placeName(id)
    if (known !== id) return known
    const pieces = Object.values(this.shown.value?.pieces ?? {})
    const names = pieces.flatMap((piece) => (piece.at === id && piece.face?.name ? [piece.face.name] : []))
    return names.length > 0 ? `${names.join(', ')} at ${id}` : id
  }

  /** Cities, objectives and the like. */
  isNotable(id: PlaceId): boolean {
    return this.notable.has(id)
  }

  pieceName(piece: Piece): string {
    const face = piece.face
    if (!face) return `${this.sideLabel(piece.owner)} hidden unit`
    const figures = [face.strength, face.move].filter(Boolean).join('-')
    return [face.name || face.symbol, figures].filter(Boolean).join(' ')
  }

  /** The server sends the newest part of the log; this fetches the part before it. */
  async earlier(): Promise<void> {
    const first = this.log.value[0]?.ply ?? 1
    const from = Math.max(0, first - 1 - EARLIER)
    const { log } = await api.log(this.summary.value.id, this.seat.value, from, first - 1 - from)
    this.log.value = [...log, ...this.log.value]
  }

  /** The actions that start with a handle, asked once per position. */
  choicesOf(handle: string): Promise<ActionView[]> {
    const known = this.choices.get(handle)
    if (known) return known
    const asked = this.live.send({ op: 'choices', handle }).then((reply) => reply.choices)
    asked.catch(() => this.choices.delete(handle))
    this.choices.set(handle, asked)
    return asked
  }

  /** As many choices as the server lists, and always those without a place on the map and those of the units that
   * `words` name. */
  async allChoices(words = ''): Promise<{ choices: ActionView[]; more: number }> {
    const { choices, more } = await this.live.send({ op: 'choices' })
    const listed = new Set(choices.map((action) => action.do))
    const named = more > 0 ? await Promise.all(this.namedHandles(words).map((handle) => this.choicesOf(handle))) : []
    const extra = [...named.flat(), ...(this.view.value?.buttons ?? [])].filter((action) => !listed.has(action.do))
    return { choices: [...choices, ...extra], more: Math.max(0, more - extra.length) }
  }

  /** The units named in a text that may be clicked now. */
  namedHandles(words: string): string[] {
    const view = this.view.value
    const handles = unitsNamed(words, view?.pieces ?? {}).map((id) => `piece:${id}`)
    return handles.filter((handle) => view?.handles?.[handle])
  }

  async act(action: string): Promise<void> {
    await this.whileBusy(() => this.live.send({ op: 'do', rev: this.rev.value, do: action }))
  }

  async undoTo(ply: number): Promise<void> {
    await this.whileBusy(() => this.live.send({ op: 'undo', rev: this.rev.value, to: ply }))
  }

  private async whileBusy(work: () => Promise<unknown>): Promise<void> {
    this.busy.value = true
    try {
      await work()
    } finally {
      this.busy.value = false
    }
  }

  async ask<Q extends Question>(about: Q): Promise<Answers[Q['question']]> {
    return (await this.live.send({ op: 'ask', about })).answer as Answers[Q['question']]
  }

  async sit(seat: Side): Promise<void> {
    await this.live.sit(seat)
  }

  async moveNow(): Promise<void> {
    await this.live.send({ op: 'now' })
  }

  close(): void {
    this.live.close()
  }
}
