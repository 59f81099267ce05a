/** For those who run the server: reports, people, and the log of what was done. */
import { useState } from 'preact/hooks'
import type { ReportLine } from '../model/contract.gen'
import { format } from '../state/route'
import { AdminPeople } from './AdminPeople'
import { Field, Form } from './Form'
import { useLoaded } from './loading'
import { Nickname } from './Nickname'
import { admin } from './requests'
import { Section } from './Section'
import { Sheet } from './Sheet'
import { moment } from './when'

interface ReportProps {
  report: ReportLine
  onDone: () => Promise<void>
  onLookUp: (name: string) => void
}

function ReportBox({ report, onDone, onLookUp }: ReportProps) {
  const [answer, setAnswer] = useState('')
  const send = async (): Promise<void> => {
    await admin.answer(report.number, { answer })
    await onDone()
  }
  return (
    <article class="report">
      <p>
        <Nickname name={report.by} /> about <Nickname name={report.about} />
        {report.game && (
          <>
            {' '}
            in <a href={format({ page: 'game', id: report.game, replay: null })}>this game</a>
          </>
        )}
        , {moment(report.at)}{' '}
        <button type="button" class="text-button" onClick={() => onLookUp(report.about)}>
          Look up {report.about}
        </button>
      </p>
      <blockquote>{report.text}</blockquote>
      {report.handled ? (
        <p class="quiet-text">
          Handled {moment(report.handled)}: {report.answer}
        </p>
      ) : (
        <Form send={send} button="Close the report" quiet>
          <Field label="Answer" value={answer} onInput={setAnswer} maxLength={4000} />
        </Form>
      )}
    </article>
  )
}

export function AdminPage() {
  const reports = useLoaded(admin.reports)
  const log = useLoaded(admin.log)
  const [words, setWords] = useState('')
  const again = async (): Promise<void> => {
    await Promise.all([reports.reload(), log.reload()])
  }
  return (
    <Sheet title="Running this server" wide>
      {reports.fault && <p class="warning">{reports.fault}</p>}
      <Section title="Reports" open>
        {reports.value?.length === 0 && <p class="empty">None.</p>}
        {reports.value?.map((report) => (
          <ReportBox key={report.number} report={report} onDone={again} onLookUp={setWords} />
        ))}
      </Section>
      <AdminPeople words={words} onWords={setWords} onDone={again} />
      <Section title="What was done">
        <ul class="lines">
          {log.value?.map((deed, i) => (
            <li key={i}>
              <span>
                <strong>
                  {deed.act}: {deed.about}
                </strong>
                <small>
                  {deed.by}, {moment(deed.at)}. {deed.why}
                </small>
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </Sheet>
  )
}
