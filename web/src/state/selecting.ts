/** The hand of the player: what a click on a unit, a place, a card or a stack does. */
import { begin, click, complete, type Outcome, type Together, targets, together, token, wording } from '../model/clicks'
import type { ActionView, Piece } from '../model/contract.gen'
import type { PlaceId } from '../model/ids'
import { say } from './announce'
import { Selected } from './selected'
import { settings } from './settings'

const counted = (choices: number): string => (choices === 1 ? 'One choice' : `${choices} choices`)

export class Selecting extends Selected {
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
}
