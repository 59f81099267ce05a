/** Something fetched when a component appears, again when asked, and by the clock while the page is looked at. */
import { useEffect, useState } from 'preact/hooks'
import { tell } from '../ui/Toast'

export const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Loaded<T> {
  value: T | null
  fault: string
  reload: () => Promise<void>
}

/** `every` seconds, and whenever somebody comes back to the page, it is fetched again; what cannot be fetched then stays as it was. */
export function useLoaded<T>(fetch: () => Promise<T>, on: unknown[] = [], every = 0): Loaded<T> {
  const [value, setValue] = useState<T | null>(null)
  const [fault, setFault] = useState('')
  const reload = async (): Promise<void> => {
    try {
      setValue(await fetch())
      setFault('')
    } catch (error) {
      setFault(words(error))
    }
  }
  useEffect(() => void reload(), on)
  useEffect(() => {
    if (!every) return undefined
    const look = (): void => void (document.hidden || reload())
    const clock = setInterval(look, every * 1000)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [every, ...on])
  return { value, fault, reload }
}

/** Do something, tell what went wrong or what was done, and go on. */
export function attempt(work: Promise<unknown>, then?: () => unknown, done = ''): void {
  work.then(
    () => {
      if (done) tell(done)
      then?.()
    },
    (error) => tell(words(error)),
  )
}
