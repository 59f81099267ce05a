/** Where we are: the address after "#". */
import { signal } from '@preact/signals'

export type Route = { page: 'home' } | { page: 'game'; id: string; replay: number | null }

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent)
  if (parts[0] !== 'game' || !parts[1]) return { page: 'home' }
  const ply = parts[2] === 'replay' ? Number(parts[3] ?? 0) : Number.NaN
  return { page: 'game', id: parts[1], replay: Number.isFinite(ply) ? Math.max(0, Math.floor(ply)) : null }
}

export function format(route: Route): string {
  if (route.page === 'home') return '#/'
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
