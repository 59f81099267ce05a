/** Says on an element when the page has settled, for tests and other robots: `data-settled` is there while the map is at
 * rest, fonts and picture are loaded and no answer is awaited. */
import { effect, signal } from '@preact/signals'
import type { Desk } from './desk'

const fonts = signal(document.fonts?.status !== 'loading')
document.fonts?.addEventListener('loading', () => {
  fonts.value = false
})
document.fonts?.addEventListener('loadingdone', () => {
  fonts.value = true
})

/** Whatever is drawn after a change is drawn two frames later, and so is what that sets off. */
function afterDrawing(call: () => void): () => void {
  let off = false
  requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(() => off || call()))))
  return () => {
    off = true
  }
}

export function markSettled(element: HTMLElement, desk: Desk): () => void {
  return effect(() => {
    const { table, stirring, pictured } = desk
    const filming = desk.show.on.value && !desk.show.paused.value
    const calm = !filming && !stirring.value && pictured.value && fonts.value && table.waiting.value === 0
    table.rev.value
    desk.hand.selection.value
    delete element.dataset.settled
    return calm ? afterDrawing(() => (element.dataset.settled = '')) : undefined
  })
}
