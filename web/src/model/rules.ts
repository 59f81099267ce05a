/** Finding a rule by its number or by words. */
import type { Rule } from './contract.gen'

/** The rule of that number, or of the nearest paragraph above it: 8.5.3, 8.5, 8. */
export function nearestRule(rules: readonly Rule[], number: string): Rule | null {
  let at = number
  while (at) {
    const found = rules.find((r) => r.id === at)
    if (found) return found
    at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : ''
  }
  return null
}

/** Rules that hold all the words, those with them in the title first. */
export function search(rules: readonly Rule[], words: string): Rule[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (text: string): boolean => wanted.every((w) => text.toLowerCase().includes(w))
  const inTitle = rules.filter((r) => holds(`${r.id} ${r.title}`))
  return [...inTitle, ...rules.filter((r) => !inTitle.includes(r) && holds(`${r.title} ${r.text ?? ''}`))]
}
