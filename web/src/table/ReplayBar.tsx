/** Looking back: timeline with turns and battles, steps, play, speed, branch. */
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'

const SPEEDS = [1, 2, 5, 10]

function Ticks() {
  const { replay } = useDesk()
  const timeline = replay.timeline.value
  const last = Math.max(1, replay.last.value)
  if (!timeline) return null
  return (
    <div class="ticks" aria-hidden="true">
      {timeline.turns.map((turn) => (
        <span key={turn.from} class="tick-turn" style={{ left: `${(turn.from / last) * 100}%` }}>
          {turn.turn}
        </span>
      ))}
      {timeline.battles.map((battle) => (
        <i key={battle.ply} class="tick-battle" style={{ left: `${(battle.ply / last) * 100}%` }} />
      ))}
    </div>
  )
}

function Where() {
  const { table, replay } = useDesk()
  const ply = replay.ply.value
  const phase = replay.timeline.value?.phases.findLast((p) => p.from <= ply)
  const turn = replay.timeline.value?.turns.findLast((t) => t.from <= ply)
  const entry = replay.log.value.findLast((e) => e.ply === ply)
  const result = table.past.value?.result ?? (ply >= replay.last.value ? table.summary.value.result : null)
  return (
    <p class="replay-where" role="status">
      <strong>
        {turn ? `Turn ${turn.turn}, ${turn.date}` : 'Start'}
        {phase ? ` · ${table.sideLabel(phase.side)} ${phase.label}` : ''}
      </strong>
      <span>{entry ? entry.text : ''}</span>
      {result && (
        <strong class="replay-result">
          {result.winner ? `The ${table.sideLabel(result.winner)} side won` : 'A draw'}: {result.reason}.
        </strong>
      )}
    </p>
  )
}

function TurnJump() {
  const { table, replay } = useDesk()
  const timeline = replay.timeline.value
  return (
    <label class="replay-jump">
      <span class="unseen">Go to</span>
      <select value="" onChange={(e) => e.currentTarget.value && void replay.jump(Number(e.currentTarget.value))}>
        <option value="">Go to …</option>
        {timeline?.phases.map((p) => (
          <option key={`${p.from}-${p.phase}`} value={p.from}>
            Turn {p.turn}: {table.sideLabel(p.side)} {p.label}
          </option>
        ))}
      </select>
    </label>
  )
}

export function ReplayBar() {
  const { table, replay, panels } = useDesk()
  if (!replay.on.value) return null
  const playing = replay.playing.value
  return (
    <section class="replay" aria-label="Replay">
      <Where />
      <div class="timeline">
        <Ticks />
        <input
          type="range"
          min={0}
          max={replay.last.value}
          value={replay.ply.value}
          aria-label="Position in the game"
          aria-valuetext={`action ${replay.ply.value} of ${replay.last.value}`}
          onInput={(e) => void replay.jump(Number(e.currentTarget.value))}
        />
      </div>
      <div class="replay-buttons">
        <IconButton icon="first" label="To the start" onClick={() => void replay.jump(0)} />
        <IconButton icon="back" label="One step back" onClick={() => void replay.step(-1)} />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Pause' : 'Play'}
          tone="go"
          onClick={() => replay.toggle()}
        />
        <IconButton icon="forward" label="One step on" onClick={() => void replay.step(1)} />
        <IconButton icon="last" label="To the end" onClick={() => void replay.jump(replay.last.value)} />
        <IconButton icon="battle" label="Next battle" onClick={() => void replay.nextBattle(1)} />
        <label class="speed">
          <span class="unseen">Speed</span>
          <select value={replay.speed.value} onChange={(e) => (replay.speed.value = Number(e.currentTarget.value))}>
            {SPEEDS.map((s) => (
              <option key={s} value={s}>
                {s} a second
              </option>
            ))}
          </select>
        </label>
        <TurnJump />
        <span class="replay-count">
          {replay.ply.value} / {replay.last.value}
        </span>
        <button type="button" class="secondary" onClick={() => (panels.dialog.value = 'branch')}>
          <Icon name="branch" size={18} /> What if
        </button>
        {table.summary.value.mode !== 'replay' && (
          <button type="button" class="primary" onClick={() => replay.stop()}>
            Back to the game
          </button>
        )}
      </div>
    </section>
  )
}
