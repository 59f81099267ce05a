/** Signing up, logging in, and the pages that links in mails lead to. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { format, go, type Route, route } from '../state/route'
import { EmailField, Field, Form, NewPasswordField, PasswordField } from './Form'
import { signedIn } from './me'
import { account } from './requests'
import { Sheet } from './Sheet'
import { browserZone } from './when'

function Link({ to, children }: { to: Route; children: ComponentChildren }) {
  return <a href={format(to)}>{children}</a>
}

/** A mail is on its way; the words come from the server and are the same for everybody. */
function Posted({ text }: { text: string }) {
  return (
    <p class="well" role="status">
      {text}
    </p>
  )
}

const AFTER_SIGNING: Route['page'][] = ['log-in', 'sign-up', 'forgot', 'confirm', 'reset', 'email']

/** Where one wanted to go before one was asked to sign in; else home. */
function goOn(): void {
  if (AFTER_SIGNING.includes(route.value.page)) go({ page: 'home' })
}

export function LogInPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const send = async (): Promise<void> => {
    const found = await account.logIn({ email, password })
    goOn()
    signedIn(found)
  }
  return (
    <Sheet title="Log in" outside>
      <p>Eastern Front board wargames against people: by mail over weeks, or live when both are here.</p>
      <Form send={send} button="Log in">
        <EmailField value={email} onInput={setEmail} autofocus />
        <PasswordField value={password} onInput={setPassword} />
      </Form>
      <p>
        <Link to={{ page: 'forgot' }}>Forgot the password?</Link> · New here?{' '}
        <Link to={{ page: 'sign-up' }}>Sign up</Link>
      </p>
    </Sheet>
  )
}

/** A page that takes an address and sends a mail to it. */
function ByMail(props: {
  title: string
  words: string
  button: string
  send: (email: string) => Promise<{ text: string }>
}) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState('')
  return (
    <Sheet title={props.title} outside>
      {sent ? (
        <Posted text={sent} />
      ) : (
        <>
          <p>{props.words}</p>
          <Form send={async () => setSent((await props.send(email)).text)} button={props.button}>
            <EmailField value={email} onInput={setEmail} autofocus />
          </Form>
        </>
      )}
      <p>
        <Link to={{ page: 'log-in' }}>Back to log in</Link>
      </p>
    </Sheet>
  )
}

export const SignUpPage = () => (
  <ByMail
    title="Sign up"
    words="You get a mail with a link. Behind it you choose a nickname and a password. The address is shown to nobody."
    button="Send me the link"
    send={account.signUp}
  />
)

export const ForgotPage = () => (
  <ByMail
    title="New password"
    words="You get a mail with a link that works once, for an hour."
    button="Send me the link"
    send={account.askReset}
  />
)

export function ConfirmPage({ token }: { token: string }) {
  const [nickname, setNickname] = useState('')
  const [password, setPassword] = useState('')
  const send = async (): Promise<void> => {
    const found = await account.confirm({ token, nickname: nickname.trim(), password, zone: browserZone() })
    goOn()
    signedIn(found)
  }
  return (
    <Sheet title="Welcome" outside>
      <p>Your address is confirmed. One more step.</p>
      <Form send={send} button="Create my account">
        <Field
          label="Nickname"
          value={nickname}
          onInput={setNickname}
          minLength={2}
          maxLength={30}
          autocomplete="username"
          help="What others see of you."
          autofocus
        />
        <NewPasswordField label="Password" value={password} onInput={setPassword} />
      </Form>
      <p class="quiet-text">Times are shown in your zone ({browserZone()}); you can change that later.</p>
    </Sheet>
  )
}

export function ResetPage({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const send = async (): Promise<void> => {
    const found = await account.reset({ token, password })
    goOn()
    signedIn(found)
  }
  return (
    <Sheet title="New password" outside>
      <Form send={send} button="Set it and log in">
        <NewPasswordField value={password} onInput={setPassword} autofocus />
      </Form>
      <p class="quiet-text">All other devices are signed out.</p>
    </Sheet>
  )
}

/** The link sent to a new address. */
export function EmailPage({ token }: { token: string }) {
  const [said, setSaid] = useState({ good: true, text: 'One moment …' })
  useEffect(() => {
    account.confirmEmail(token).then(
      (found) => setSaid({ good: true, text: `Mail goes to ${found.email} from now on.` }),
      (error: Error) => setSaid({ good: false, text: error.message }),
    )
  }, [token])
  return (
    <Sheet title="New address">
      <p class={said.good ? 'well' : 'warning'} role="status">
        {said.text}
      </p>
      <p>
        <Link to={{ page: 'home' }}>To my games</Link>
      </p>
    </Sheet>
  )
}
