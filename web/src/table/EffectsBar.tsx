/** Lasting effects as tokens at the side of the map; a click explains them. */
import { signal } from '@preact/signals'
import { useDesk } from '../state/desk'

const opened = signal<string | null>(null)

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
            {effect.label}
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
