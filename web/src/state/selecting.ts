/** The hand of the player: what is selected, what may be clicked next, and what a click does. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { Refused } from '../api'
import {
  begin,
  click,
  complete,
  type Outcome,
  type Selection,
  type Together,
  targets,
  together,
  token,
  wording,
} from '../model/clicks'
import type { ActionView, Piece, Preview } from '../model/contract.gen'
import type { PlaceId } from '../model/ids'
import { alertPerson, say } from './announce'
import { settings } from './settings'
import type { Table } from './table'

export interface Refusal {
  text: string
  rule?: string
}

const counted = (choices: number): string => (choices === 1 ? 'One choice' : `${choices} choices`)

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
  /** The stack that is spread out under the mouse. */
  readonly fanned = signal<PlaceId | null>(null)
  /** A finger points at nothing before it taps: battles are then shown before they are begun. */
  readonly byTouch = signal(false)
  /** The place to deal with that was picked among those of the view. */
  private readonly picked = signal<PlaceId | null>(null)
  /** The place that is dealt with: a click on a unit does what the unit can do there. */
  readonly aim: ReadonlySignal<PlaceId | null> = computed(() => {
    const aims = this.aims.value
    return aims.find((place) => place === this.picked.value) ?? aims[0] ?? null
  })
  readonly aims: ReadonlySignal<PlaceId[]> = computed(() =>
    this.table.past.value ? [] : (this.table.view.value?.aims ?? []),
  )
  /** The place under the mouse, or under the cursor of the keyboard. */
  private readonly pointedAt: ReadonlySignal<PlaceId | null> = computed(
    () => this.hover.value ?? (this.byKeys.value ? this.cursor.value : null),
  )
  /** What a click on the place pointed at would do, though nothing is selected yet. */
  readonly hinted = signal<ActionView | null>(null)

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
    return this.selection.value ? null : this.hinted.value
  })
  /** What the selected thing would command: from the place pointed at, or from where it stands. */
  readonly range: ReadonlySignal<Preview | null> = computed(() => {
    const here = this.selectedPiece?.at
    const standing = here ? this.targets.value.get(`place:${here}`)?.[0] : undefined
    const preview = (this.aimed.value ?? standing)?.preview
    return preview?.covers ? preview : null
  })
  /** Odds that can be chosen between now: with support and without, to attack or not. */
  readonly offers: ReadonlySignal<ActionView[]> = computed(() =>
    this.table.past.value ? [] : (this.table.view.value?.buttons ?? []).filter((b) => b.preview?.odds),
  )

  constructor(private readonly table: Table) {}

  /** Look up what a click would do, as the pointer goes; call what is given back to stop. */
  watch(): () => void {
    return effect(() => {
      void this.table.rev.value
      void this.hint(this.selection.value ? null : this.pointedAt.value, this.aim.value)
    })
  }

  private async hint(place: PlaceId | null, aim: PlaceId | null): Promise<void> {
    this.hinted.value = null
    const unit = place && aim ? this.acting(place).at(-1) : undefined
    const handle = unit ? `piece:${unit.id}` : `place:${place}`
    if (!place || !this.isHandle(handle)) return
    const actions = await this.table.choicesOf(handle).catch(() => [])
    if (this.pointedAt.value === place) this.hinted.value = (unit && this.towards(actions, aim)) || actions[0] || null
  }

  /** The one action that a unit has for the place aimed at, or that it has at all. */
  private towards(actions: readonly ActionView[], aim: PlaceId | null): ActionView | null {
    const there = actions.filter((action) => action.clicks?.at(-1) === `place:${aim}`)
    if (there.length === 1) return there[0]!
    if (aim && actions.length === 1 && actions[0]!.single) return actions[0]!
    return aim && actions.length === 1 && actions[0]!.clicks?.length === 1 ? actions[0]! : null
  }

  /** The units of a place that may act, bottom first. */
  acting(place: PlaceId): Piece[] {
    return (this.table.stacks.value.get(place) ?? []).filter((p) => this.isHandle(`piece:${p.id}`))
  }

  aimAt(place: PlaceId): void {
    this.picked.value = place
    say(`${this.table.placeName(place)} is next.`)
  }

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
    this.given = null
    if (handle && this.isHandle(handle)) void this.select(handle, true)
    else this.takeTheOnlyOne()
  }

  /** The unit that was selected for the player: a first click on it is no wish to drop it. */
  private given: string | null = null

  /** Where one unit is all that can be clicked, it is selected at once. */
  private takeTheOnlyOne(): void {
    const [only, ...others] = Object.keys(this.table.view.value?.handles ?? {})
    if (!only || others.length > 0 || this.aim.value || token(only)[0] !== 'piece' || !this.isHandle(only)) return
    const piece = this.table.view.value?.pieces[token(only)[1]]
    if (!piece || !this.table.geometry.places[piece.at]) return
    this.given = only
    void this.select(only, true)
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
    say(`${this.nameOf(handle)} selected. ${counted(ready.length + ways)}.`)
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

  /** Are there units in a place that may be taken all at once? */
  wholeStack(place: PlaceId): boolean {
    if ((this.table.stacks.value.get(place)?.length ?? 0) < 2) return false
    return this.isHandle(`place:${place}`) || this.acting(place).length > (this.aim.value ? 0 : 1)
  }

  takeStack(place: PlaceId): Promise<void> {
    return this.inTurn(async () => {
      this.cursor.value = place
      if (this.isHandle(`place:${place}`)) await this.select(`place:${place}`)
      else if (this.aim.value) await this.sendAll(place, this.aim.value)
      else await this.selectAll(place)
      this.open.value = place
    })
  }

  /** All units of a stack do what they can do for the place aimed at. */
  private async sendAll(place: PlaceId, aim: PlaceId): Promise<void> {
    for (const piece of this.acting(place).reverse()) {
      if (this.aim.value !== aim || !this.isHandle(`piece:${piece.id}`)) return
      const action = this.towards(await this.table.choicesOf(`piece:${piece.id}`), aim)
      if (action) await this.perform(action)
      if (this.pending.value || this.refusal.value) return
    }
  }

  /** Select all units of a stack, to go where all of them can go. */
  private async selectAll(place: PlaceId): Promise<void> {
    this.clear()
    const epoch = this.epoch
    const handles = this.acting(place)
      .reverse()
      .map((piece) => `piece:${piece.id}`)
    const units = await Promise.all(
      handles.map(async (handle) => ({ handle, actions: await this.table.choicesOf(handle) })),
    )
    if (epoch !== this.epoch) return
    const moving = units.filter((unit) => unit.actions.some((action) => (action.clicks?.length ?? 0) > 1))
    const stack = `stack:${place}`
    const actions = together(stack, moving)
    this.selection.value = begin(stack, actions)
    if (actions.length === 0) this.show({ text: 'These units have no place to go to together.' })
    else say(`${moving.length} units selected. ${actions.length} places.`)
  }

  /** Is this one of the units selected? */
  isChosen(piece: Piece): boolean {
    const [kind, id] = token(this.selection.value?.handle ?? ':')
    return kind === 'piece' ? id === String(piece.id) : kind === 'stack' && id === piece.at && this.isOwn(piece)
  }

  /** Does it belong to the side that is asked? */
  isOwn(piece: Piece): boolean {
    return piece.owner === this.table.view.value?.prompt?.side
  }

  nameOf(handle: string): string {
    const [kind, id] = token(handle)
    if (kind === 'piece') {
      const piece = this.table.shown.value?.pieces[id]
      return piece ? this.table.pieceName(piece) : handle
    }
    if (kind === 'place' || kind === 'stack') return this.table.placeName(id)
    if (kind === 'card') {
      const card = this.table.board.cards?.find((c) => String(c.id) === id)
      return card ? `Card ${card.number}: ${card.events.map((e) => e.name).join(' / ')}` : handle
    }
    return handle
  }

  private turn: Promise<void> = Promise.resolve()

  /** Clicks come faster than answers: each waits for what the one before it asked for. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work)
    return this.turn
  }

  clickPiece(id: number): Promise<void> {
    return this.inTurn(() => this.takePiece(id))
  }

  /** A unit in the tray: it alone is meant, whatever else lies there. */
  clickUnit(piece: Piece): Promise<void> {
    const handle = `piece:${piece.id}`
    return this.inTurn(() => (this.isHandle(handle) ? this.engage(handle) : this.idle(piece, false)))
  }

  clickPlace(place: PlaceId): Promise<void> {
    return this.inTurn(() => this.takePlace(place))
  }

  /** A click on a piece. A friendly one is always selected, or says why it cannot act: no other goes there instead. */
  private async takePiece(id: number): Promise<void> {
    const piece = this.table.shown.value?.pieces[id]
    if (!piece) return
    this.cursor.value = piece.at
    const handle = `piece:${id}`
    if (this.selection.value?.handle === handle) return this.again(piece)
    if (this.targets.value.has(handle)) return this.follow(handle)
    if (this.isHandle(handle)) return this.engage(handle)
    const goes = this.targets.value.has(`place:${piece.at}`)
    const here = !this.selection.value && this.isHandle(`place:${piece.at}`)
    if (this.isOwn(piece) && !here && (!goes || this.onMap(this.selection.value?.handle))) return this.idle(piece, goes)
    return this.takePlace(piece.at)
  }

  private onMap(handle = ':'): boolean {
    const [kind, id] = token(handle)
    const at = kind === 'piece' ? this.table.view.value?.pieces[id]?.at : kind === 'stack' ? id : undefined
    return !!at && !!this.table.geometry.places[at]
  }

  /** A unit that may act: it does what it can do for the place aimed at, or is selected. */
  private async engage(handle: string): Promise<void> {
    const aim = this.selection.value ? null : this.aim.value
    const action = aim && this.towards(await this.table.choicesOf(handle), aim)
    return action ? this.perform(action) : this.select(handle)
  }

  /** The selected unit again: it does what it can do where it stands, or the next of its stack is meant, or none. */
  private async again(piece: Piece): Promise<void> {
    if (this.targets.value.has(`place:${piece.at}`)) await this.follow(`place:${piece.at}`)
    else if (this.given) this.given = null
    else await this.nextInStack(piece)
  }

  /** A friendly unit that cannot act: its stack, and the reason. What was selected stays so where it could go there. */
  private async idle(piece: Piece, goes: boolean): Promise<void> {
    if (!goes) this.clear()
    if (!goes) this.open.value = piece.at
    const name = this.table.pieceName(piece)
    await this.explain(`piece:${piece.id}`, null, `${name} has nothing to do now.`)
    if (goes && this.refusal.value) {
      const more = 'To go there all the same, click the figure in the corner of the hex.'
      this.show({ ...this.refusal.value, text: `${this.refusal.value.text} ${more}` })
    }
  }

  private async nextInStack(piece: Piece): Promise<void> {
    const acting = this.acting(piece.at)
    const next = acting[(acting.indexOf(piece) + 1) % Math.max(1, acting.length)]
    if (next && next.id !== piece.id) return this.select(`piece:${next.id}`)
    this.clear()
  }

  private async takePlace(place: PlaceId): Promise<void> {
    this.cursor.value = place
    const here = this.table.stacks.value.get(place) ?? []
    const next = [`place:${place}`, ...here.map((p) => `piece:${p.id}`)].find((t) => this.targets.value.has(t))
    if (next) return this.follow(next)
    if (this.aims.value.includes(place) && this.aim.value !== place) return this.aimAt(place)
    const acting = this.acting(place)
    const again = this.selection.value?.handle === `place:${place}` && acting.length > 0
    if (this.isHandle(`place:${place}`) && !again) {
      this.open.value = here.length > 0 ? place : null
      return this.select(`place:${place}`)
    }
    const chosen = this.selectedPiece
    if (chosen?.at === place && acting.length > 1) return this.nextInStack(chosen)
    if (acting.length > 0) return this.engage(`piece:${acting.at(-1)!.id}`)
    const selected = this.selection.value
    if (selected && this.selectedPiece) return this.explain(selected.handle, place)
    this.clear()
    this.open.value = here.length > 0 && this.open.value !== place ? place : null
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
      say(`${counted(targets(outcome.selection).size + complete(outcome.selection).length)}.`)
    }
  }

  /** Do it; what cannot be taken back is shown first, with its odds, and asked about. */
  async perform(action: ActionView, confirmed = false): Promise<void> {
    const { odds, warning } = action.preview ?? {}
    const weighty = warning || (odds && (action.binding || (this.byTouch.value && !this.aim.value)))
    if (weighty && settings.value.confirmBattles && !confirmed) {
      this.pending.value = action
      say(`${wording(action)}. Confirm or cancel.`)
      return
    }
    this.chooser.value = null
    this.pending.value = null
    try {
      for (const { do: deed } of (action as Partial<Together>).each ?? [action]) await this.table.act(deed)
      this.refusal.value = null
    } catch (error) {
      this.refuse(error)
    }
  }

  /** Why can this not be done? */
  async explain(handle: string, place: PlaceId | null, otherwise = ''): Promise<void> {
    const [kind, id] = token(handle)
    if (kind !== 'piece') return
    try {
      const answer = await this.table.ask({ question: 'why_not', piece: Number(id), ...(place ? { place } : {}) })
      if (!answer.possible && answer.text) this.show(answer)
      else if (otherwise) this.show({ text: otherwise })
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
