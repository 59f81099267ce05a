/** What one is written about, when no clock runs, and what one shows to whom. */
import { useState } from 'preact/hooks'
import type { Account, Holiday, Notices as NoticeWishes, Shows as ShowWishes } from '../model/contract.gen'
import { Field, Form, Switch } from './Form'
import { change } from './me'
import { Section } from './Section'

const MINUTES = [5, 30, 60, 180, 720, 1440]
const span = (minutes: number): string =>
  minutes < 60 ? `${minutes} minutes` : minutes === 60 ? 'an hour' : minutes < 1440 ? `${minutes / 60} hours` : 'a day'

const KINDS: { name: 'over' | 'chat' | 'offers' | 'reminders'; label: string; help: string }[] = [
  { name: 'over', label: 'A game is over', help: 'How it ended, and why.' },
  { name: 'chat', label: 'My opponent wrote', help: 'When you were not there to read it.' },
  { name: 'offers', label: 'Somebody wants to play', help: 'Offers for you, and that somebody joined yours.' },
  { name: 'reminders', label: 'Reminders', help: 'Gentle, once a week at most, when a game waits for you.' },
]

export function Notices({ mine }: { mine: Account }) {
  const [wish, setWish] = useState<NoticeWishes>(mine.notices)
  const set = (what: NoticeWishes): void => setWish({ ...wish, ...what })
  const minutes = wish.turn_minutes ?? 30
  return (
    <Section title="Mail">
      <Form send={() => change({ notices: wish })} button="Save" done="Saved." label="Mail">
        <Switch
          label="It is my turn"
          help="With a picture of the position and what the enemy did."
          checked={wish.turn ?? true}
          onChange={(turn) => set({ turn })}
        />
        <label class="field">
          <span>When it has been my turn for</span>
          <select
            value={String(minutes)}
            disabled={!wish.turn}
            onChange={(e) => set({ turn_minutes: Number(e.currentTarget.value) })}
          >
            {[...new Set([...MINUTES, minutes])].map((n) => (
              <option key={n} value={String(n)}>
                {span(n)}
              </option>
            ))}
          </select>
        </label>
        <Switch
          label="One mail a day"
          help="All games together, instead of a mail for each."
          checked={wish.digest ?? false}
          onChange={(digest) => set({ digest })}
        />
        {KINDS.map(({ name, label, help }) => (
          <Switch
            key={name}
            label={label}
            help={help}
            checked={wish[name] ?? true}
            onChange={(on) => set({ [name]: on })}
          />
        ))}
      </Form>
    </Section>
  )
}

export function Holidays({ mine }: { mine: Account }) {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const remove = (gone: Holiday): Promise<void> => change({ holidays: mine.holidays.filter((one) => one !== gone) })
  const add = async (): Promise<void> => {
    await change({ holidays: [...mine.holidays, { from, until }] })
    setFrom('')
    setUntil('')
  }
  return (
    <Section title="Holidays">
      <p>On these days no clock runs against you in games whose terms allow it.</p>
      <ul class="lines">
        {mine.holidays.map((one) => (
          <li key={`${one.from} ${one.until}`}>
            <span>
              {one.from} to {one.until}
            </span>
            <button type="button" class="secondary" onClick={() => void remove(one)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Form send={add} button="Add" quiet label="New holiday">
        <div class="row">
          <Field label="First day" type="date" value={from} onInput={setFrom} />
          <Field label="Last day" type="date" value={until} onInput={setUntil} />
        </div>
      </Form>
    </Section>
  )
}

type Audience = NonNullable<ShowWishes['presence']>
const AUDIENCES: Record<Audience, string> = { everybody: 'Everybody', opponents: 'My opponents', nobody: 'Nobody' }
const SHOWN: Record<keyof ShowWishes, string> = {
  presence: 'That I am here (the green dot)',
  results: 'My results',
  ratings: 'My ratings',
  games: 'My running games, to watch',
}

export function Shows({ mine }: { mine: Account }) {
  const [wish, setWish] = useState<ShowWishes>(mine.shows)
  return (
    <Section title="What others see">
      <Form send={() => change({ shows: wish })} button="Save" done="Saved." label="What others see">
        {Object.entries(SHOWN).map(([name, label]) => (
          <label class="field" key={name}>
            <span>{label}</span>
            <select
              value={wish[name as keyof ShowWishes] ?? 'everybody'}
              onChange={(e) => setWish({ ...wish, [name]: e.currentTarget.value as Audience })}
            >
              {Object.entries(AUDIENCES).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
      </Form>
    </Section>
  )
}
