import { signal } from '@preact/signals'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Camera } from '../src/map/camera'
import { Pointer } from '../src/map/pointer'
import type { Desk } from '../src/state/desk'

/** A map with one place, and what was asked of the desk. */
function table() {
  const viewport = document.createElement('div')
  const inform = vi.fn()
  const clickPlace = vi.fn()
  const desk = {
    table: { finder: { at: () => '1409' } },
    panels: { asking: signal(false), inform },
    hand: { byKeys: signal(false), byTouch: signal(false), hover: signal(null), clickPlace },
  }
  const camera = { toMap: (x: number, y: number) => ({ x, y }), halt: () => undefined }
  new Pointer(viewport, camera as unknown as Camera, desk as unknown as Desk, document.createElement('div'))
  const send = (name: string, at: number): void => {
    const event = new PointerEvent(name, { bubbles: true, button: 0, pointerId: 1, pointerType: 'touch' })
    Object.defineProperty(event, 'timeStamp', { value: at })
    viewport.dispatchEvent(event)
  }
  return { send, inform, clickPlace }
}

describe('a finger on the map', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  it('taps when it was short, however late the page hears of its end', () => {
    const { send, inform, clickPlace } = table()
    send('pointerdown', 1000)
    vi.advanceTimersByTime(5000)
    send('pointerup', 1080)
    send('click', 1080)
    expect(inform).not.toHaveBeenCalled()
    expect(clickPlace).toHaveBeenCalledWith('1409')
  })

  it('asks when it rested, however soon the page hears of both ends', () => {
    const { send, inform, clickPlace } = table()
    send('pointerdown', 1000)
    send('pointerup', 1700)
    send('click', 1700)
    expect(inform).toHaveBeenCalledWith({ kind: 'place', id: '1409' })
    expect(clickPlace).not.toHaveBeenCalled()
  })
})
