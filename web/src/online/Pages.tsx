/** Which page of a server with accounts an address leads to. */
import { HomePage } from '../home/HomePage'
import type { Route } from '../state/route'
import { AccountPage } from './AccountPage'
import { AdminPage } from './AdminPage'
import { JoinPage } from './JoinPage'
import { PersonPage } from './PersonPage'
import { ConfirmPage, EmailPage, ForgotPage, LogInPage, ResetPage, SignUpPage } from './SignPages'

/** For those who have not signed in: whatever they wanted, they sign in first and are led there then. */
export function Outside({ at }: { at: Route }) {
  switch (at.page) {
    case 'sign-up':
      return <SignUpPage />
    case 'forgot':
      return <ForgotPage />
    case 'confirm':
      return <ConfirmPage token={at.word} />
    case 'reset':
      return <ResetPage token={at.word} />
    case 'email':
      return <EmailPage token={at.word} />
    default:
      return <LogInPage />
  }
}

export function Pages({ at }: { at: Route }) {
  switch (at.page) {
    case 'account':
      return <AccountPage />
    case 'admin':
      return <AdminPage />
    case 'join':
      return <JoinPage offer={at.word} />
    case 'person':
      return <PersonPage key={at.word} name={at.word} />
    case 'confirm':
    case 'reset':
    case 'email':
      return <Outside at={at} />
    default:
      return <HomePage />
  }
}
