/** Where we are: the address after "#". */
import { signal } from '@preact/signals'

/** A stretch of a game as one seat saw it. */
export interface FilmLink {
  from: number
  to: number
  seat: string
}

export type Route = { page: 'home' } | { page: 'game'; id: string; replay: number | null; film?: FilmLink }

function filmOf([from, to, seat]: string[]): FilmLink | undefined {
  const [first, last] = [Number(from), Number(to)]
  return Number.isInteger(first) && last > first && first >= 0 && seat ? { from: first, to: last, seat } : undefined
}

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent)
  if (parts[0] !== 'game' || !parts[1]) return { page: 'home' }
  const ply = parts[2] === 'replay' ? Number(parts[3] ?? 0) : Number.NaN
  const film = parts[2] === 'film' ? filmOf(parts.slice(3)) : undefined
  if (film) return { page: 'game', id: parts[1], replay: null, film }
  return { page: 'game', id: parts[1], replay: Number.isFinite(ply) ? Math.max(0, Math.floor(ply)) : null }
}

export function format(route: Route): string {
  if (route.page === 'home') return '#/'
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
