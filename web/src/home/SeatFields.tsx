/** Who plays: you against the computer on either side, two at one screen, both sides open, or nobody. */
import type { Draft, Way } from '../model/newgame'

interface Props {
  made: Draft
  onChange: (d: Draft) => void
}

interface Choice {
  way: Way
  label: string
  help: string
}

function ways(made: Draft): Choice[] {
  const solo = made.title.sides.map(
    (s): Choice => ({
      way: `solo:${s.name}`,
      label: `You play ${s.label}`,
      help: 'The computer plays the other side.',
    }),
  )
  const computers: Choice = { way: 'watch', label: 'Watch', help: 'The computer plays both sides.' }
  const people: Choice[] = [
    { way: 'hotseat', label: 'Two at one screen', help: 'A hand-over screen hides hands and hidden units.' },
    { way: 'study', label: 'Study', help: 'You play both sides and see everything; undo has no limit.' },
  ]
  return made.title.players.length > 0 ? [...solo, ...people, computers] : people
}

function Opponents({ made, onChange }: Props) {
  const sides = made.title.sides.filter(
    (s) => made.way === 'watch' || (made.way.startsWith('solo:') && made.way !== `solo:${s.name}`),
  )
  if (sides.length === 0) return null
  return (
    <div class="opponents">
      {sides.map((side) => {
        const player = made.title.players.find((p) => p.name === made.players[side.name])
        return (
          <label class="field" key={side.name}>
            <span>Computer player for {side.label}</span>
            <select
              value={made.players[side.name]}
              onChange={(e) => onChange({ ...made, players: { ...made.players, [side.name]: e.currentTarget.value } })}
            >
              {made.title.players.map((p) => (
                <option key={p.name} value={p.name}>
                  {p.label}
                </option>
              ))}
            </select>
            <small>{player?.help}</small>
          </label>
        )
      })}
      <label class="field">
        <span>Seconds it may think in a turn</span>
        <input
          type="number"
          min={1}
          max={120}
          value={made.seconds}
          onInput={(e) => onChange({ ...made, seconds: Math.max(1, Number(e.currentTarget.value) || 1) })}
        />
      </label>
    </div>
  )
}

export function SeatFields({ made, onChange }: Props) {
  return (
    <fieldset class="seat-picker">
      <legend>Players</legend>
      <div class="ways">
        {ways(made).map(({ way, label, help }) => (
          <label key={way} class={`${way === made.way ? 'chosen ' : ''}side-${way.split(':')[1] ?? 'none'}`}>
            <input type="radio" name="way" checked={way === made.way} onChange={() => onChange({ ...made, way })} />
            <span>
              <strong>{label}</strong>
              <small>{help}</small>
            </span>
          </label>
        ))}
      </div>
      <Opponents made={made} onChange={onChange} />
    </fieldset>
  )
}
