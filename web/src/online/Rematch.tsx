/** The same game again with sides exchanged. */
import { useState } from 'preact/hooks'
import type { Match } from '../model/contract.gen'
import { attempt } from './loading'
import { lobby } from './requests'

export function Rematch({ match }: { match: Match }) {
  const [offered, setOffered] = useState(false)
  if (match.seats.length === 0) return null
  if (offered) return <p role="status">A rematch is offered; it begins when your opponent joins.</p>
  return (
    <button
      type="button"
      class="primary"
      onClick={() => attempt(lobby.make({ rematch: match.game }), () => setOffered(true))}
    >
      Rematch, sides exchanged
    </button>
  )
}
