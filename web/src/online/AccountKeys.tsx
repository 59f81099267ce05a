/** Devices that are signed in, and tokens for programs: each can be shut out. */
import { useState } from 'preact/hooks'
import type { TokenMade } from '../model/contract.gen'
import { deviceName } from './device'
import { Field, Form } from './Form'
import { attempt, useLoaded } from './loading'
import { account } from './requests'
import { Section } from './Section'
import { moment } from './when'

export function Devices() {
  const { value, reload } = useLoaded(account.devices)
  return (
    <Section title="Devices">
      <ul class="lines">
        {value?.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{deviceName(one.device)}</strong>
              <small>
                signed in {moment(one.created)}, last used {moment(one.used)}
              </small>
            </span>
            {one.this ? (
              <em>this one</em>
            ) : (
              <button type="button" class="secondary" onClick={() => attempt(account.signOut(one.id), reload)}>
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {(value?.length ?? 0) > 1 && (
        <div>
          <button type="button" class="secondary" onClick={() => attempt(account.signOut('others'), reload)}>
            Sign out all others
          </button>
        </div>
      )}
    </Section>
  )
}

const SCOPES = {
  read: { label: 'Look', scopes: ['read'] as const },
  play: { label: 'Look and play', scopes: ['read', 'play'] as const },
}

function Made({ made }: { made: TokenMade }) {
  return (
    <p class="well" role="status">
      <span>
        The token of {made.info.name}, shown this once: <code>{made.token}</code>
      </span>
    </p>
  )
}

export function Tokens() {
  const { value, reload } = useLoaded(account.tokens)
  const [name, setName] = useState('')
  const [scope, setScope] = useState<keyof typeof SCOPES>('play')
  const [made, setMade] = useState<TokenMade | null>(null)
  const send = async (): Promise<void> => {
    setMade(await account.newToken({ name, scopes: [...SCOPES[scope].scopes] }))
    setName('')
    await reload()
  }
  return (
    <Section title="Programs that play for me">
      <ul class="lines">
        {value?.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{one.name}</strong>
              <small>
                may {one.scopes.join(' and ')}, {one.used ? `last used ${moment(one.used)}` : 'never used'}
              </small>
            </span>
            <button type="button" class="secondary" onClick={() => attempt(account.revoke(one.id), reload)}>
              Revoke <span class="unseen">{one.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <Form send={send} button="Make a token" quiet label="New token">
        <Field label="For which program" value={name} onInput={setName} maxLength={80} />
        <label class="field">
          <span>It may</span>
          <select value={scope} onChange={(e) => setScope(e.currentTarget.value as keyof typeof SCOPES)}>
            {Object.entries(SCOPES).map(([key, { label }]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </Form>
      {made && <Made made={made} />}
    </Section>
  )
}
