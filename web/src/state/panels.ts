/** What is open on the table besides the map. */
import { signal } from '@preact/signals'
import type { PlaceId, Side } from '../model/ids'

export type PanelName = 'log' | 'hand' | 'boxes' | 'rules' | 'info' | 'away' | 'match'
export type DialogName =
  | 'calendar'
  | 'victory'
  | 'choices'
  | 'settings'
  | 'help'
  | 'dice'
  | 'branch'
  | 'game'
  | 'orders'
  | 'report'

/** Something one wants to know more about. */
export type Subject = { kind: 'place'; id: PlaceId } | { kind: 'piece'; id: number } | { kind: 'card'; id: number }

export interface SupplyShown {
  side: Side
  sources: Set<PlaceId>
  supplied: Set<PlaceId>
  out: Set<number>
}

export class Panels {
  /** Is the line between the two sides drawn? */
  readonly front = signal(false)
  readonly panel = signal<PanelName | null>(null)
  readonly dialog = signal<DialogName | null>(null)
  readonly drawer = signal(false)
  readonly subject = signal<Subject | null>(null)
  readonly rule = signal<string | null>(null)
  /** Clicks ask for information instead of acting: for those who have no right button. */
  readonly asking = signal(false)
  readonly supply = signal<SupplyShown | null>(null)
  readonly reach = signal<Map<PlaceId, number> | null>(null)
  readonly flash = signal<PlaceId[]>([])
  /** The side whose player is waited for while the screen is covered. */
  readonly cover = signal<Side | null>(null)

  toggle(panel: PanelName): void {
    this.panel.value = this.panel.value === panel ? null : panel
  }

  inform(subject: Subject): void {
    this.subject.value = subject
    this.panel.value = 'info'
    this.asking.value = false
  }

  readRule(number: string): void {
    this.rule.value = number
    this.panel.value = 'rules'
  }
}
