/** The page of a person: ratings, results, head to head, games to watch. */
import { useState } from 'preact/hooks'
import type { Profile, ResultLine, TitleInfo } from '../model/contract.gen'
import { openGame } from '../state/route'
import { Form } from './Form'
import { attempt, useLoaded } from './loading'
import { me } from './me'
import { Dot, Nickname } from './Nickname'
import { OfferDialog } from './OfferDialog'
import { people, account as requests } from './requests'
import { Sheet } from './Sheet'
import { useTitles } from './titles'
import { moment } from './when'
import { HOW } from './words'

const SCORES = (score: number): string => (score > 0.5 ? 'won' : score < 0.5 ? 'lost' : 'drew')

const labelOf = (titles: TitleInfo[], name: string): string => titles.find((t) => t.name === name)?.label ?? name

function scenarioOf(titles: TitleInfo[], line: ResultLine): string {
  const title = titles.find((t) => t.name === line.title)
  return title?.scenarios.find((s) => s.name === line.scenario)?.label ?? line.scenario
}

function Ratings({ profile, titles }: { profile: Profile; titles: TitleInfo[] }) {
  if (!profile.ratings) return <p class="empty">Not shown.</p>
  if (profile.ratings.length === 0) return <p class="empty">None yet.</p>
  return (
    <ul class="ratings">
      {profile.ratings.map((one) => (
        <li key={one.title}>
          <strong>{one.rating}</strong>
          <span>{labelOf(titles, one.title)}</span>
          <small>
            {one.games} {one.games === 1 ? 'game' : 'games'}, ±{one.doubt}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Results({ profile, titles }: { profile: Profile; titles: TitleInfo[] }) {
  if (!profile.results) return <p class="empty">Not shown.</p>
  if (profile.results.length === 0) return <p class="empty">None yet.</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Results">
      <table class="results">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Game</th>
            <th scope="col">Side</th>
            <th scope="col">Against</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {profile.results.map((line) => (
            <tr key={line.game}>
              <td>{moment(line.at)}</td>
              <td>
                <button type="button" class="text-button" onClick={() => openGame(line.game)}>
                  {labelOf(titles, line.title)}: {scenarioOf(titles, line)}
                </button>
              </td>
              <td>
                {titles.find((t) => t.name === line.title)?.sides.find((s) => s.name === line.side)?.label ?? line.side}
              </td>
              <td>{line.opponent ? <Nickname name={line.opponent} /> : '–'}</td>
              <td>
                {SCORES(line.score)} <small>{HOW[line.how]}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Watch({ profile }: { profile: Profile }) {
  if (!profile.games?.length) return null
  return (
    <>
      <h2>Games to watch</h2>
      <ul class="lines">
        {profile.games.map((game) => (
          <li key={game.id}>
            <span>
              <strong>{game.name}</strong>
              <small>
                {game.title_label}, {game.scenario_label}, turn {game.turn} of {game.last_turn}
              </small>
            </span>
            <button type="button" class="secondary" onClick={() => openGame(game.id)}>
              Watch
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Trouble({ profile, reload }: { profile: Profile; reload: () => void }) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const { nickname } = profile
  const block = (): void => attempt(profile.blocked ? requests.unblock(nickname) : requests.block(nickname), reload)
  const report = async (): Promise<void> => {
    await people.report(nickname, { text })
    setText('')
  }
  return (
    <>
      <div class="row">
        <button type="button" class="quiet" aria-pressed={profile.blocked} onClick={block}>
          {profile.blocked ? 'Unblock' : 'Block'}
        </button>
        <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          Report …
        </button>
      </div>
      {open && (
        <Form send={report} button="Send the report" done="Sent to those who run this server.">
          <label class="field">
            <span>What happened</span>
            <textarea rows={4} required maxLength={4000} value={text} onInput={(e) => setText(e.currentTarget.value)} />
          </label>
        </Form>
      )}
    </>
  )
}

function Found({ profile, reload }: { profile: Profile; reload: () => void }) {
  const titles = useTitles()
  const [offering, setOffering] = useState(false)
  const mine = me.value?.nickname === profile.nickname
  const { against } = profile
  return (
    <>
      <p>
        <Dot here={profile.here} /> {profile.here ? 'Here now. ' : ''}With us since {moment(profile.since)}.
        {profile.closed && ' This account is closed.'}
      </p>
      {!mine && against && (
        <p class="head-to-head">
          You against {profile.nickname}: <strong>{against.won}</strong> won, <strong>{against.drawn}</strong> drawn,{' '}
          <strong>{against.lost}</strong> lost
        </p>
      )}
      {profile.offers && (
        <div class="row">
          <button type="button" class="primary" disabled={titles.length === 0} onClick={() => setOffering(true)}>
            Offer a game
          </button>
        </div>
      )}
      {!mine && !profile.closed && !profile.offers && (
        <p class="quiet-text">
          {profile.blocked
            ? `You have blocked ${profile.nickname}: neither of you can offer the other a game.`
            : `${profile.nickname} takes no offers from you.`}
        </p>
      )}
      <h2>Ratings</h2>
      <Ratings profile={profile} titles={titles} />
      <Watch profile={profile} />
      <h2>Results</h2>
      <Results profile={profile} titles={titles} />
      {!mine && <Trouble profile={profile} reload={reload} />}
      {offering && <OfferDialog titles={titles} to={profile.nickname} onClose={() => setOffering(false)} />}
    </>
  )
}

export function PersonPage({ name }: { name: string }) {
  const { value, fault, reload } = useLoaded(() => people.profile(name), [name], 30)
  return (
    <Sheet title={name} wide>
      {fault && !value && <p class="warning">{fault}</p>}
      {value && <Found profile={value} reload={() => void reload()} />}
    </Sheet>
  )
}
