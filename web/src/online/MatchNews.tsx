/** Over the map of a game between people: whose turn it is, what the other side proposes, that the game ended. */
import { useEffect, useRef } from 'preact/hooks'
import type { Match } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'
import { tell } from '../ui/Toast'
import { isMine, useFollowMatch } from './following'
import { useMatch } from './MatchPanel'
import { Dot } from './Nickname'
import { match as requests } from './requests'
import { left } from './when'

/** When it becomes my turn while I look on: a line, and a mark in the title of the tab. */
function useTurn(match: Match | null, name: string): void {
  const mine = isMine(match)
  const before = useRef<boolean | null>(null)
  useEffect(() => {
    if (!match) return undefined
    if (mine && before.current === false && !match.how) tell('It is your turn.')
    before.current = mine
    document.title = mine && !match.how ? `(!) ${name}` : name
    return () => {
      document.title = 'Rasputitsa'
    }
  }, [mine, match?.how, name])
}

function Proposals({ match, seat }: { match: Match; seat: string }) {
  const { table } = useDesk()
  const apply = useMatch()
  const draw = (answer: 'accept' | 'decline'): void => apply(requests.draw(match.game, { seat, do: answer }))
  const back = (answer: 'accept' | 'decline'): void =>
    apply(requests.takeBack(match.game, { seat, do: answer, rev: table.rev.value }))
  const other = Object.values(match.players).find((player) => !player.me)?.nickname ?? 'Your opponent'
  return (
    <>
      {match.draw && match.draw.side !== seat && <Question text={`${other} offers a draw.`} answer={draw} />}
      {match.take_back && match.take_back.side !== seat && (
        <Question text={`${other} asks to take back to before step ${match.take_back.to + 1}.`} answer={back} />
      )}
    </>
  )
}

function Question({ text, answer }: { text: string; answer: (what: 'accept' | 'decline') => void }) {
  return (
    <div class="proposal" role="group" aria-label={text}>
      <span>{text}</span>
      <button type="button" class="primary" onClick={() => answer('accept')}>
        Accept
      </button>
      <button type="button" class="secondary" onClick={() => answer('decline')}>
        Decline
      </button>
    </div>
  )
}

/** In the other side's turn, and for those who watch: nothing can be done here, and why. */
function Waiting({ match }: { match: Match }) {
  const { table, panels } = useDesk()
  if (match.how || !match.to_move || isMine(match)) return null
  const player = match.players[match.to_move]
  const watching = match.seats.length === 0
  return (
    <button type="button" class={`waiting-for side-${match.to_move}`} onClick={() => (panels.panel.value = 'match')}>
      <Icon name={watching ? 'eye' : 'clock'} size={16} />
      {watching ? 'You watch.' : `${table.sideLabel(match.to_move)}’s turn:`} {player?.nickname || player?.computer}
      <Dot here={player?.here} /> {watching ? 'decides' : 'is to decide'}
      {match.deadline ? ` (${left(match.deadline)})` : ''}
    </button>
  )
}

/** A game that did not end by its rules is over all the same: the panel opens with the verdict. */
function useEnd(match: Match | null): void {
  const { panels } = useDesk()
  const how = match?.how
  const before = useRef(how)
  useEffect(() => {
    if (how && before.current === null) panels.panel.value = 'match'
    before.current = how
  }, [how])
}

export function MatchNews() {
  const { table } = useDesk()
  const match = table.match.value
  useFollowMatch(table)
  useTurn(match, table.summary.value.name)
  useEnd(match)
  if (!match) return null
  const seat = match.seats[0]
  return (
    <aside class="match-news" data-bar aria-label="The game between you">
      <Waiting match={match} />
      {seat && !match.how && <Proposals match={match} seat={seat} />}
    </aside>
  )
}
