/** Told at once: browsers that take pushes, and addresses of programs. */
import { useState } from 'preact/hooks'
import type { WebhookMade } from '../model/contract.gen'
import { deviceName } from './device'
import { Field, Form } from './Form'
import { attempt, useLoaded } from './loading'
import { told } from './requests'
import { Section } from './Section'
import { moment } from './when'

const able = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** Let this browser take pushes: the person is asked by the browser itself. */
async function subscribe(key: string): Promise<void> {
  const worker = await navigator.serviceWorker.register('push.js')
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('The browser does not allow messages from this page. Its settings can change that.')
  }
  const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
  const { p256dh = '', auth = '' } = made.keys ?? {}
  await told.addPush({
    endpoint: made.endpoint ?? '',
    keys: { p256dh, auth },
    device: navigator.userAgent.slice(0, 200),
  })
}

export function Pushes() {
  const { value, reload } = useLoaded(told.pushes)
  if (!value?.key) return null
  return (
    <Section title="Messages on the screen">
      <p>A line on this device when it is your turn, also while the page is closed.</p>
      <ul class="lines">
        {value.browsers.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{deviceName(one.device)}</strong>
              <small>since {moment(one.created)}</small>
            </span>
            <button type="button" class="secondary" onClick={() => attempt(told.removePush(one.id), reload)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {able() ? (
        <Form send={() => subscribe(value.key).then(reload)} button="Tell me in this browser" quiet />
      ) : (
        <p class="empty">This browser cannot take them.</p>
      )}
    </Section>
  )
}

function Made({ made }: { made: WebhookMade }) {
  return (
    <p class="well" role="status">
      <span>
        Each message is signed with this secret, shown this once: <code>{made.secret}</code>
      </span>
    </p>
  )
}

export function Webhooks() {
  const { value, reload } = useLoaded(told.webhooks)
  const [url, setUrl] = useState('')
  const [made, setMade] = useState<WebhookMade | null>(null)
  const add = async (): Promise<void> => {
    setMade(await told.addWebhook(url))
    setUrl('')
    await reload()
  }
  return (
    <Section title="Webhooks">
      <p>The address of a program that gets the same notices as you.</p>
      <ul class="lines">
        {value?.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{one.url}</strong>
              <small>{one.off ? `switched off: ${one.off}` : `since ${moment(one.created)}`}</small>
            </span>
            <button type="button" class="secondary" onClick={() => attempt(told.removeWebhook(one.id), reload)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Form send={add} button="Add" quiet label="New webhook">
        <Field label="Address" type="url" value={url} onInput={setUrl} maxLength={2000} />
      </Form>
      {made && <Made made={made} />}
    </Section>
  )
}
