/** Who is signed in; leads to the account. */
import { format } from '../state/route'
import { Dot } from './Nickname'

export function AccountButton({ name, admin }: { name: string; admin: boolean }) {
  return (
    <>
      {admin && (
        <a class="button quiet" href={format({ page: 'admin' })}>
          Run the server
        </a>
      )}
      <a class="button quiet account-button" href={format({ page: 'account' })}>
        <Dot here /> {name}
      </a>
    </>
  )
}
