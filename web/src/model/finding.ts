/** Choices that fit the words typed. */
import { wording } from './clicks'
import type { ActionView } from './contract.gen'

/** All words must occur, in any order; those whose text starts with the first word come first. */
export function fitting(actions: readonly ActionView[], words: string): ActionView[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...actions]
  const text = (a: ActionView): string => `${wording(a)} ${a.do}`.toLowerCase()
  const found = actions.filter((a) => wanted.every((w) => text(a).includes(w)))
  const first = wanted[0]!
  return [...found.filter((a) => text(a).startsWith(first)), ...found.filter((a) => !text(a).startsWith(first))]
}
