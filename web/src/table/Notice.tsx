/** One line about the game itself: it was played under other rules than today's. */
import { useState } from 'preact/hooks'
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'

export function Notice() {
  const { table } = useDesk()
  const [read, setRead] = useState('')
  const text = table.notice.value
  if (!text || read === text) return null
  return (
    <aside class="game-notice" data-bar aria-label="About this game">
      <span>{text}</span>
      <button type="button" class="ghost-button" aria-label="Close the notice" onClick={() => setRead(text)}>
        <Icon name="close" size={16} />
      </button>
    </aside>
  )
}
