/** The table with everything on it, handed to the components through a context. */
import { effect, signal, untracked } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Camera } from '../map/camera'
import { front } from '../map/framing'
import { token } from '../model/clicks'
import type { BattleReport } from '../model/contract.gen'
import { followed, reportsOf, type Scene } from '../model/scenes'
import { Allotting } from './allotting'
import { Panels } from './panels'
import { Passing } from './passing'
import { Replay } from './replay'
import { Selecting } from './selecting'
import { Show } from './show'
import { type Materials, Table } from './table'

export class Desk {
  readonly table: Table
  readonly hand: Selecting
  readonly panels = new Panels()
  readonly replay: Replay
  readonly show: Show
  readonly passing: Passing
  camera: Camera | null = null
  /** The last battle whose dice fell, until it is dismissed. */
  readonly battle = signal<BattleReport | null>(null)
  readonly stirring = signal(false)
  /** Is a point of the past being fetched that is to be seen first? */
  readonly opening = signal(false)
  /** Are counters so large, at rest, that stacks lie spread out? */
  readonly near = signal(false)
  /** Is the picture of the map loaded? */
  readonly pictured = signal(false)
  /** Where the camera stood when the map was last put away. */
  stand: Camera['stand'] | null = null
  private readonly stopFollowing: () => void
  private readonly stopWatching: () => void

  constructor(materials: Materials) {
    this.table = new Table(materials)
    this.hand = new Selecting(this.table)
    this.replay = new Replay(this.table, (scene) => this.accompany(scene))
    this.show = new Show(this.table)
    this.show.look = (places) => this.look(places)
    this.show.play = (scene) => this.report(scene.reports)
    this.table.onChange = (before, { ply, log, why }) => {
      if (this.replay.on.value) return
      this.show.hear(before, this.table.view.value!, ply, log, why)
      if (!this.show.on.value) this.report(reportsOf(log))
    }
    this.passing = new Passing(this.table)
    this.stopFollowing = effect(() => this.follow(this.table.rev.value))
    const refuse = (error: unknown): void => this.hand.refuse(error)
    const allotting = new Allotting(this.table, (work) => this.hand.inTurn(work))
    const watching = [this.hand.watch(), this.passing.watch(refuse), allotting.watch(refuse)]
    this.stopWatching = () => {
      for (const stop of watching) stop()
    }
  }

  /** With each change, before anybody can act on it: forget what no longer fits, renew the layers. */
  private follow(_rev: number): void {
    untracked(() => {
      this.hand.refresh()
      const supply = this.panels.supply.value
      if (supply) void this.showSupply(supply.side)
      this.panels.reach.value = null
      this.showWhatIsPlaced()
    })
  }

  /** Where only units off the map can act, their boxes are opened. */
  private showWhatIsPlaced(): void {
    const { view, geometry } = this.table
    const handles = Object.keys(view.value?.handles ?? {}).map(token)
    const units = handles.flatMap(([kind, id]) => (kind === 'piece' ? [view.value?.pieces[id]?.at ?? ''] : []))
    if (units.length > 0 && units.every((at) => !geometry.places[at])) this.panels.panel.value = 'boxes'
  }

  /** The first look: the front of the side that decides; for those who only look on, of all units. */
  lookAtFront(): void {
    const { geometry, counter, view } = this.table
    const pieces = Object.values(view.value?.pieces ?? {})
    const side = view.value?.prompt?.side
    this.camera?.open((room) => front(pieces, side, geometry.places, room, counter))
  }

  /** Bring places into sight. */
  look(places: string[]): void {
    const spots = places.map((id) => this.table.geometry.places[id]).filter((spot) => spot !== undefined)
    if (spots.length > 0) this.camera?.show(spots)
  }

  /** Dice of battle have fallen: the battle board opens. */
  private report(reports: readonly BattleReport[]): void {
    if (reports.length > 0) this.battle.value = reports.reduce<BattleReport | null>(followed, this.battle.value)
  }

  /** A step of a replay: its arrows, and the camera goes with it. */
  private accompany(scene: Scene | null): void {
    this.show.fresh.value = scene?.arrows ?? []
    this.show.trail.value = scene?.arrows ?? []
    if (scene) this.look(scene.where)
    if (scene) this.report(scene.reports)
    else this.battle.value = null
  }

  /** Bring places into sight and make them glow for a moment. */
  point(places: string[]): void {
    const known = places.filter((id) => this.table.geometry.places[id])
    if (known.length === 0) return
    this.panels.flash.value = known
    this.camera?.show(known.map((id) => this.table.geometry.places[id]!))
    setTimeout(() => {
      if (this.panels.flash.value === known) this.panels.flash.value = []
    }, 2200)
  }

  /** Supply as a layer on the map: one side, the other, off. */
  async cycleSupply(): Promise<void> {
    const sides = this.table.title.sides.map((s) => s.name)
    const now = this.panels.supply.value
    const asked = [this.table.seat.value, this.table.view.value?.prompt?.side ?? '']
    const first = asked.find((side) => sides.includes(side)) ?? sides[0]!
    const order = [first, ...sides.filter((s) => s !== first)]
    const next = now ? order[order.indexOf(now.side) + 1] : order[0]
    await this.showSupply(next ?? null)
  }

  async showSupply(side: string | null): Promise<void> {
    if (!side) {
      this.panels.supply.value = null
      return
    }
    try {
      const answer = await this.table.ask({ question: 'supply', side })
      this.panels.supply.value = {
        side,
        sources: new Set(answer.sources),
        supplied: new Set(answer.supplied),
        out: new Set(answer.pieces_out),
      }
    } catch (error) {
      this.hand.refuse(error)
    }
  }

  async showReach(piece: number | null): Promise<void> {
    if (piece === null) {
      this.panels.reach.value = null
      return
    }
    try {
      const answer = await this.table.ask({ question: 'reach', piece })
      this.panels.reach.value = new Map(Object.entries(answer.costs))
    } catch (error) {
      this.hand.refuse(error)
    }
  }

  close(): void {
    this.stopFollowing()
    this.stopWatching()
    this.replay.stop()
    this.show.close()
    this.table.close()
  }
}

const Context = createContext<Desk | null>(null)
export const DeskProvider = Context.Provider

export function useDesk(): Desk {
  const desk = useContext(Context)
  if (!desk) throw new Error('no table here')
  return desk
}
