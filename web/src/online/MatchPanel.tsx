/** The panel of a game between people: players, clock, terms, proposals, chat, notes. */
import { useState } from 'preact/hooks'
import type { Match } from '../model/contract.gen'
import { useDesk } from '../state/desk'
import { Panel } from '../table/Panel'
import { Icon } from '../ui/Icon'
import { ChatBox, NotesBox } from './ChatBox'
import { attempt } from './loading'
import { Nickname } from './Nickname'
import { OptionList } from './OfferCard'
import { Rematch } from './Rematch'
import { match as requests } from './requests'
import { editionWords } from './titles'
import { left, moment, since } from './when'
import { HOW, termWords } from './words'

function Players({ match }: { match: Match }) {
  const { table } = useDesk()
  return (
    <ul class="match-players">
      {Object.entries(match.players).map(([side, player]) => (
        <li key={side} class={`side-${side}`}>
          <small>{table.sideLabel(side)}</small>
          {player.computer ? (
            <strong>{player.computer}</strong>
          ) : (
            <Nickname name={player.nickname} here={player.here} rating={player.rating} />
          )}
          {player.me && <em>you</em>}
          {match.to_move === side && !match.how && <span class="to-move">to decide</span>}
        </li>
      ))}
    </ul>
  )
}

function Clock({ match }: { match: Match }) {
  if (!match.turn_since || match.how) return null
  return (
    <p>
      <Icon name="clock" size={16} /> On this decision for{' '}
      <time title={moment(match.turn_since)}>{since(match.turn_since)}</time>
      {match.deadline ? `; ${left(match.deadline)}, until ${moment(match.deadline)}` : ''}.
    </p>
  )
}

function Bounced({ match }: { match: Match }) {
  const off = Object.values(match.players).filter((player) => player.mail_off)
  return (
    <>
      {off.map((player) => (
        <p class="warning" key={player.nickname}>
          <Icon name="warning" />
          {player.me
            ? 'Mail to you bounces: give a new address in your account.'
            : `Mail to ${player.nickname} bounces: a reminder will not arrive.`}
        </p>
      ))}
    </>
  )
}

/** Sends something about the match and takes the new match from the answer. */
export function useMatch() {
  const { table } = useDesk()
  return (work: Promise<Match>, done = ''): void =>
    attempt(
      work.then((found) => {
        table.match.value = found
      }),
      undefined,
      done,
    )
}

/** A button that asks once more. */
function Sure({ label, question, run }: { label: string; question: string; run: () => void }) {
  const [asked, setAsked] = useState(false)
  if (!asked) {
    return (
      <button type="button" class="secondary" onClick={() => setAsked(true)}>
        {label}
      </button>
    )
  }
  return (
    <div class="sure" role="group" aria-label={question}>
      <p>{question}</p>
      <button type="button" class="danger" autofocus onClick={run}>
        Yes, {label.toLowerCase()}
      </button>
      <button type="button" class="secondary" onClick={() => setAsked(false)}>
        No
      </button>
    </div>
  )
}

function DrawButtons({ match, seat }: { match: Match; seat: string }) {
  const apply = useMatch()
  const does = (what: 'offer' | 'withdraw'): void => apply(requests.draw(match.game, { seat, do: what }))
  if (match.draw && match.draw.side !== seat) return null
  return match.draw ? (
    <button type="button" class="secondary" onClick={() => does('withdraw')}>
      Withdraw the draw offer
    </button>
  ) : (
    <button type="button" class="secondary" onClick={() => does('offer')}>
      Offer a draw
    </button>
  )
}

/** To take back more than the rules of undo allow one asks the opponent: the last deeds of one's own to go back before. */
function TakeBackButtons({ match, seat }: { match: Match; seat: string }) {
  const { table } = useDesk()
  const apply = useMatch()
  const mine = table.log.value.filter((entry) => entry.side === seat).slice(-8)
  const [ply, setPly] = useState<number | null>(null)
  const chosen = ply ?? mine.at(-1)?.ply
  const ask = (what: 'ask' | 'withdraw'): void =>
    apply(
      requests.takeBack(match.game, { seat, do: what, to: Math.max(0, (chosen ?? 1) - 1), rev: table.rev.value }),
      what === 'ask' ? 'Your opponent is asked.' : '',
    )
  if (match.take_back?.side === seat) {
    return (
      <button type="button" class="secondary" onClick={() => ask('withdraw')}>
        Withdraw the question to take back
      </button>
    )
  }
  if (match.take_back || chosen === undefined) return null
  return (
    <div class="take-back">
      <label class="field">
        <span>Ask to take back</span>
        <select value={String(chosen)} onChange={(e) => setPly(Number(e.currentTarget.value))}>
          {[...mine].reverse().map((entry) => (
            <option key={entry.ply} value={String(entry.ply)}>
              {entry.ply}: {entry.text}
            </option>
          ))}
        </select>
        <small>and everything after it, if your opponent agrees.</small>
      </label>
      <button type="button" class="secondary" onClick={() => ask('ask')}>
        Ask
      </button>
    </div>
  )
}

function Claim({ match, seat }: { match: Match; seat: string }) {
  const apply = useMatch()
  if (!match.claimable) return null
  return (
    <div class="warning claim">
      <p>{match.claim_why}</p>
      <Sure
        label="Claim the game"
        question="End the game and win it?"
        run={() => apply(requests.claim(match.game, { seat, what: 'win' }))}
      />
      <Sure
        label="End it without a winner"
        question="End the game, unrated?"
        run={() => apply(requests.claim(match.game, { seat, what: 'abandon' }))}
      />
    </div>
  )
}

function Deeds({ match, seat }: { match: Match; seat: string }) {
  const apply = useMatch()
  return (
    <section class="match-deeds" aria-label="Proposals">
      <Claim match={match} seat={seat} />
      <DrawButtons match={match} seat={seat} />
      {match.remindable && (
        <button
          type="button"
          class="secondary"
          onClick={() => apply(requests.remind(match.game), 'A gentle reminder is on its way.')}
        >
          Remind the other side
        </button>
      )}
      <TakeBackButtons match={match} seat={seat} />
      <Sure
        label="Resign"
        question="Give this game up? Your opponent wins."
        run={() => apply(requests.resign(match.game, seat))}
      />
    </section>
  )
}

function Terms({ match }: { match: Match }) {
  const { table } = useDesk()
  const game = table.summary.value
  return (
    <section class="match-terms">
      <h3>What is played</h3>
      <p>{editionWords(table.title, `${game.title_label}: ${game.scenario_label}`, game.edition)}</p>
      <OptionList title={table.title} options={game.options} />
      <p class="quiet-text">{termWords(match.terms).join(' · ')}</p>
      {match.watchers > 0 && (
        <p class="quiet-text">
          <Icon name="eye" size={16} /> {match.watchers === 1 ? 'One watches.' : `${match.watchers} watch.`}
        </p>
      )}
    </section>
  )
}

export function MatchPanel() {
  const { table } = useDesk()
  const match = table.match.value
  if (!match)
    return (
      <Panel title="Players" name="match">
        {null}
      </Panel>
    )
  const seat = match.seats[0]
  return (
    <Panel title="Players" name="match">
      <Players match={match} />
      {match.how ? <Ended match={match} /> : <Clock match={match} />}
      <Bounced match={match} />
      {!seat && <p class="quiet-text">You watch: you see what both sides know.</p>}
      {seat && <ChatBox />}
      {seat && !match.how && <Deeds match={match} seat={seat} />}
      <Terms match={match} />
      {seat && <NotesBox />}
    </Panel>
  )
}

function Ended({ match }: { match: Match }) {
  const { table } = useDesk()
  const winner = table.view.value?.result?.winner ?? table.summary.value.result?.winner
  return (
    <div class={`verdict side-${winner || 'none'}`}>
      <p class="winner">{winner ? `${table.sideLabel(winner)} won` : 'No winner'}</p>
      <p>{HOW[match.how!]}</p>
      <Rematch match={match} />
    </div>
  )
}
