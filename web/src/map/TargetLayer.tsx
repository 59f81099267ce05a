/** Where the selected thing may go, in green with the cost; what may be clicked first, in gold; the path pointed at. */

import { token } from '../model/clicks'
import type { ActionView } from '../model/contract.gen'
import type { PlaceId } from '../model/ids'
import { useDesk } from '../state/desk'
import { points, shrunk } from './polygon'

function placeOf(text: string, at: (piece: string) => PlaceId | undefined): PlaceId | undefined {
  const [kind, id] = token(text)
  return kind === 'place' ? id : kind === 'piece' ? at(id) : undefined
}

/** Places to click next, each with its actions; a piece stands for the place it is on. */
function useTargets(): Map<PlaceId, ActionView[]> {
  const { table, hand } = useDesk()
  const found = new Map<PlaceId, ActionView[]>()
  for (const [text, actions] of hand.targets.value) {
    const place = placeOf(text, (piece) => table.shown.value?.pieces[piece]?.at)
    if (place) found.set(place, [...(found.get(place) ?? []), ...actions])
  }
  return found
}

function Target({ id, actions }: { id: PlaceId; actions: ActionView[] }) {
  const { table } = useDesk()
  const place = table.geometry.places[id]
  if (!place) return null
  const attack = actions.some((a) => a.preview?.odds)
  return (
    <>
      <polygon class="target-under" points={shrunk(place, 3)} />
      <polygon class={attack ? 'target attack' : 'target'} data-target={id} points={shrunk(place, 3)} />
    </>
  )
}

/** The cost of going there, or the odds of attacking there. */
function Label({ id, actions }: { id: PlaceId; actions: ActionView[] }) {
  const { table } = useDesk()
  const place = table.geometry.places[id]
  const costs = actions.map((a) => a.preview?.cost).filter((c) => typeof c === 'number')
  const odds = actions.find((a) => a.preview?.odds)?.preview?.odds
  const known = odds ? odds.final : costs.length > 0 ? String(Math.min(...costs)) : ''
  /** Where units lie on the place, a click on them means them: this stands for the place. */
  const label = known || (table.stacks.value.has(id) ? '+' : '')
  if (!place || !label) return null
  const r = Math.min(place.radius, table.counter)
  const half = r * (0.12 + label.length * 0.095)
  return (
    <g
      class={odds ? 'attack' : undefined}
      data-go={id}
      transform={`translate(${place.x + r * 0.5} ${place.y + r * 0.62})`}
    >
      <rect x={-half} y={-r * 0.22} width={half * 2} height={r * 0.44} rx={r * 0.14} />
      <text y={r * 0.14} text-anchor="middle" font-size={r * 0.4}>
        {label}
      </text>
    </g>
  )
}

/** Places one may click first. Pieces show it by their stripe. */
function Starts() {
  const { table, hand } = useDesk()
  if (hand.selection.value || table.past.value) return null
  const places = Object.keys(table.view.value?.handles ?? {})
    .map(token)
    .filter(([kind]) => kind === 'place')
  return (
    <g class="starts">
      {places.map(([, id]) => {
        const place = table.geometry.places[id]
        return place ? <polygon key={id} data-start={id} points={shrunk(place, 3)} /> : null
      })}
    </g>
  )
}

function Path() {
  const { table, hand } = useDesk()
  const path = hand.aimed.value?.preview?.path ?? []
  const spots = path.map((id) => table.geometry.places[id]).filter((p) => p !== undefined)
  if (spots.length < 2) return null
  const line = spots.map((p) => `${p.x},${p.y}`).join(' ')
  const r = table.counter * 0.09
  return (
    <g class="path">
      <polyline class="under" points={line} stroke-width={r * 2} />
      <polyline points={line} stroke-width={r} />
      {spots.slice(1).map((p) => (
        <circle cx={p.x} cy={p.y} r={r * 1.4} />
      ))}
    </g>
  )
}

export function TargetLayer() {
  const found = useTargets()
  return (
    <g class="targets">
      <Starts />
      {[...found].map(([id, actions]) => (
        <Target key={id} id={id} actions={actions} />
      ))}
    </g>
  )
}

/** Above the pieces: labels of the targets, and the path to the one pointed at. */
export function PathLayer() {
  const found = useTargets()
  return (
    <>
      <g class="target-labels">
        {[...found].map(([id, actions]) => (
          <Label key={id} id={id} actions={actions} />
        ))}
      </g>
      <Path />
    </>
  )
}

/** The place the keyboard is on, the places a log line points at, and what a piece could reach. */
export function PointerLayer() {
  const { table, hand, panels } = useDesk()
  const cursor = hand.cursor.value ? table.geometry.places[hand.cursor.value] : undefined
  const reach = panels.reach.value
  return (
    <g class="pointers">
      {reach &&
        [...reach].map(([id, cost]) => {
          const place = table.geometry.places[id]
          return place ? (
            <g class="reach" key={id}>
              <polygon points={shrunk(place, 2)} />
              <text x={place.x} y={place.y + place.radius * 0.72} text-anchor="middle" font-size={place.radius * 0.34}>
                {cost}
              </text>
            </g>
          ) : null
        })}
      {panels.flash.value.map((id) => {
        const place = table.geometry.places[id]
        return place ? <polygon class="flash" key={id} points={points(place)} /> : null
      })}
      {cursor && hand.byKeys.value && (
        <polygon class="cursor" data-cursor={hand.cursor.value} points={shrunk(cursor, 1)} />
      )}
    </g>
  )
}
