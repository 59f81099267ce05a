/** In place of the prompt while a film plays: what is seen, and how to stop, hurry and skip it. */
import { useEffect } from 'preact/hooks'
import { useDesk } from '../state/desk'
import { type Pace, SPEEDS } from '../state/show'
import { IconButton } from '../ui/IconButton'
import { Thinking } from './Thinking'

const NAMES: Record<Pace, string> = { slow: 'Slow', normal: 'Normal', fast: 'Fast' }

function Speed() {
  const { show } = useDesk()
  return (
    <label class="speed">
      <span class="unseen">Speed of the film</span>
      <select value={show.pace.value} onChange={(e) => (show.speed = e.currentTarget.value as Pace)}>
        {(Object.keys(SPEEDS) as Pace[]).map((pace) => (
          <option key={pace} value={pace}>
            {NAMES[pace]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Space stops the film and lets it go on, Escape skips it, wherever the focus is but in a field. */
function useFilmKeys(): void {
  const { show, panels } = useDesk()
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const field = (event.target as Element).closest?.('button, select, input, textarea, dialog')
      if (panels.dialog.value || (field && event.key !== 'Escape')) return
      if (event.key === ' ') show.toggle()
      else if (event.key === 'Escape') show.skip()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', hear, true)
    return () => removeEventListener('keydown', hear, true)
  }, [show])
}

export function FilmBar() {
  const { table, show } = useDesk()
  useFilmKeys()
  const scene = show.scene.value
  const paused = show.paused.value
  return (
    <section class={`prompt film side-${scene?.side ?? 'none'}`} aria-label="Film">
      <div class="prompt-text">
        <span class="who">{table.sideLabel(scene?.side)}</span>
        <span class="film-line">{show.line.value}</span>
      </div>
      <div class="prompt-right">
        <Thinking />
        <progress class="film-progress" max={show.length.value} value={show.at.value} aria-label="Film played" />
        <IconButton
          icon={paused ? 'play' : 'pause'}
          label={paused ? 'Go on' : 'Pause'}
          tone="go"
          onClick={() => show.toggle()}
        />
        <Speed />
        <IconButton icon="last" label="Skip" onClick={() => show.skip()} showLabel />
      </div>
    </section>
  )
}
