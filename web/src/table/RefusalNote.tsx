/** Why a thing is not possible, with the rule. */
import { useDesk } from '../state/desk'
import { Icon } from '../ui/Icon'
import { RuleLink } from '../ui/RuleLink'

export function RefusalNote() {
  const { hand } = useDesk()
  const refusal = hand.refusal.value
  if (!refusal) return null
  return (
    <div class="refusal" data-refusal>
      <Icon name="warning" size={18} />
      <span>{refusal.text}</span>
      <RuleLink rule={refusal.rule} />
      <button type="button" class="ghost-button" aria-label="Dismiss" onClick={() => (hand.refusal.value = null)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
