/** Words for a screen reader: one polite line at a time, and urgent ones. */
import { signal } from '@preact/signals'

export const spoken = signal('')
export const urgent = signal('')

/** Say something after what is being read. The same words twice are told apart by a trailing space. */
export function say(text: string): void {
  spoken.value = spoken.value === text ? `${text} ` : text
}

export function alertPerson(text: string): void {
  urgent.value = urgent.value === text ? `${text} ` : text
}
