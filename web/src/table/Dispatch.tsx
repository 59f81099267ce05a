/** What just happened, over the map for a moment: dice, draws, what the other side did. */
import { useEffect, useState } from 'preact/hooks'
import type { LogEntry } from '../model/contract.gen'
import { type Desk, useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'

const SECONDS = 9
const MOST = 5

interface Line {
  side: string
  text: string
  at: string[]
}

/** The lines worth telling: not what this side did itself. */
function told(entries: readonly LogEntry[], seat: string): Line[] {
  const lines = entries.flatMap((entry): Line[] => {
    const own = entry.side === seat || seat === 'open'
    const found = (entry.lines ?? []).map((line) => ({ side: entry.side, text: line.text, at: line.at ?? [] }))
    if (entry.side === 'chance' || own) return found
    return [{ side: entry.side, text: entry.text, at: found.flatMap((line) => line.at) }, ...found]
  })
  return entries.some((entry) => entry.side !== seat && entry.side !== 'open') ? lines.slice(-MOST) : []
}

/** The news of the last change, until it is old or waved off. */
function useNews({ table }: Desk): [Line[], () => void] {
  const news = table.news.value
  const [over, setOver] = useState<LogEntry[] | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOver(news), SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [news])
  return [over === news ? [] : told(news, table.seat.value), () => setOver(news)]
}

export function Dispatch() {
  const desk = useDesk()
  const [lines, dismiss] = useNews(desk)
  if (lines.length === 0 || desk.replay.on.value || desk.show.on.value || desk.show.digest.value) return null
  return (
    <section class="dispatch" aria-label="What just happened">
      <ul>
        {lines.map((line, i) => (
          <li key={i} class={`side-${line.side}`}>
            <Icon name={line.side === 'chance' ? 'dice' : 'flag'} size={16} />
            {line.at.length > 0 ? (
              <button type="button" class="log-pointer" onClick={() => desk.point(line.at)}>
                {line.text}
              </button>
            ) : (
              <span>{line.text}</span>
            )}
          </li>
        ))}
      </ul>
      <button type="button" class="ghost-button" aria-label="Dismiss the news" onClick={dismiss}>
        <Icon name="close" size={16} />
      </button>
    </section>
  )
}
