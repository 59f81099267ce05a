import { Icon } from './Icon'

interface Props {
  icon: string
  label: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
  badge?: string | number
  tone?: string
  showLabel?: boolean
}

/** A button with an icon; its label is read aloud, shown on hover, and beside it where there is room. */
export function IconButton({ icon, label, onClick, pressed, disabled, badge, tone, showLabel }: Props) {
  return (
    <button
      type="button"
      class={`icon-button${tone ? ` ${tone}` : ''}`}
      title={label}
      aria-label={showLabel ? undefined : label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {showLabel && <span class="label">{label}</span>} {badge !== undefined && <span class="badge">{badge}</span>}
    </button>
  )
}
