/** Words for terms and ends of games. */
import type { Match, Option, Terms, TitleInfo } from '../model/contract.gen'

export const HOW: Record<NonNullable<Match['how']>, string> = {
  rules: 'by the rules',
  resigned: 'by resignation',
  drawn: 'by agreement',
  time: 'on time',
  claimed: 'claimed: the other side had left',
  abandoned: 'abandoned, unrated',
}

/** What two agreed on, each in a few words. */
export function termWords({ days = 0, holidays = true, rated = true, public: watched = true }: Terms): string[] {
  const clock = days === 0 ? 'No clock' : `${days} ${days === 1 ? 'day' : 'days'} for each turn`
  return [
    days > 0 ? `${clock}${holidays ? ', not on holidays' : ', holidays count'}` : clock,
    rated ? 'Rated' : 'Unrated',
    watched ? 'Others may watch' : 'Private',
  ]
}

export interface Chosen {
  option: Option
  value: string
  changed: boolean
}

const valueWords = (value: boolean | number | string): string =>
  value === true ? 'on' : value === false ? 'off' : String(value)

/** The options and modules of a game, each with its value and whether it is another than the rules' own. */
export function chosenOptions(
  title: TitleInfo | undefined,
  options: Record<string, boolean | number | string>,
): Chosen[] {
  return (title?.options ?? [])
    .filter((option) => option.name in options)
    .map((option) => {
      const value = options[option.name]!
      return { option, value: valueWords(value), changed: value !== option.default }
    })
}

/** Those that are not as the rules have them, in a few words. */
export function changedWords(chosen: Chosen[]): string {
  const changed = chosen.filter((one) => one.changed)
  if (changed.length === 0) return 'All optional rules as the book has them'
  return changed.map(({ option, value }) => (value === 'on' ? option.label : `${option.label}: ${value}`)).join(', ')
}
