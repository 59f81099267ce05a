/** Lasting effects as tokens at the side of the map; a click explains them. */
import { signal } from '@preact/signals'
import { useDesk } from '../state/desk'

const opened = signal<string | null>(null)

const initials = (label: string): string =>
  label
    .split(/\s+/)
    .filter((w) => /^[\p{L}\p{N}]/u.test(w))
    .slice(0, 2)
    .map((w) => w[0]!.toUpperCase())
    .join('')

export function EffectsBar() {
  const { table } = useDesk()
  const effects = table.shown.value?.effects ?? []
  if (effects.length === 0) return null
  return (
    <ul class="effects" aria-label="Lasting effects">
      {effects.map((effect) => (
        <li key={effect.id}>
          <button
            type="button"
            class={`effect side-${effect.side || 'none'}`}
            aria-expanded={opened.value === effect.id}
            title={`${effect.label}: ${effect.text}`}
            onClick={() => {
              opened.value = opened.value === effect.id ? null : effect.id
            }}
          >
            <span class="effect-short">{initials(effect.label)}</span>
            <span class="effect-long">{effect.label}</span>
          </button>
          {opened.value === effect.id && (
            <div class="effect-text">
              <strong>{effect.label}</strong>
              <p>{effect.text}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
