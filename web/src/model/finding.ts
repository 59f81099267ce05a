/** Choices that fit the words typed. */
import { wording } from './clicks'
import type { ActionView } from './contract.gen'

/** All words must occur, in any order; what was typed in full comes first, then what starts with the first word. */
export function fitting(actions: readonly ActionView[], words: string): ActionView[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...actions]
  const text = (a: ActionView): string => `${wording(a)} ${a.do}`.toLowerCase()
  const found = actions.filter((a) => wanted.every((w) => text(a).includes(w)))
  const typed = wanted.join(' ')
  const rank = (a: ActionView): number => {
    if ([wording(a), a.do].some((said) => said.toLowerCase() === typed)) return 0
    return text(a).startsWith(wanted[0]!) ? 1 : 2
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}
