/** Questions that one does not want to be asked again: passed for the rest of a phase, or for a kind of event. */
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Prompt } from '../model/contract.gen'
import { say } from './announce'
import type { Table } from './table'

export interface Passed {
  /** For whom, and what: "phase:1/axis-combat" or "kind:attack". */
  key: string
  label: string
}

export class Passing {
  private readonly chosen = signal<Passed[]>([])

  constructor(private readonly table: Table) {}

  get passed(): ReadonlySignal<Passed[]> {
    return this.chosen
  }

  private phaseKey(prompt: Prompt): string {
    const banner = this.table.view.value!.banner
    return `${prompt.side} phase:${banner.turn}/${banner.phase}`
  }

  private kindKey = (prompt: Prompt): string => `${prompt.side} kind:${prompt.kind}`

  /** The question that may be passed now, if this seat is asked one. */
  get asked(): Prompt | null {
    const prompt = this.table.past.value ? null : this.table.view.value?.prompt
    const mine = prompt && (this.table.seat.value === 'open' || prompt.side === this.table.seat.value)
    return mine && prompt.decline && !this.table.passTo.value ? prompt : null
  }

  passPhase(): void {
    const prompt = this.asked
    if (prompt) this.add({ key: this.phaseKey(prompt), label: `everything in this phase` })
  }

  passKind(): void {
    const prompt = this.asked
    if (prompt) this.add({ key: this.kindKey(prompt), label: prompt.kind_label ?? '' })
  }

  private add(passed: Passed): void {
    this.chosen.value = [...this.chosen.value, passed]
    say(`Passing ${passed.label}.`)
  }

  /** Ask again. */
  stop(key: string): void {
    this.chosen.value = this.chosen.value.filter((one) => one.key !== key)
  }

  /** Answer what is passed, with every change; call what is given back to end it. */
  watch(refuse: (error: unknown) => void): () => void {
    return effect(() => {
      void this.table.rev.value
      const prompt = this.asked
      const keys = this.chosen.value.map((one) => one.key)
      if (!prompt?.decline || this.table.busy.peek()) return
      if (keys.includes(this.phaseKey(prompt)) || keys.includes(this.kindKey(prompt)))
        void this.table.act(prompt.decline).catch(refuse)
    })
  }
}
