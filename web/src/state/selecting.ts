/** The hand of the player: what is selected, what may be clicked next, and what a click does. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { Refused } from '../api'
import { begin, click, complete, type Outcome, type Selection, targets, token, wording } from '../model/clicks'
import type { ActionView, Piece } from '../model/contract.gen'
import type { PlaceId } from '../model/ids'
import { alertPerson, say } from './announce'
import { settings } from './settings'
import type { Table } from './table'

export interface Refusal {
  text: string
  rule?: string
}

export class Selecting {
  readonly selection = signal<Selection | null>(null)
  /** Several actions share the clicks made: one of them is to be picked. */
  readonly chooser = signal<ActionView[] | null>(null)
  /** A battle or another weighty deed, to be confirmed with its odds in sight. */
  readonly pending = signal<ActionView | null>(null)
  /** The place whose stack lies open at the bottom. */
  readonly open = signal<PlaceId | null>(null)
  readonly cursor = signal<PlaceId | null>(null)
  /** The cursor is shown to those who use the keyboard. */
  readonly byKeys = signal(false)
  readonly hover = signal<PlaceId | null>(null)
  readonly refusal = signal<Refusal | null>(null)

  /** What may be clicked next, with the actions each click leads to. */
  readonly targets: ReadonlySignal<Map<string, ActionView[]>> = computed(() => {
    const selection = this.selection.value
    return selection ? targets(selection) : new Map()
  })
  /** The actions that need no more clicks. */
  readonly ready: ReadonlySignal<ActionView[]> = computed(() => {
    const selection = this.selection.value
    return selection ? complete(selection) : []
  })
  /** What is offered as buttons: what needs no more clicks, and the only thing there is. */
  readonly offered: ReadonlySignal<ActionView[]> = computed(() => {
    const all = this.selection.value?.actions ?? []
    return this.chooser.value ?? (all.length === 1 ? all : this.ready.value)
  })
  /** The action that the place pointed at stands for, for its path, cost and odds. */
  readonly aimed: ReadonlySignal<ActionView | null> = computed(() => {
    const place = this.hover.value ?? this.cursor.value
    if (!place) return null
    const tokens = [`place:${place}`, ...(this.table.stacks.value.get(place) ?? []).map((p) => `piece:${p.id}`)]
    for (const t of tokens) {
      const actions = this.targets.value.get(t)
      if (actions?.length) return actions[0]!
    }
    return null
  })

  constructor(private readonly table: Table) {}

  get selectedPiece(): Piece | null {
    const [kind, id] = token(this.selection.value?.handle ?? ':')
    return kind === 'piece' ? (this.table.shown.value?.pieces[id] ?? null) : null
  }

  isHandle(handle: string): boolean {
    return !this.table.past.value && !!this.table.view.value?.handles?.[handle]
  }

  /** Grows whenever the selection is dropped: answers to older questions come too late. */
  private epoch = 0

  clear(): void {
    this.epoch += 1
    this.selection.value = null
    this.chooser.value = null
    this.pending.value = null
    this.refusal.value = null
  }

  close(): void {
    this.clear()
    this.open.value = null
  }

  /** Forget what no longer fits after the position changed; keep the stack open if the side is still asked. */
  refresh(): void {
    const handle = this.selection.value?.handle
    this.clear()
    if (handle && this.isHandle(handle)) void this.select(handle, true)
  }

  async select(handle: string, quietly = false): Promise<void> {
    this.clear()
    const epoch = this.epoch
    let actions: ActionView[]
    try {
      actions = await this.table.choicesOf(handle)
    } catch (error) {
      this.refuse(error)
      return
    }
    if (epoch !== this.epoch || (actions.length === 0 && quietly)) return
    const selection = begin(handle, actions)
    this.selection.value = selection
    const [kind, id] = token(handle)
    if (kind === 'piece') this.open.value = this.table.view.value?.pieces[id]?.at ?? null
    const ready = complete(selection)
    if (kind === 'place' && !quietly && actions.length === 1 && ready.length === 1) {
      await this.perform(ready[0]!)
      return
    }
    if (quietly) return
    const ways = targets(selection).size
    say(`${this.nameOf(handle)} selected. ${ready.length + ways} choices.`)
    if (actions.length === 0) await this.explain(handle, null)
  }

  /** A use of a card that was clicked: the one action of the card that does it. */
  async spend(handle: string, deed: string): Promise<void> {
    this.clear()
    try {
      const action = (await this.table.choicesOf(handle)).find((a) => a.do === deed)
      if (action) await this.perform(action)
    } catch (error) {
      this.refuse(error)
    }
  }

  /** Something that is done with one click if there is but one thing to do with it. */
  async take(handle: string): Promise<void> {
    await this.select(handle)
    if (this.offered.value.length === 1) await this.perform(this.offered.value[0]!)
  }

  /** All units of a place that may act together, if the rules let them. */
  wholeStack(place: PlaceId): boolean {
    return this.isHandle(`place:${place}`) && (this.table.stacks.value.get(place)?.length ?? 0) > 1
  }

  takeStack(place: PlaceId): Promise<void> {
    return this.inTurn(async () => {
      this.cursor.value = place
      await this.select(`place:${place}`)
      this.open.value = place
    })
  }

  nameOf(handle: string): string {
    const [kind, id] = token(handle)
    if (kind === 'piece') {
      const piece = this.table.shown.value?.pieces[id]
      return piece ? this.table.pieceName(piece) : handle
    }
    if (kind === 'place') return this.table.placeName(id)
    if (kind === 'card') {
      const card = this.table.board.cards?.find((c) => String(c.id) === id)
      return card ? `Card ${card.number}: ${card.events.map((e) => e.name).join(' / ')}` : handle
    }
    return handle
  }

  private turn: Promise<void> = Promise.resolve()

  /** Clicks come faster than answers: each waits for what the one before it asked for. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work)
    return this.turn
  }

  clickPiece(id: number): Promise<void> {
    return this.inTurn(() => this.takePiece(id))
  }

  clickPlace(place: PlaceId): Promise<void> {
    return this.inTurn(() => this.takePlace(place))
  }

  /** A click on a piece: the next step of the selection, or a new selection, or its stack. */
  private async takePiece(id: number): Promise<void> {
    const piece = this.table.shown.value?.pieces[id]
    if (!piece) return
    this.cursor.value = piece.at
    const handle = `piece:${id}`
    if (this.targets.value.has(handle)) return this.follow(handle)
    if (this.targets.value.has(`place:${piece.at}`)) return this.follow(`place:${piece.at}`)
    if (this.selection.value?.handle === handle) return this.nextInStack(piece)
    if (this.isHandle(handle)) return this.select(handle)
    return this.takePlace(piece.at)
  }

  private async nextInStack(piece: Piece): Promise<void> {
    const acting = (this.table.stacks.value.get(piece.at) ?? []).filter((p) => this.isHandle(`piece:${p.id}`))
    const next = acting[(acting.indexOf(piece) + 1) % Math.max(1, acting.length)]
    if (next && next.id !== piece.id) return this.select(`piece:${next.id}`)
    this.clear()
  }

  private async takePlace(place: PlaceId): Promise<void> {
    this.cursor.value = place
    const here = this.table.stacks.value.get(place) ?? []
    const next = [`place:${place}`, ...here.map((p) => `piece:${p.id}`)].find((t) => this.targets.value.has(t))
    if (next) return this.follow(next)
    if (this.isHere(place) && this.ready.value.length === 1) return this.perform(this.ready.value[0]!)
    const acting = here.filter((p) => this.isHandle(`piece:${p.id}`))
    const again = this.selection.value?.handle === `place:${place}` && acting.length > 0
    if (this.isHandle(`place:${place}`) && !again) {
      this.open.value = here.length > 0 ? place : null
      return this.select(`place:${place}`)
    }
    const chosen = this.selectedPiece
    if (chosen?.at === place && acting.length > 1) return this.nextInStack(chosen)
    if (acting.length > 0) return this.select(`piece:${acting.at(-1)!.id}`)
    const selected = this.selection.value
    if (selected && this.selectedPiece) return this.explain(selected.handle, place)
    this.clear()
    this.open.value = here.length > 0 && this.open.value !== place ? place : null
  }

  /** The last click was on this place: another one means "stop here". */
  private isHere(place: PlaceId): boolean {
    const path = this.selection.value?.path ?? []
    return path.length > 1 && path.at(-1) === `place:${place}`
  }

  /** A click after the first. */
  async follow(next: string): Promise<void> {
    const selection = this.selection.value
    if (selection) await this.settle(click(selection, next))
  }

  private async settle(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'act') await this.perform(outcome.action)
    else if (outcome.kind === 'choose') this.chooser.value = outcome.actions
    else if (outcome.kind === 'narrowed') {
      this.selection.value = outcome.selection
      say(`${targets(outcome.selection).size + complete(outcome.selection).length} choices.`)
    }
  }

  /** Do it, or first show the odds and ask. */
  async perform(action: ActionView, confirmed = false): Promise<void> {
    const weighty = (action.preview?.odds && !this.plans(action)) || action.preview?.warning
    if (weighty && settings.value.confirmBattles && !confirmed) {
      this.pending.value = action
      say(`${wording(action)}. Confirm or cancel.`)
      return
    }
    this.chooser.value = null
    this.pending.value = null
    try {
      await this.table.act(action.do)
      this.refusal.value = null
    } catch (error) {
      this.refuse(error)
    }
  }

  /** Where a button with odds begins the battle, all else is planning and needs no yes. */
  private plans(action: ActionView): boolean {
    const begins = (this.table.view.value?.buttons ?? []).filter((b) => b.preview?.odds)
    return begins.length > 0 && begins.every((b) => b.do !== action.do)
  }

  /** Why can this not be done? */
  async explain(handle: string, place: PlaceId | null): Promise<void> {
    const [kind, id] = token(handle)
    if (kind !== 'piece') return
    try {
      const answer = await this.table.ask({ question: 'why_not', piece: Number(id), ...(place ? { place } : {}) })
      if (!answer.possible && answer.text) this.show(answer)
    } catch (error) {
      if (!(error instanceof Refused && error.fault.code === 'invalid')) this.refuse(error)
      else this.show({ text: `${this.nameOf(handle)} cannot do that now.` })
    }
  }

  refuse(error: unknown): void {
    if (error instanceof Refused) this.show(error.fault)
    else throw error
  }

  private show(refusal: Refusal): void {
    this.refusal.value = { text: refusal.text, rule: refusal.rule }
    alertPerson(refusal.text)
  }
}
