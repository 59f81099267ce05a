/** A rule number that opens the rule. */
import { useDesk } from '../state/desk'

export function RuleLink({ rule }: { rule: string | undefined }) {
  const { panels } = useDesk()
  if (!rule) return null
  return (
    <button type="button" class="rule-link" aria-label={`Rule ${rule}`} onClick={() => panels.readRule(rule)}>
      §{rule}
    </button>
  )
}
