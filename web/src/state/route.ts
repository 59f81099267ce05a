/** Where we are: the address after "#". */
import { signal } from '@preact/signals'

/** Pages of a server with accounts that have one word in their address: a token, a key, a nickname. */
const WITH_WORD = ['confirm', 'reset', 'email', 'join', 'person'] as const
const ALONE = ['log-in', 'sign-up', 'forgot', 'account', 'admin'] as const

/** A stretch of a game as one seat saw it. */
export interface FilmLink {
  from: number
  to: number
  seat: string
}

export type Route =
  | { page: 'home' }
  | { page: 'game'; id: string; replay: number | null; film?: FilmLink }
  | { page: (typeof WITH_WORD)[number]; word: string }
  | { page: (typeof ALONE)[number] }

const isOneOf = <T extends string>(list: readonly T[], word: string | undefined): word is T => list.includes(word as T)

function filmOf([from, to, seat]: string[]): FilmLink | undefined {
  const [first, last] = [Number(from), Number(to)]
  return Number.isInteger(first) && last > first && first >= 0 && seat ? { from: first, to: last, seat } : undefined
}

function game(parts: string[]): Route {
  const ply = parts[2] === 'replay' ? Number(parts[3] ?? 0) : Number.NaN
  const film = parts[2] === 'film' ? filmOf(parts.slice(3)) : undefined
  if (film) return { page: 'game', id: parts[1]!, replay: null, film }
  return { page: 'game', id: parts[1]!, replay: Number.isFinite(ply) ? Math.max(0, Math.floor(ply)) : null }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decoded)
  const [page, word] = parts
  if (page === 'game' && word) return game(parts)
  if (isOneOf(WITH_WORD, page) && word) return { page, word }
  return isOneOf(ALONE, page) ? { page } : { page: 'home' }
}

export function format(route: Route): string {
  if (route.page === 'home') return '#/'
  if ('word' in route) return `#/${route.page}/${encodeURIComponent(route.word)}`
  if (route.page !== 'game') return `#/${route.page}`
  const { film } = route
  if (film) {
    return `#/game/${encodeURIComponent(route.id)}/film/${film.from}/${film.to}/${encodeURIComponent(film.seat)}`
  }
  const replay = route.replay === null ? '' : `/replay/${route.replay}`
  return `#/game/${encodeURIComponent(route.id)}${replay}`
}

export const route = signal<Route>(parse(typeof location === 'undefined' ? '' : location.hash))

export function watchRoute(): void {
  addEventListener('hashchange', () => {
    route.value = parse(location.hash)
  })
}

export function go(to: Route): void {
  location.hash = format(to)
}

export const openGame = (id: string): void => go({ page: 'game', id, replay: null })
