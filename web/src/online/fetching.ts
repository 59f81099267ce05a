/** Fetching what a table needs, also while a server restarts. */
import { Refused } from '../api'
import type { Match } from '../model/contract.gen'
import { accounts } from './me'
import { match } from './requests'

/** The match of a game; null for a game that is none between people. */
export async function fetchMatch(id: string): Promise<Match | null> {
  if (!accounts.value) return null
  try {
    return await match.get(id)
  } catch (error) {
    if (error instanceof Refused && error.fault.code === 'missing') return null
    throw error
  }
}

const RETRY = 1500

/** Ask until the server answers; what it refuses is reported at once. Returns how to stop. */
export function untilItAnswers<T>(
  ask: () => Promise<T>,
  take: (found: T) => void,
  refuse: (text: string) => void,
): () => void {
  let over = false
  const attempt = (): void => {
    ask().then(
      (found) => {
        if (over) return
        refuse('')
        take(found)
      },
      (error: Error) => {
        if (over) return
        refuse(error.message)
        if (error instanceof Refused && error.status === 0) setTimeout(() => over || attempt(), RETRY)
      },
    )
  }
  attempt()
  return () => {
    over = true
  }
}
