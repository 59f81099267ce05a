/** F10: tell the makers what is wrong; the record and a picture of the table go with it. */
import { useEffect, useState } from 'preact/hooks'
import { useDesk } from '../state/desk'
import { makeReport, type Report, sendReport } from '../state/report'
import { theme } from '../state/settings'
import { Dialog } from '../ui/Dialog'
import { Icon } from '../ui/Icon'
import { tell } from '../ui/Toast'

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const desk = useDesk()
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [report, setReport] = useState<Report | null>(null)
  useEffect(() => void makeReport(desk, '', theme()).then(setReport), [desk])
  const save = (): void => {
    const blob = new Blob([JSON.stringify({ ...report, text }, null, 1)], { type: 'application/json' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = `rasputitsa-report-${desk.table.summary.value.id}-${desk.table.ply.value}.json`
    link.click()
    URL.revokeObjectURL(link.href)
    onClose()
  }
  const send = (): void => {
    sendReport(desk, report!, text, email).then(
      (number) => {
        tell(`Thank you. Report ${number} is with whoever runs this server.`)
        onClose()
      },
      (error: Error) => tell(`It could not be sent: ${error.message} Save it instead.`),
    )
  }
  return (
    <Dialog title="Report a problem" onClose={onClose}>
      <label class="field">
        <span>What happened, and what should have happened?</span>
        <textarea rows={5} value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <label class="field">
        <span>Your mail address, if you want an answer</span>
        <input type="email" autocomplete="email" value={email} onInput={(e) => setEmail(e.currentTarget.value)} />
      </label>
      {report?.picture && <img class="report-picture" src={report.picture} alt="The map as you see it" />}
      <p class="quiet-text">
        Whoever runs this server gets your words, the record of the game as your side may read it, what your side sees,
        and this picture. You can save the same as a file instead.
      </p>
      <div class="confirm-buttons">
        <button type="button" class="primary" disabled={!report || !text} onClick={send}>
          <Icon name="check" size={18} /> Send the report
        </button>
        <button type="button" class="secondary" disabled={!report} onClick={save}>
          <Icon name="export" size={18} /> Save the report
        </button>
      </div>
    </Dialog>
  )
}

/** On a phone or tablet five fingers do what F10 does. */
export function useFiveFingers(): void {
  const { panels } = useDesk()
  useEffect(() => {
    const hear = (event: TouchEvent): void => {
      if (event.touches.length >= 5) panels.dialog.value = 'report'
    }
    addEventListener('touchstart', hear, { passive: true })
    return () => removeEventListener('touchstart', hear)
  }, [panels])
}
