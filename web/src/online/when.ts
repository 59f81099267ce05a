/** Times in words, in the zone of whoever reads. */
import { me } from './me'

const HOUR = 3600
const DAY = 24 * HOUR

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** A moment of the server as a date and time where the reader lives. */
export function moment(at: string, zone = me.value?.zone ?? browserZone(), locale = me.value?.locale ?? 'en'): string {
  const when = new Date(at)
  if (Number.isNaN(when.getTime())) return ''
  try {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(when)
  } catch {
    return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(when)
  }
}

const many = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

/** A length of time in one or two words. */
export function span(seconds: number): string {
  if (seconds < 90) return 'a minute'
  if (seconds < 2 * HOUR) return many(Math.round(seconds / 60), 'minute')
  if (seconds < 2 * DAY) return many(Math.round(seconds / HOUR), 'hour')
  return many(Math.floor(seconds / DAY), 'day')
}

/** How long it has been since then. */
export const since = (at: string, now = Date.now()): string => span(Math.max(0, (now - Date.parse(at)) / 1000))

/** Days and hours, to the hour; hours matter in the last week only. */
function daysAndHours(seconds: number): string {
  const hours = Math.round(seconds / HOUR)
  const rest = hours % 24
  const days = many(Math.floor(hours / 24), 'day')
  return rest === 0 || hours > 7 * 24 ? days : `${days}, ${many(rest, 'hour')}`
}

/** The time left on a clock. */
export function left(deadline: string, now = Date.now()): string {
  const seconds = (Date.parse(deadline) - now) / 1000
  if (seconds <= 0) return 'out of time'
  return `${seconds < 2 * DAY ? span(seconds) : daysAndHours(seconds)} left`
}

/** All zones this browser knows, the chosen one among them. */
export function zones(chosen: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return [...new Set([chosen, 'UTC', ...known])].sort()
}
