/** A place in words, for those who hear the map. */
import type { Desk } from '../state/desk'

export function describePlace(desk: Desk, id: string): string {
  const { table, hand } = desk
  const place = table.board.places.find((p) => p.id === id)
  const state = table.shown.value?.places[id]
  const stack = table.stacks.value.get(id) ?? []
  const actions = hand.targets.value.get(`place:${id}`)
  const preview = actions?.[0]?.preview
  return [
    table.placeName(id),
    place?.info?.[0],
    state?.control && `held by ${table.sideLabel(state.control)}`,
    state?.battle && `battle ${state.battle}`,
    ...stack.map((p) =>
      [`${table.sideLabel(p.owner)} ${table.pieceName(p)}`, ...(p.marks ?? []), p.acts && 'may act']
        .filter(Boolean)
        .join(', '),
    ),
    actions &&
      (preview?.odds
        ? `attack at ${preview.odds.final}`
        : typeof preview?.cost === 'number'
          ? `reachable for ${preview.cost}`
          : 'possible'),
  ]
    .filter(Boolean)
    .join('; ')
}
