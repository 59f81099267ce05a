/** The log as a list of entries, one per ply, kept in step with the server's updates. */
import type { LogEntry } from './contract.gen'

/** Entries after ply `keep` give way to the new ones: that is how an update, and an undo, change the log. */
export function follow(log: readonly LogEntry[], keep: number, fresh: readonly LogEntry[]): LogEntry[] {
  return [...log.filter((entry) => entry.ply <= keep), ...fresh]
}

/** Entries grouped under turn and phase headings. */
export interface Chapter {
  turn: number
  phase: string
  entries: LogEntry[]
}

export function chapters(log: readonly LogEntry[]): Chapter[] {
  const found: Chapter[] = []
  for (const entry of log) {
    const open = found.at(-1)
    const [turn, phase] = [entry.turn ?? open?.turn ?? 0, entry.phase ?? open?.phase ?? '']
    if (open && open.turn === turn && open.phase === phase) open.entries.push(entry)
    else found.push({ turn, phase, entries: [entry] })
  }
  return found
}
