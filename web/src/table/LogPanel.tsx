/** What happened: newest at the bottom, each line pointing at the map and naming its rule. */
import { useEffect, useRef } from 'preact/hooks'
import type { LogEntry, LogLine } from '../model/contract.gen'
import { chapters } from '../model/log'
import { useDesk } from '../state/desk'
import { RuleLink } from '../ui/RuleLink'
import { Panel } from './Panel'

function Line({ line }: { line: LogLine }) {
  const desk = useDesk()
  return (
    <li class="log-line">
      {line.at?.length ? (
        <button type="button" class="log-pointer" onClick={() => desk.point(line.at ?? [])}>
          {line.text}
        </button>
      ) : (
        <span>{line.text}</span>
      )}{' '}
      <RuleLink rule={line.rule} />
    </li>
  )
}

function Entry({ entry }: { entry: LogEntry }) {
  const desk = useDesk()
  const places = entry.lines?.flatMap((l) => l.at ?? []) ?? []
  /** Dice and draws are shown by what came of them. */
  const told = entry.side === 'chance' && (entry.lines?.length ?? 0) > 0
  return (
    <li class={`log-entry${told ? ' told' : ''} side-${entry.side}`} data-ply={entry.ply}>
      {told ? (
        <span class="log-ply">{entry.ply}</span>
      ) : (
        <button type="button" class="log-deed" onClick={() => desk.point(places)} disabled={places.length === 0}>
          <span class="log-ply">{entry.ply}</span> {entry.text}
        </button>
      )}
      {entry.note && <p class="note">{entry.note}</p>}
      {entry.lines && entry.lines.length > 0 && (
        <ul>
          {entry.lines.map((line, i) => (
            <Line key={i} line={line} />
          ))}
        </ul>
      )}
    </li>
  )
}

export function LogList({ log }: { log: readonly LogEntry[] }) {
  const { table } = useDesk()
  return (
    <>
      {chapters(log).map((chapter) => (
        <section key={chapter.entries[0]!.ply} class="log-chapter">
          <h3>
            Turn {chapter.turn} · {table.phaseLabel(chapter.phase)}
          </h3>
          <ol>
            {chapter.entries.map((entry) => (
              <Entry key={entry.ply} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

export function LogPanel() {
  const { table, replay, hand } = useDesk()
  const log = replay.on.value ? replay.log.value : table.log.value
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [log.at(-1)?.ply])
  return (
    <Panel title="Log" name="log">
      {log.length === 0 && <p class="empty">Nothing has happened yet.</p>}
      {!replay.on.value && (log[0]?.ply ?? 1) > 1 && (
        <button type="button" class="secondary" onClick={() => void table.earlier().catch((e) => hand.refuse(e))}>
          Earlier
        </button>
      )}
      <LogList log={log} />
      <div ref={end} />
    </Panel>
  )
}
