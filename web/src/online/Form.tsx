/** A form that sends itself, says what went wrong beside its button, and can be sent once at a time. */
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Icon } from '../ui/Icon'

interface FormProps {
  send: () => Promise<unknown>
  button: string
  children?: ComponentChildren
  /** Said when it went well. */
  done?: string
  danger?: boolean
  quiet?: boolean
  label?: string
}

export function Form({ send, button, children, done, danger, quiet, label }: FormProps) {
  const [fault, setFault] = useState('')
  const [good, setGood] = useState('')
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault('')
    setGood('')
    try {
      await send()
      setGood(done ?? '')
    } catch (error) {
      setFault((error as Error).message)
      element.current?.querySelector<HTMLElement>('input, textarea')?.focus()
    }
    setBusy(false)
  }
  return (
    <form ref={element} class="paper-form" aria-label={label} onSubmit={(e) => void submit(e)}>
      {children}
      {fault && (
        <p class="warning" role="alert">
          <Icon name="warning" /> {fault}
        </p>
      )}
      {good && (
        <p class="well" role="status">
          <Icon name="check" /> {good}
        </p>
      )}
      <div>
        <button type="submit" class={danger ? 'danger' : quiet ? 'secondary' : 'primary'} disabled={busy}>
          {button}
        </button>
      </div>
    </form>
  )
}

interface FieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  type?: string
  help?: string
  autocomplete?: string
  minLength?: number
  maxLength?: number
  required?: boolean
  autofocus?: boolean
  pattern?: string
}

export function Field({ label, help, onInput, type = 'text', required = true, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        required={required}
        aria-describedby={help ? `${id}-help` : undefined}
        {...rest}
        onInput={(e) => onInput(e.currentTarget.value)}
      />
      {help && <small id={`${id}-help`}>{help}</small>}
    </div>
  )
}

export const EmailField = (props: Omit<FieldProps, 'type' | 'label'> & { label?: string }) => (
  <Field label="E-mail address" type="email" autocomplete="email" maxLength={254} {...props} />
)

export const PasswordField = (props: Omit<FieldProps, 'type' | 'label'> & { label?: string }) => (
  <Field label="Password" type="password" autocomplete="current-password" maxLength={200} {...props} />
)

export const NewPasswordField = (props: Omit<FieldProps, 'type' | 'label'> & { label?: string }) => (
  <PasswordField
    label="New password"
    autocomplete="new-password"
    minLength={10}
    help="At least ten characters. A few words in a row are easy to keep in mind and hard to guess."
    {...props}
  />
)

export function Switch({
  label,
  help,
  checked,
  onChange,
  disabled,
}: {
  label: string
  help?: string
  checked: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
}) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(e) => onChange(e.currentTarget.checked)}
      />
      <span>
        <strong>{label}</strong>
        {help && <small>{help}</small>}
      </span>
    </label>
  )
}
