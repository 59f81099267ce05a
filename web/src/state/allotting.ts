/** What has to come and can be done in one way only is done for the player, once: whoever takes it back is left alone. */
import { effect } from '@preact/signals'
import { say } from './announce'
import type { Table } from './table'

export class Allotting {
  /** How far the game had come when it was last looked at. */
  private reached = -1

  constructor(
    private readonly table: Table,
    /** Does something when all clicks before it have been answered. */
    private readonly inTurn: (work: () => Promise<void>) => Promise<void>,
  ) {}

  /** The action that is the player's only possibility now, if it is for this seat to decide. */
  private get single(): string {
    const { table } = this
    const prompt = table.past.value || table.passTo.value ? null : table.view.value?.prompt
    const mine = prompt && (table.seat.value === 'open' || prompt.side === table.seat.value)
    return (mine && prompt.single) || ''
  }

  private async allot(): Promise<void> {
    const single = this.single
    if (!single) return
    say(`The only possibility: ${this.table.view.value?.prompt?.single_label || single}.`)
    await this.table.act(single)
  }

  /** Look at every change; call what is given back to end it. */
  watch(refuse: (error: unknown) => void): () => void {
    return effect(() => {
      void this.table.rev.value
      const ply = this.table.ply.value
      const undone = ply < this.reached
      const news = ply !== this.reached
      this.reached = ply
      if (news && !undone && this.single) void this.inTurn(() => this.allot()).catch(refuse)
    })
  }
}
