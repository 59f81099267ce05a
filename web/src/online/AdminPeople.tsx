/** Everybody who has an account, for those who run the server: found by nickname, an account closed, a seat handed over. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Member, SeatLine } from '../model/contract.gen'
import { Field, Form } from './Form'
import { useLoaded } from './loading'
import { me } from './me'
import { NameField } from './NameField'
import { Nickname } from './Nickname'
import { admin } from './requests'
import { Section } from './Section'
import { moment } from './when'

interface Asked {
  onDone: () => Promise<void>
  onNo: () => void
}

/** A question before something that cannot be taken back. */
function Sure({ children, onNo }: { children: ComponentChildren; onNo: () => void }) {
  return (
    <div class="asked">
      {children}
      <button type="button" class="quiet" onClick={onNo}>
        No, leave it
      </button>
    </div>
  )
}

function Closing({ name, onDone, onNo }: Asked & { name: string }) {
  const [why, setWhy] = useState('')
  const send = async (): Promise<void> => {
    await admin.close(name, { why })
    await onDone()
  }
  return (
    <Sure onNo={onNo}>
      <Form send={send} button={`Yes, close the account of ${name}`} danger label={`Close the account of ${name}`}>
        <p class="warning">
          {name} is signed out everywhere and cannot sign in again; opponents may claim the running games. This cannot
          be undone. The reason is sent to {name} by mail.
        </p>
        <Field label="Why" value={why} onInput={setWhy} maxLength={2000} autofocus />
      </Form>
    </Sure>
  )
}

function Handing({ seat, name, onDone, onNo }: Asked & { seat: SeatLine; name: string }) {
  const [to, setTo] = useState('')
  const [why, setWhy] = useState('')
  const send = async (): Promise<void> => {
    await admin.seat(seat.game, { side: seat.side, to: to.trim(), why })
    await onDone()
  }
  return (
    <Sure onNo={onNo}>
      <Form send={send} button="Yes, hand it over" danger label={`Hand over the ${seat.side_label} of ${name}`}>
        <p class="warning">
          {name} leaves this game and can no longer see the {seat.side_label} side; the game is not rated any more.
        </p>
        <NameField label="To the nickname" value={to} onInput={setTo} />
        <Field label="Why" value={why} onInput={setWhy} maxLength={2000} />
      </Form>
    </Sure>
  )
}

function Seats({ name, onDone }: { name: string; onDone: () => Promise<void> }) {
  const { value, fault, reload } = useLoaded(() => admin.seats(name), [name])
  const [asked, setAsked] = useState<SeatLine | null>(null)
  const done = async (): Promise<void> => {
    setAsked(null)
    await Promise.all([reload(), onDone()])
  }
  return (
    <>
      {fault && <p class="warning">{fault}</p>}
      {value?.length === 0 && <p class="empty">{name} has no running game.</p>}
      <ul class="lines">
        {value?.map((seat) => (
          <li key={`${seat.game} ${seat.side}`}>
            <span>
              <strong>
                {seat.title_label}: {seat.scenario_label}
              </strong>
              <small>
                {name} plays the {seat.side_label} side
                {seat.opponent && ` against ${seat.opponent}`}, turn {seat.turn} of {seat.last_turn}
              </small>
            </span>
            <button type="button" class="secondary" onClick={() => setAsked(seat)}>
              Hand over …
            </button>
          </li>
        ))}
      </ul>
      {asked && <Handing seat={asked} name={name} onDone={done} onNo={() => setAsked(null)} />}
    </>
  )
}

function Line({ one, onDone }: { one: Member; onDone: () => Promise<void> }) {
  const [open, setOpen] = useState<'' | 'seats' | 'close'>('')
  const toggle = (what: 'seats' | 'close'): void => setOpen(open === what ? '' : what)
  const done = async (): Promise<void> => {
    setOpen('')
    await onDone()
  }
  const mine = me.value?.nickname === one.nickname
  return (
    <li class="member" data-member={one.nickname}>
      <div class="row">
        <span>
          <strong>
            <Nickname name={one.nickname} />
          </strong>
          <small>
            {one.closed ? 'This account is closed. ' : one.admin ? 'Runs this server. ' : ''}Since {moment(one.since)},
            last here {moment(one.seen)}
          </small>
        </span>
        <span class="row">
          <button type="button" class="secondary" aria-expanded={open === 'seats'} onClick={() => toggle('seats')}>
            Games <span class="unseen">of {one.nickname}</span>
          </button>
          {!one.closed && !mine && (
            <button type="button" class="secondary" aria-expanded={open === 'close'} onClick={() => toggle('close')}>
              Close … <span class="unseen">the account of {one.nickname}</span>
            </button>
          )}
        </span>
      </div>
      {open === 'seats' && <Seats name={one.nickname} onDone={onDone} />}
      {open === 'close' && <Closing name={one.nickname} onDone={done} onNo={() => setOpen('')} />}
    </li>
  )
}

interface Props {
  words: string
  onWords: (words: string) => void
  onDone: () => Promise<void>
}

export function AdminPeople({ words, onWords, onDone }: Props) {
  const { value, fault, reload } = useLoaded(() => admin.people(words.trim()), [words.trim()])
  const done = async (): Promise<void> => {
    await Promise.all([reload(), onDone()])
  }
  return (
    <Section title="People" open>
      <Field
        label="Nickname begins with"
        type="search"
        required={false}
        value={words}
        onInput={onWords}
        maxLength={40}
      />
      {fault && <p class="warning">{fault}</p>}
      {value?.length === 0 && <p class="empty">Nobody.</p>}
      <ul class="lines members">
        {value?.map((one) => (
          <Line key={one.nickname} one={one} onDone={done} />
        ))}
      </ul>
      {value?.length === 50 && <p class="empty">The first 50 of them; type more letters to find others.</p>}
    </Section>
  )
}
