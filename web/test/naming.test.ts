import { expect, it } from 'vitest'
import { spoken } from '../src/model/naming'

const names: Record<string, string> = { '1708': '', '1812': 'Minsk', 'Axis-15': 'Axis-15' }
const say = (text: string): string => spoken(text, (id) => names[id])

it('a move says where it leads', () => {
  expect(say('2nd Panzer 1708-1812')).toBe('2nd Panzer to Minsk')
  expect(say('2nd Panzer 1812-1708')).toBe('2nd Panzer to 1708')
})

it('places have their names in any other text, where they have one', () => {
  expect(say('attack 1812: 4th Army')).toBe('attack Minsk: 4th Army')
  expect(say('17Inf to Axis-15')).toBe('17Inf to Axis-15')
  expect(say('End movement')).toBe('End movement')
})
