import { describe, expect, it } from 'vitest'
import type { Option, TitleInfo } from '../src/model/contract.gen'
import {
  draft,
  editionsOf,
  missing,
  optionsOf,
  order,
  seatsOf,
  withEdition,
  withOption,
  withScenario,
} from '../src/model/newgame'

const option = (name: string, more: Partial<Option> = {}): Option => ({
  name,
  label: name,
  help: '',
  rule: '',
  default: false,
  choices: [false, true],
  editions: [],
  scenarios: [],
  needs: [],
  between_people: false,
  ...more,
})

const rail = option('rail')
const fast = option('fast', { needs: ['rail'] })
const old = option('old', { editions: ['first'] })

const title: TitleInfo = {
  name: 'toy',
  label: 'Toy',
  help: '',
  sides: [
    { name: 'axis', label: 'Axis' },
    { name: 'soviet', label: 'Soviet' },
  ],
  editions: ['first', 'second'],
  scenarios: [
    { name: 'line', label: 'The line', help: '', first_turn: 1, last_turn: 6, editions: [] },
    { name: 'late', label: 'Late', help: '', first_turn: 3, last_turn: 6, editions: ['second'] },
  ],
  options: [rail, fast, old],
  credits: [],
  players: [
    { name: 'random', label: 'Random', help: '' },
    { name: 'general', label: 'General', help: '' },
  ],
}

describe('a new game', () => {
  it('starts as solo on the first side against the best player', () => {
    expect(seatsOf(draft(title))).toEqual({ axis: 'human', soviet: 'computer:general' })
  })

  it('takes an edition the scenario knows', () => {
    const late = title.scenarios[1]!
    expect(editionsOf(title, late)).toEqual(['second'])
    expect(withScenario(draft(title), late).edition).toBe('second')
  })

  it('drops options the edition does not know', () => {
    const made = withOption(draft(title), old, true)
    expect(made.options).toEqual({ old: true })
    const second = withEdition(made, 'second')
    expect(second.options).toEqual({})
    expect(optionsOf(second)).not.toContain(old)
  })

  it('lets an option wait for the one it needs, and drops it with that one', () => {
    const bare = draft(title)
    expect(missing(bare, fast)).toEqual(['rail'])
    const both = withOption(withOption(bare, rail, true), fast, true)
    expect(both.options).toEqual({ rail: true, fast: true })
    expect(withOption(both, rail, false).options).toEqual({})
  })

  it('says no to what games of people have by themselves', () => {
    const veil = option('veil', { between_people: true })
    const d = withOption(draft({ ...title, options: [veil] }), veil, false)
    expect(order(d).options).toEqual({ veil: false })
  })

  it('seats nobody twice', () => {
    const made = draft(title)
    expect(seatsOf({ ...made, way: 'watch' })).toEqual({ axis: 'computer:general', soviet: 'computer:general' })
    expect(seatsOf({ ...made, way: 'hotseat' })).toEqual({ axis: 'human', soviet: 'human' })
    expect(order({ ...made, way: 'study' })).toMatchObject({ open: true, name: 'The line', seats: { axis: 'human' } })
  })
})
