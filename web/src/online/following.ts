/** Keeps the match of a table up to date: when the server says so, when the game goes on, and when one comes back. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Match, NextGame } from '../model/contract.gen'
import type { Table } from '../state/table'
import { lobby, match } from './requests'

/** The clock and the green dot are looked at this often even if nothing is said. */
const EVERY = 30_000

export const next = signal<NextGame>({ game: null, waiting: 0 })

async function look(table: Table): Promise<void> {
  const id = table.summary.value.id
  try {
    const [found, waiting] = await Promise.all([match.get(id), lobby.next(id)])
    table.match.value = found
    next.value = waiting
  } catch {
    // the next change or the next look brings it
  }
}

/** Who has to decide, of those who play. */
export const isMine = (found: Match | null): boolean => !!found?.to_move && found.seats.includes(found.to_move)

export function useFollowMatch(table: Table): void {
  const news = table.matchNews.value
  const asked = table.view.value?.prompt?.side
  const over = !!table.view.value?.result
  const link = table.link.value.state
  const between = table.match.value !== null
  useEffect(() => {
    if (between && link !== 'lost') void look(table)
  }, [news, asked, over, link, between])
  useEffect(() => {
    if (!between) return undefined
    const again = (): void => void (document.hidden || look(table))
    const clock = setInterval(again, EVERY)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', again)
    }
  }, [between])
}
