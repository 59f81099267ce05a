/** A message that goes away by itself, with one thing to do about it. */
import { signal } from '@preact/signals'
import { alertPerson } from '../state/announce'

interface Message {
  text: string
  action?: { label: string; run: () => void }
}

const toast = signal<Message | null>(null)
let timer: ReturnType<typeof setTimeout> | null = null

export function tell(text: string, action?: Message['action'], seconds = 8): void {
  toast.value = { text, action }
  alertPerson(text)
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => {
    toast.value = null
  }, seconds * 1000)
}

export function Toast() {
  const message = toast.value
  if (!message) return null
  return (
    <div class="toast">
      <span>{message.text}</span>
      {message.action && (
        <button
          type="button"
          onClick={() => {
            message.action?.run()
            toast.value = null
          }}
        >
          {message.action.label}
        </button>
      )}
    </div>
  )
}
