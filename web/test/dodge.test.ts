import { expect, it } from 'vitest'
import { covered, least } from '../src/model/dodge'

const below = { left: 0, top: 500, width: 300, height: 100 }
const above = { left: 0, top: 0, width: 300, height: 100 }
const ways = [
  { name: 'bottom', boxes: [below] },
  { name: 'top', boxes: [above] },
]

it('a panel lies below as long as nothing that must be clicked lies there', () => {
  expect(least(ways, [])).toBe('bottom')
  expect(least(ways, [{ x: 150, y: 300, r: 40 }])).toBe('bottom')
})

it('it goes where it covers least, the rim of a hex included', () => {
  expect(least(ways, [{ x: 150, y: 480, r: 40 }])).toBe('top')
  expect(covered([below, above], [{ x: 150, y: 480, r: 10 }])).toBe(0)
})
