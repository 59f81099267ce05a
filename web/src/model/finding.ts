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

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** A word is in a text as it was typed, whole or as one end of "1507-1508"; "Axis-1" is not in "Axis-15". */
function holds(text: string, word: string): boolean {
  return wordsOf(text).some((w) => w === word || w.split('-').includes(word))
}

/** The one choice that the words name exactly: its whole text, or every word of theirs and no other choice. */
export function exact(actions: readonly ActionView[], words: string): ActionView | null {
  const typed = wordsOf(words)
  if (typed.length === 0) return null
  const whole = actions.filter((a) => [wording(a), a.do].some((text) => wordsOf(text).join(' ') === typed.join(' ')))
  const found = whole.length > 0 ? whole : actions.filter((a) => typed.every((w) => holds(`${wording(a)} ${a.do}`, w)))
  return found.length === 1 ? found[0]! : null
}
