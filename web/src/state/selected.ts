/** What is selected, what may be clicked next and what is pointed at. What a click does is in selecting.ts. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { Refused } from '../api'
import { complete, type Selection, targets, token } from '../model/clicks'
import type { ActionView, Piece, Preview } from '../model/contract.gen'
import type { PlaceId } from '../model/ids'
import { alertPerson, say } from './announce'
import type { Table } from './table'

export interface Refusal {
  text: string
  rule?: string
}

export class Selected {
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

  constructor(protected readonly table: Table) {}

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
  protected towards(actions: readonly ActionView[], aim: PlaceId | null): ActionView | null {
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
  protected epoch = 0

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

  /** Are there units in a place that may be taken all at once? */
  wholeStack(place: PlaceId): boolean {
    if ((this.table.stacks.value.get(place)?.length ?? 0) < 2) return false
    return this.isHandle(`place:${place}`) || this.acting(place).length > (this.aim.value ? 0 : 1)
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

  protected onMap(handle = ':'): boolean {
    const [kind, id] = token(handle)
    const at = kind === 'piece' ? this.table.view.value?.pieces[id]?.at : kind === 'stack' ? id : undefined
    return !!at && !!this.table.geometry.places[at]
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

  protected show(refusal: Refusal): void {
    this.refusal.value = { text: refusal.text, rule: refusal.rule }
    alertPerson(refusal.text)
  }
}
