/** F10: tell the makers what is wrong; the record and a picture of the table go with it. */
import { useEffect, useState } from 'preact/hooks'
import { useDesk } from '../state/desk'
import { makeReport, type Report } from '../state/report'
import { theme } from '../state/settings'
import { Dialog } from '../ui/Dialog'
import { Icon } from '../ui/Icon'

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const desk = useDesk()
  const [text, setText] = useState('')
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
  return (
    <Dialog title="Report a problem" onClose={onClose}>
      <label class="field">
        <span>What happened, and what should have happened?</span>
        <textarea rows={5} value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      {report?.picture && <img class="report-picture" src={report.picture} alt="The map as you see it" />}
      <p class="quiet-text">
        The report is a file: your words, the record of the game, what your side sees, and this picture. Nothing is sent
        by itself; give the file to whoever looks after the game.
      </p>
      <div class="confirm-buttons">
        <button type="button" class="primary" disabled={!report} onClick={save}>
          <Icon name="export" size={18} /> Save the report
        </button>
      </div>
    </Dialog>
  )
}
