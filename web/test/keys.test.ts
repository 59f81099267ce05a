import { describe, expect, it } from 'vitest'
import { BINDINGS, belongsToControl, commandOf, keyName } from '../src/model/keys'

describe('the keyboard', () => {
  it('gives every key one meaning only', () => {
    const keys = BINDINGS.flatMap((b) => b.keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('scrolls with WASD, with caps lock too', () => {
    expect([...'wasd'].map((key) => commandOf({ key }))).toEqual([
      'scroll-up',
      'scroll-left',
      'scroll-down',
      'scroll-right',
    ])
    expect(commandOf({ key: 'W' })).toBe('scroll-up')
  })

  it('zooms with plus and minus', () => {
    expect(commandOf({ key: '+' })).toBe('zoom-in')
    expect(commandOf({ key: '-' })).toBe('zoom-out')
  })

  it('leaves the browser its own shortcuts', () => {
    expect(commandOf({ key: 'd', ctrl: true })).toBeNull()
    expect(commandOf({ key: 'd', alt: true })).toBeNull()
    expect(commandOf({ key: 'k', ctrl: true })).toBe('choices')
  })

  it('leaves letters to a text field, but Escape always leaves it', () => {
    const input = document.createElement('input')
    expect(belongsToControl({ key: 'w' }, input)).toBe(true)
    expect(belongsToControl({ key: 'Escape' }, input)).toBe(false)
  })

  it('leaves Enter to a button, but no letters', () => {
    const button = document.createElement('button')
    expect(belongsToControl({ key: 'Enter' }, button)).toBe(true)
    expect(belongsToControl({ key: 'n' }, button)).toBe(false)
  })

  it('names keys as they are printed', () => {
    expect(keyName(' ')).toBe('Space')
    expect(keyName('ctrl+z')).toBe('Ctrl Z')
    expect(keyName('n')).toBe('N')
  })
})
