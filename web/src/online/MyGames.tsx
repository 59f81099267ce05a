/** My games with others: those that wait for me first. */
import { useEffect, useState } from 'preact/hooks'
import { GameTile } from '../home/GameTile'
import type { Match, MyGame, TitleInfo } from '../model/contract.gen'
import { Icon } from '../ui/Icon'
import { attempt, useLoaded } from './loading'
import { Nickname } from './Nickname'
import { lobby, match as matches } from './requests'
import { sideLabel } from './titles'
import { left, moment, since } from './when'
import { HOW } from './words'

const EVERY = 10

export const waitsForMe = ({ match }: MyGame): boolean => !!match.to_move && match.seats.includes(match.to_move)

const opponentOf = (match: Match) => Object.values(match.players).find((player) => !player.me)

/** Whose turn it is, since when, and how long there is. */
function Clock({ match }: { match: Match }) {
  if (!match.turn_since || match.how) return null
  return (
    <p class="quiet-text tile-clock">
      <Icon name="clock" size={15} /> <time title={moment(match.turn_since)}>for {since(match.turn_since)}</time>
      {match.deadline && (
        <>
          {' '}
          · <time title={moment(match.deadline)}>{left(match.deadline)}</time>
        </>
      )}
    </p>
  )
}

function Opponent({ match }: { match: Match }) {
  const other = opponentOf(match)
  if (!other) return null
  return (
    <p class="tile-opponent">
      against <Nickname name={other.nickname || other.computer} here={other.here} rating={other.rating} />
    </p>
  )
}

function Remind({ game, onDone }: { game: string; onDone: () => void }) {
  return (
    <button
      type="button"
      class="secondary"
      onClick={() => attempt(matches.remind(game), onDone, 'A gentle reminder is on its way.')}
    >
      Remind
    </button>
  )
}

function standing({ match, game }: MyGame, label: (side: string) => string): string {
  if (match.how) return game.result?.winner ? `${label(game.result.winner)} won ${HOW[match.how]}` : HOW[match.how]
  return waitsForMe({ match, game }) ? 'Your turn' : `${label(match.to_move ?? '')} to decide`
}

interface Props {
  games: MyGame[]
  titles: TitleInfo[]
  reload: () => void
}

export function MyTiles({ games, titles, reload }: Props) {
  return (
    <ul class="tiles">
      {games.map((one) => {
        const { game, match } = one
        const label = (side: string): string => sideLabel(titles, game.title, side)
        const seat = match.seats[0]
        return (
          <GameTile
            key={game.id}
            game={game}
            seat={seat}
            waits={waitsForMe(one)}
            sideLabel={label}
            state={standing(one, label)}
            verb={match.how ? 'Look' : waitsForMe(one) ? 'Play' : 'Open'}
            about={seat ? `You play ${label(seat)}` : ''}
            more={
              <>
                <Opponent match={match} />
                <Clock match={match} />
              </>
            }
            tools={match.remindable ? <Remind game={game.id} onDone={reload} /> : undefined}
          />
        )
      })}
    </ul>
  )
}

function Ended({ titles }: { titles: TitleInfo[] }) {
  const { value, reload } = useLoaded(() => lobby.games(true))
  if (!value) return null
  if (value.length === 0) return <p class="empty">None yet.</p>
  return <MyTiles games={value} titles={titles} reload={() => void reload()} />
}

export function useMyGames() {
  const loaded = useLoaded(() => lobby.games(), [], EVERY)
  const waiting = loaded.value?.filter(waitsForMe).length ?? 0
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Rasputitsa` : 'Rasputitsa'
  }, [waiting])
  return { ...loaded, waiting }
}

export function MyGames({ loaded, titles }: { loaded: ReturnType<typeof useMyGames>; titles: TitleInfo[] }) {
  const [ended, setEnded] = useState(false)
  const { value, fault, reload, waiting } = loaded
  return (
    <section aria-labelledby="mine-title">
      <div class="section-head">
        <h2 id="mine-title">
          My games {waiting > 0 && <span class="count">{waiting === 1 ? '1 waits' : `${waiting} wait`} for you</span>}
        </h2>
        <button type="button" class="quiet" aria-pressed={ended} onClick={() => setEnded(!ended)}>
          Ended games
        </button>
      </div>
      {fault && <p class="warning">{fault} Trying again.</p>}
      {value?.length === 0 && <p class="empty">None yet: join an offer below, or make one.</p>}
      {value && <MyTiles games={value} titles={titles} reload={() => void reload()} />}
      {ended && (
        <>
          <h3 class="sub-head">Ended</h3>
          <Ended titles={titles} />
        </>
      )}
    </section>
  )
}
