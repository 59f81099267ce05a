/** The computer at work, and how to hurry it. */
import { useDesk } from '../state/desk'

export function Thinking() {
  const { table, hand } = useDesk()
  const thinking = table.thinking.value
  if (!thinking) return null
  const share = thinking.progress ?? Math.min(1, thinking.elapsed / Math.max(0.1, thinking.limit))
  return (
    <div class="thinking">
      <span class="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span role="status">{table.sideLabel(thinking.side)} thinks</span>
      <span class="report" title={thinking.text}>
        {thinking.text}
      </span>
      <progress max={1} value={share} aria-label="Thinking time used" />
      <button type="button" class="secondary" onClick={() => void table.moveNow().catch((e) => hand.refuse(e))}>
        Move now
      </button>
    </div>
  )
}
