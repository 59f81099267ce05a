/** One's own account: what others see, what one is written about, holidays, safety, programs, the way out. */
import { useState } from 'preact/hooks'
import type { Account } from '../model/contract.gen'
import { go } from '../state/route'
import { Icon } from '../ui/Icon'
import { Devices, Tokens } from './AccountKeys'
import { Pushes, Webhooks } from './AccountPushes'
import { Holidays, Notices, Shows } from './AccountWishes'
import { EmailField, Field, Form, NewPasswordField, PasswordField } from './Form'
import { attempt, useLoaded } from './loading'
import { change, logOut, me, signedIn } from './me'
import { account } from './requests'
import { Section } from './Section'
import { Sheet } from './Sheet'
import { moment, zones } from './when'

function Person({ mine }: { mine: Account }) {
  const [nickname, setNickname] = useState(mine.nickname)
  const [zone, setZone] = useState(mine.zone)
  return (
    <Section title="You" open>
      <Form send={() => change({ nickname: nickname.trim(), zone })} button="Save" done="Saved." label="You">
        <Field label="Nickname" value={nickname} onInput={setNickname} minLength={2} maxLength={30} />
        <label class="field">
          <span>Time zone</span>
          <select value={zone} onChange={(e) => setZone(e.currentTarget.value)}>
            {zones(zone).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          <small>All times are shown in it; now it is {moment(new Date().toISOString(), zone)}.</small>
        </label>
      </Form>
      <p class="quiet-text">With us since {moment(mine.created)}.</p>
      <div class="row">
        <button type="button" class="secondary" onClick={() => go({ page: 'person', word: mine.nickname })}>
          My page as others see it
        </button>
        <button type="button" class="secondary" onClick={() => void logOut().then(() => go({ page: 'home' }))}>
          Log out
        </button>
      </div>
    </Section>
  )
}

function Address({ mine }: { mine: Account }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [sent, setSent] = useState('')
  return (
    <Section title="E-mail address" open={!!mine.mail_off}>
      <p>
        Mail goes to <strong>{mine.email}</strong>.
      </p>
      {mine.mail_off && (
        <p class="warning">
          <Icon name="warning" /> No mail is sent to you any more: {mine.mail_off}
        </p>
      )}
      <Form send={async () => setSent((await account.email({ email, password })).text)} button="Change the address">
        <EmailField label="New address" value={email} onInput={setEmail} />
        <PasswordField value={password} onInput={setPassword} help="To make sure that it is you." />
      </Form>
      {sent && (
        <p class="well" role="status">
          {sent}
        </p>
      )}
    </Section>
  )
}

function Password() {
  const [password, setPassword] = useState('')
  const [fresh, setFresh] = useState('')
  const send = async (): Promise<void> => {
    signedIn(await account.password({ password, new: fresh }))
    setPassword('')
    setFresh('')
  }
  return (
    <Section title="Password">
      <Form send={send} button="Change the password" done="Changed. All other devices are signed out.">
        <PasswordField label="Password until now" value={password} onInput={setPassword} />
        <NewPasswordField value={fresh} onInput={setFresh} />
      </Form>
    </Section>
  )
}

function Blocks() {
  const { value, reload } = useLoaded(account.blocks)
  return (
    <Section title="Blocked people">
      {value?.length === 0 && (
        <p class="empty">Nobody. Who is blocked can neither join your games, offer you games nor write to you.</p>
      )}
      <ul class="lines">
        {value?.map((name) => (
          <li key={name}>
            <span>{name}</span>
            <button type="button" class="secondary" onClick={() => attempt(account.unblock(name), reload)}>
              Unblock <span class="unseen">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Leaving() {
  const [password, setPassword] = useState('')
  const [sure, setSure] = useState(false)
  const send = async (): Promise<void> => {
    await account.remove(password)
    me.value = null
    go({ page: 'home' })
  }
  return (
    <Section title="Your data, and leaving">
      <p>Everything that is kept of you, as one file:</p>
      <div>
        <a class="button secondary" href={account.exportUrl} download>
          <Icon name="export" size={18} /> Save my data
        </a>
      </div>
      {sure ? (
        <Form send={send} button="Delete my account for good" danger>
          <p class="warning">
            Your running games are resigned and everything that names you is erased. This cannot be undone.
          </p>
          <PasswordField value={password} onInput={setPassword} autofocus />
        </Form>
      ) : (
        <div>
          <button type="button" class="quiet" onClick={() => setSure(true)}>
            Delete my account …
          </button>
        </div>
      )}
    </Section>
  )
}

export function AccountPage() {
  const mine = me.value!
  return (
    <Sheet title="My account">
      <Person mine={mine} />
      <Notices mine={mine} />
      <Pushes />
      <Holidays mine={mine} />
      <Shows mine={mine} />
      <Address mine={mine} />
      <Password />
      <Devices />
      <Tokens />
      <Webhooks />
      <Blocks />
      <Leaving />
    </Sheet>
  )
}
