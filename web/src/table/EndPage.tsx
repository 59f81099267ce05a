/** The end of a game: who won, why and by which rule; how it went; and what to do next. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api'
import type { Result, Story, StoryTurn, Summary } from '../model/contract.gen'
import { Rematch } from '../online/Rematch'
import { useDesk } from '../state/desk'
import { go } from '../state/route'
import { Icon } from '../ui/Icon'
import { RuleLink } from '../ui/RuleLink'
import { tell } from '../ui/Toast'
import { Chart } from './Chart'

/** The same game once more, with the chairs as they were or exchanged. */
function anew(game: Summary, otherSide: boolean): Parameters<typeof api.create>[0] {
  const sides = Object.keys(game.seats)
  const chair = (side: string): string => {
    const from = otherSide ? (sides.find((other) => other !== side) ?? side) : side
    const found = game.seats[from]
    return found?.kind === 'computer' ? `computer:${found.player}` : 'human'
  }
  const { title, scenario, edition, options, seconds, open } = game
  const seats = Object.fromEntries(sides.map((side) => [side, chair(side)]))
  return { title, scenario, edition, options, seconds, open, seats, name: game.name }
}

function useStory(id: string): Story | null {
  const [story, setStory] = useState<Story | null>(null)
  useEffect(() => {
    api.story(id).then(setStory, () => setStory({ turns: [], points: [] }))
  }, [id])
  return story
}

function Verdict({ result }: { result: Result }) {
  const { table } = useDesk()
  const { banner } = table.view.value!
  const who = result.winner ? `${table.sideLabel(result.winner)} victory` : 'A draw'
  return (
    <div class={`verdict side-${result.winner || 'none'}`}>
      <p class="winner">{[result.level, who].filter(Boolean).join(' ')}</p>
      <p class="verdict-why">
        {result.winner ? `The ${table.sideLabel(result.winner)} side won on turn ${banner.turn}` : 'Nobody won'} (
        {banner.date}): {result.reason.replace(/\.$/, '')}. <RuleLink rule={result.rule} />
      </p>
    </div>
  )
}

function Charts({ turns }: { turns: StoryTurn[] }) {
  const { table } = useDesk()
  const labels = turns.map((turn) => String(turn.turn))
  const bySide = (of: (turn: StoryTurn) => Record<string, number>) =>
    table.title.sides.map(({ name, label }) => ({
      label,
      side: name,
      values: turns.map((turn) => of(turn)[name] ?? null),
    }))
  const front = [{ label: 'Front', side: 'chance', values: turns.map((turn) => turn.front) }]
  return (
    <div class="charts">
      <Chart title="The front: how far east" turns={labels} curves={front} />
      <Chart title="Cities taken so far" turns={labels} curves={bySide((turn) => turn.cities)} />
      <Chart title="Units and steps lost so far" turns={labels} curves={bySide((turn) => turn.losses)} />
      <Chart title="Victory points" turns={labels} curves={bySide((turn) => turn.points)} />
    </div>
  )
}

function TurningPoints({ story, onClose }: { story: Story; onClose: () => void }) {
  const { replay } = useDesk()
  if (story.points.length === 0) return null
  return (
    <section aria-label="Turning points">
      <h3>Turning points</h3>
      <ol class="turning-points">
        {story.points.map((point, i) => (
          <li key={i} class={`side-${point.side}`}>
            <span>Turn {point.turn}</span>
            <button
              type="button"
              class="log-pointer"
              onClick={() => {
                onClose()
                void replay.start(point.ply)
              }}
            >
              {point.text}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Next({ onClose }: { onClose: () => void }) {
  const { table, replay, panels } = useDesk()
  const game = table.summary.value
  const match = table.match.value
  const start = (otherSide: boolean): void => {
    api.create(anew(game, otherSide)).then(
      (made) => go({ page: 'game', id: made.id, replay: null }),
      (error: Error) => tell(error.message),
    )
  }
  const watch = (): void => {
    onClose()
    void replay.start(0, true)
  }
  const solo = Object.values(game.seats).some((chair) => chair.kind === 'computer') && game.mode !== 'watch'
  return (
    <div class="end-buttons">
      <button type="button" class="primary" onClick={watch}>
        <Icon name="play" size={16} /> Watch
      </button>
      {match ? (
        <Rematch match={match} />
      ) : (
        <button type="button" class="secondary" onClick={() => start(false)}>
          Play again
        </button>
      )}
      {solo && (
        <button type="button" class="secondary" onClick={() => start(true)}>
          Other side
        </button>
      )}
      <button type="button" class="secondary" onClick={() => go({ page: 'home' })}>
        {match ? 'My games' : 'New game'}
      </button>
      <button type="button" class="secondary" onClick={() => (panels.dialog.value = 'dice')}>
        Check the dice
      </button>
    </div>
  )
}

export function EndPage({ result, onClose }: { result: Result; onClose: () => void }) {
  const { table } = useDesk()
  const story = useStory(table.summary.value.id)
  return (
    <>
      <Verdict result={result} />
      <Next onClose={onClose} />
      {story ? (
        <>
          <Charts turns={story.turns} />
          <TurningPoints story={story} onClose={onClose} />
        </>
      ) : (
        <p class="empty">Reading the war diary …</p>
      )}
    </>
  )
}
