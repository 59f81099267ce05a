/** The dice: fixed by a secret seed whose hash is shown at the start, and the seed at the end. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api'
import type { DiceReport } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Dialog } from '../ui/Dialog'

export function DiceDialog({ onClose }: { onClose: () => void }) {
  const { table } = useDesk()
  const [report, setReport] = useState<DiceReport | null>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    api.dice(table.summary.value.id).then(setReport, (error: Error) => setFault(error.message))
  }, [])
  return (
    <Dialog title="Dice" onClose={onClose}>
      <p>
        Every die and every draw of this game comes from a secret seed that was fixed before the first move. Its
        fingerprint is shown from the start; the seed itself when the game is over. Whoever holds the record can then
        check each roll.
      </p>
      {fault && <p class="warning">{fault}</p>}
      {report && (
        <dl class="facts">
          <div>
            <dt>Fingerprint (SHA-256)</dt>
            <dd>
              <code>{report.commitment}</code>
            </dd>
          </div>
          <div>
            <dt>Seed</dt>
            <dd>{report.seed ? <code>{report.seed}</code> : report.text}</dd>
          </div>
          {report.verified !== null && (
            <div>
              <dt>Verified</dt>
              <dd class={report.verified ? 'good' : 'bad'}>
                {report.verified
                  ? 'Yes: every roll follows from the seed.'
                  : 'No: some rolls do not follow from the seed.'}
              </dd>
            </div>
          )}
        </dl>
      )}
    </Dialog>
  )
}
