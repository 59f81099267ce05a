/** A battle, or something with a warning, waits for a yes. Odds of what is merely pointed at are shown too. */
import { useEffect, useRef } from 'preact/hooks'
import { wording } from '../model/clicks'
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'
import { BothOdds } from './OddsView'

export function Confirm() {
  const { hand } = useDesk()
  const pending = hand.pending.value
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pending) yes.current?.focus()
  }, [pending])
  const aimed = hand.aimed.value
  if (!pending) {
    return aimed?.preview?.odds && !hand.aim.value ? (
      <section class="confirm peek" aria-label="Odds">
        <h2>{wording(aimed)}</h2>
        <BothOdds preview={aimed.preview} />
      </section>
    ) : null
  }
  return (
    <section class="confirm" role="dialog" aria-label={wording(pending)}>
      <h2>{wording(pending)}</h2>
      {pending.preview?.warning && (
        <p class="warning">
          <Icon name="warning" size={18} /> {pending.preview.warning}
        </p>
      )}
      {pending.preview && <BothOdds preview={pending.preview} />}
      {pending.preview?.text && <p>{pending.preview.text}</p>}
      <div class="confirm-buttons">
        <button type="button" class="secondary" onClick={() => (hand.pending.value = null)}>
          Cancel
        </button>
        <button type="button" class="primary" ref={yes} data-confirm onClick={() => void hand.perform(pending, true)}>
          {pending.preview?.odds ? 'Commit' : 'Do it'}
        </button>
      </div>
    </section>
  )
}
