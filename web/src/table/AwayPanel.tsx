/** What happened since this side last had its turn: the whole of the other side's, whatever was answered meanwhile. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api'
import type { LogEntry } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { LogList } from './LogPanel'
import { Panel } from './Panel'

export function AwayPanel() {
  const { table, panels, show } = useDesk()
  const [found, setFound] = useState<{ from: number; log: LogEntry[] } | null>(null)
  const [rev, seat] = [table.rev.value, table.seat.value]
  useEffect(() => {
    let wanted = true
    api.since(table.summary.value.id, seat).then(
      (answer) => wanted && setFound(answer),
      () => wanted && setFound({ from: table.ply.value, log: [] }),
    )
    return () => {
      wanted = false
    }
  }, [rev, seat])
  return (
    <Panel title="Since your last turn" name="away">
      {found && (
        <button
          type="button"
          class="secondary"
          onClick={() => {
            panels.panel.value = null
            void show.start({ from: found.from, to: table.ply.value, seat })
          }}
        >
          Watch it
        </button>
      )}
      {found?.log.length === 0 && <p class="empty">Nothing has happened since.</p>}
      {found && <LogList log={found.log} />}
    </Panel>
  )
}
