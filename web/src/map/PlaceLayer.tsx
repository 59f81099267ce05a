/** What changes about places: who controls them, working supply, battles, overstacking, other marks. */
import { useMemo } from 'preact/hooks'
import type { PlaceGeometry, PlaceState } from '../model/contract.gen'
import { borders, frontLine, territory } from '../model/front'
import { Sign } from '../pieces/Marks'
import { battleColour } from '../pieces/palette'
import { emblemPath } from '../pieces/shapes'
import { useDesk } from '../state/desk'
import { pure } from '../ui/pure'
import { points, shrunk } from './polygon'

interface Props {
  state: PlaceState
  place: PlaceGeometry
  /** Draw a flag; without it control shows as a tint. */
  flag: boolean
  /** Signs are no larger than suits a place of this radius. */
  most: number
}

const FLAGS: Record<string, { fill: string; sign: string }> = {
  axis: { fill: '#3d4440', sign: '#f2efe6' },
  soviet: { fill: '#b5271b', sign: '#ffd23f' },
}

/** A pennant at the top of the place: square-tailed for the Axis, swallow-tailed for the Soviets. */
function Flag({ side, x, y, size }: { side: string; x: number; y: number; size: number }) {
  const look = FLAGS[side] ?? { fill: '#666', sign: '#fff' }
  const cloth = side === 'soviet' ? 'M0,0H26L20,8L26,16H0Z' : 'M0,0H26V16H0Z'
  return (
    <g class="flag" data-control={side} transform={`translate(${x} ${y}) scale(${size / 46})`}>
      <g class="grows">
        <path d="M0,-2V26" stroke="#1c1c1c" stroke-width="2.4" />
        <path d={cloth} fill={look.fill} stroke="#fff" stroke-width="1.4" />
        <path d={emblemPath(side, 10, 8, 6)} fill={look.sign} />
      </g>
    </g>
  )
}

/** Crates under a city that feeds troops. */
function Crates({ side, x, y, size }: { side: string; x: number; y: number; size: number }) {
  return (
    <g class="crates" data-supply={side} transform={`translate(${x} ${y}) scale(${size / 50})`}>
      <rect
        x="-9"
        y="-9"
        width="18"
        height="18"
        rx="3"
        fill={FLAGS[side]?.fill ?? '#555'}
        stroke="#fff"
        stroke-width="1.6"
      />
      <path d="M-5,4V-1H0V4ZM0,4V-1H5V4ZM-2.5,-1V-6H2.5V-1Z" fill="#f5d78e" stroke="#3a2a08" stroke-width=".9" />
    </g>
  )
}

const One = pure(({ state, place, flag, most }: Props) => {
  const r = Math.min(place.radius, most)
  return (
    <g data-place-state={state.id}>
      {state.marks?.includes('overstacked') && <polygon class="overstacked" points={shrunk(place, 3)} />}
      {!!state.battle && (
        <g class="battle" data-battle={state.battle}>
          <polygon class="halo" points={shrunk(place, 4)} stroke={battleColour(state.battle)} />
        </g>
      )}
      {state.control && flag && <Flag side={state.control} x={place.x - r * 0.72} y={place.y - r * 0.86} size={r} />}
      {state.supplied?.map((side, i) => (
        <Crates key={side} side={side} x={place.x + r * 0.72} y={place.y + r * (0.12 + 0.42 * i)} size={r} />
      ))}
    </g>
  )
})

/** Who holds what: units where they stand, else control. */
function useHeld(): Map<string, string> {
  const { table } = useDesk()
  const held = new Map<string, string>()
  for (const place of Object.values(table.shown.value?.places ?? {}))
    if (place.control && table.geometry.places[place.id]) held.set(place.id, place.control)
  for (const [id, stack] of table.stacks.value)
    if (table.geometry.places[id] && new Set(stack.map((p) => p.owner)).size === 1) held.set(id, stack[0]!.owner)
  return held
}

function Front() {
  const { table } = useDesk()
  const all = useMemo(() => borders(table.geometry), [table])
  const whole = territory(all, useHeld())
  const d = frontLine(all, (id) => whole.get(id))
  return (
    <g class="front" data-front>
      <path class="under" d={d} />
      <path d={d} />
    </g>
  )
}

/** Names of the cities that count, large enough to be read when the whole map is in sight. */
export function FarNames() {
  const { table } = useDesk()
  const named = table.board.places.filter((p) => p.name && table.isNotable(p.id) && table.geometry.places[p.id])
  return (
    <g class="far-names">
      {named.map(({ id, name }) => {
        const place = table.geometry.places[id]!
        return (
          <text key={id} x={place.x} y={place.y + place.radius * 0.98} font-size={table.counter * 0.46}>
            {name}
          </text>
        )
      })}
    </g>
  )
}

/** Above the pieces: marks, notes and the numbers of battles. */
const Above = pure(({ state, place, most }: Omit<Props, 'flag'>) => {
  const r = Math.min(place.radius, most)
  const marks = (state.marks ?? []).filter((m) => m !== 'overstacked')
  return (
    <g>
      {!!state.battle && (
        <g class="battle">
          <circle cx={place.x} cy={place.y - r * 0.86} r={r * 0.2} fill={battleColour(state.battle)} stroke="#fff" />
          <text x={place.x} y={place.y - r * 0.79} text-anchor="middle" class="battle-number" font-size={r * 0.26}>
            {state.battle}
          </text>
        </g>
      )}
      {marks.map((mark, i) => (
        <g
          key={mark}
          data-place-mark={mark}
          transform={`translate(${place.x - r * 0.62} ${place.y + r * (0.56 - i * 0.42)}) scale(${r / 46})`}
        >
          <Sign mark={mark} />
        </g>
      ))}
      {state.note && (
        <text class="place-note" x={place.x} y={place.y + r * 0.66} text-anchor="middle" font-size={r * 0.26}>
          {state.note.split(' (')[0]}
        </text>
      )}
    </g>
  )
})

export function PlaceMarkLayer() {
  const { table } = useDesk()
  const states = Object.values(table.shown.value?.places ?? {}).filter((s) => s.battle || s.marks?.length || s.note)
  return (
    <g class="place-states">
      {states.map((state) => {
        const place = table.geometry.places[state.id]
        return place ? <Above key={state.id} state={state} place={place} most={table.counter * 0.8} /> : null
      })}
    </g>
  )
}

/** Where nearly every place is held by somebody, control is a tint, and only places with a name of their own fly flags. */
export function PlaceLayer() {
  const { table, panels } = useDesk()
  const states = Object.values(table.shown.value?.places ?? {})
  const dense = states.filter((s) => s.control).length > Object.keys(table.geometry.places).length / 2
  const drawn = states.flatMap((state) => {
    const place = table.geometry.places[state.id]
    return place ? [{ state, place, flag: !dense || table.isNotable(state.id), most: table.counter * 0.8 }] : []
  })
  return (
    <g class="place-states">
      {(dense || panels.front.value) && <Front />}
      {dense &&
        drawn.map(({ state, place }) =>
          state.control ? <polygon key={state.id} class={`tint tint-${state.control}`} points={points(place)} /> : null,
        )}
      {drawn.map((one) => (
        <One key={one.state.id} {...one} />
      ))}
    </g>
  )
}
