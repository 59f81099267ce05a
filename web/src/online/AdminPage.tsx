/** For those who run the server: reports, accounts to close, seats to hand over, and the log of it. */
import { useState } from 'preact/hooks'
import type { ReportLine } from '../model/contract.gen'
import { format } from '../state/route'
import { Field, Form } from './Form'
import { useLoaded } from './loading'
import { Nickname } from './Nickname'
import { admin } from './requests'
import { Section } from './Section'
import { Sheet } from './Sheet'
import { moment } from './when'

function ReportBox({ report, onDone }: { report: ReportLine; onDone: () => Promise<void> }) {
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
        , {moment(report.at)}
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

function CloseAccount({ onDone }: { onDone: () => Promise<void> }) {
  const [name, setName] = useState('')
  const [why, setWhy] = useState('')
  const send = async (): Promise<void> => {
    await admin.close(name.trim(), { why })
    await onDone()
  }
  return (
    <Section title="Close an account">
      <Form send={send} button="Close it" danger done="Closed.">
        <Field label="Nickname" value={name} onInput={setName} />
        <Field label="Why" value={why} onInput={setWhy} maxLength={2000} />
      </Form>
    </Section>
  )
}

function GiveSeat({ onDone }: { onDone: () => Promise<void> }) {
  const [game, setGame] = useState('')
  const [side, setSide] = useState('')
  const [to, setTo] = useState('')
  const [why, setWhy] = useState('')
  const send = async (): Promise<void> => {
    await admin.seat(game.trim(), { side: side.trim(), to: to.trim(), why })
    await onDone()
  }
  return (
    <Section title="Hand over a seat">
      <Form send={send} button="Hand it over" danger done="Handed over.">
        <Field label="Game (the last part of its address)" value={game} onInput={setGame} />
        <Field label="Side" value={side} onInput={setSide} />
        <Field label="To the nickname" value={to} onInput={setTo} />
        <Field label="Why" value={why} onInput={setWhy} maxLength={2000} />
      </Form>
    </Section>
  )
}

export function AdminPage() {
  const reports = useLoaded(admin.reports)
  const log = useLoaded(admin.log)
  const again = async (): Promise<void> => {
    await Promise.all([reports.reload(), log.reload()])
  }
  return (
    <Sheet title="Running this server" wide>
      {reports.fault && <p class="warning">{reports.fault}</p>}
      <Section title="Reports" open>
        {reports.value?.length === 0 && <p class="empty">None.</p>}
        {reports.value?.map((report) => (
          <ReportBox key={report.number} report={report} onDone={again} />
        ))}
      </Section>
      <CloseAccount onDone={again} />
      <GiveSeat onDone={again} />
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
