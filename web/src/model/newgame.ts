/** The choices of the new-game dialog, kept consistent: editions of a scenario, options of an edition. */
import type { NewGame, Option, Scenario, TitleInfo } from './contract.gen'

export type OptionValue = Option['default']

export type Way = 'hotseat' | 'study' | 'watch' | `solo:${string}`

export interface Draft {
  title: TitleInfo
  scenario: Scenario
  edition: string
  options: Record<string, OptionValue>
  way: Way
  players: Record<string, string>
  seconds: number
  name: string
}

export const isSwitch = (option: Option): boolean =>
  option.choices.length === 2 && option.choices.includes(true) && option.choices.includes(false)

export function editionsOf(title: TitleInfo, scenario: Scenario): string[] {
  return scenario.editions.length > 0 ? title.editions.filter((e) => scenario.editions.includes(e)) : title.editions
}

/** A fresh draft of a title: its first scenario against its strongest (last listed) player. */
export function draft(title: TitleInfo): Draft {
  const scenario = title.scenarios[0]!
  const player = title.players.at(-1)?.name ?? ''
  const first = title.sides[0]!.name
  return {
    title,
    scenario,
    edition: editionsOf(title, scenario)[0]!,
    options: {},
    way: player ? `solo:${first}` : 'hotseat',
    players: Object.fromEntries(title.sides.map((s) => [s.name, player])),
    seconds: 20,
    name: '',
  }
}

export function withScenario(d: Draft, scenario: Scenario): Draft {
  const editions = editionsOf(d.title, scenario)
  return prune({ ...d, scenario, edition: editions.includes(d.edition) ? d.edition : editions[0]! })
}

export const withEdition = (d: Draft, edition: string): Draft => prune({ ...d, edition })

/** Options that this scenario and edition know. */
export function optionsOf(d: Draft): Option[] {
  return d.title.options.filter(
    (o) =>
      (o.editions.length === 0 || o.editions.includes(d.edition)) &&
      (o.scenarios.length === 0 || o.scenarios.includes(d.scenario.name)),
  )
}

export const chosenValue = (d: Draft, option: Option): OptionValue => d.options[option.name] ?? option.default

/** Names of the options that must be on first. */
export function missing(d: Draft, option: Option): string[] {
  return option.needs.filter((name) => {
    const other = d.title.options.find((o) => o.name === name)
    return other && !chosenValue(d, other)
  })
}

export function withOption(d: Draft, option: Option, value: OptionValue): Draft {
  return prune({ ...d, options: { ...d.options, [option.name]: value } })
}

/** Drop what is at its default (unless the server has another one for games of people), unknown here, or lacks what it needs. */
function prune(d: Draft): Draft {
  const known = optionsOf(d)
  let options = { ...d.options }
  for (let changed = true; changed; ) {
    const kept = Object.entries(options).filter(([name, value]) => {
      const option = known.find((o) => o.name === name)
      return (
        option && (option.between_people || value !== option.default) && missing({ ...d, options }, option).length === 0
      )
    })
    changed = kept.length !== Object.keys(options).length
    options = Object.fromEntries(kept)
  }
  return { ...d, options }
}

export function seatsOf(d: Draft): Record<string, string> {
  const computer = (side: string): string => `computer:${d.players[side]}`
  return Object.fromEntries(
    d.title.sides.map(({ name }) => {
      if (d.way === 'watch') return [name, computer(name)]
      return [name, d.way === 'hotseat' || d.way === 'study' || d.way === `solo:${name}` ? 'human' : computer(name)]
    }),
  )
}

export function order(d: Draft): NewGame {
  return {
    title: d.title.name,
    scenario: d.scenario.name,
    edition: d.edition,
    options: d.options,
    name: d.name.trim() || d.scenario.label,
    seats: seatsOf(d),
    open: d.way === 'study',
    seconds: d.seconds,
  }
}
