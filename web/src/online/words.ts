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

/** The options and modules of a game that are not as they are by default, and those that are on. */
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
