import { expect, it } from 'vitest'
import { territory } from '../src/model/front'

const chain = ['a', 'b', 'c', 'd', 'e'].flatMap((one, i, all) =>
  all[i + 1] ? [{ one, other: all[i + 1]!, d: '' }] : [],
)

it('a place that nobody holds belongs to whoever is nearer', () => {
  const found = territory(
    chain,
    new Map([
      ['a', 'axis'],
      ['e', 'soviet'],
    ]),
  )
  expect(found.get('b')).toBe('axis')
  expect(found.get('d')).toBe('soviet')
  expect(found.size).toBe(5)
})
