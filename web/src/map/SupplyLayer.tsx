/** Supply of one side: its sources, and the places that are in supply. */
import { useDesk } from '../state/desk'
import { points, shrunk } from './polygon'

/** The places that what is selected would command from where it is sent. */
export function RangeLayer() {
  const { table, hand } = useDesk()
  const places = table.geometry.places
  const covers = hand.range.value?.covers ?? []
  return (
    <g class="command-range">
      {covers.map((id) => (places[id] ? <polygon key={id} data-covers={id} points={shrunk(places[id], 4)} /> : null))}
    </g>
  )
}

export function SupplyLayer() {
  const { table, panels } = useDesk()
  const shown = panels.supply.value
  if (!shown) return null
  const places = table.geometry.places
  return (
    <g class={`supply supply-${shown.side}`} data-supply-of={shown.side}>
      {[...shown.supplied].map((id) =>
        places[id] ? <polygon class="fed" key={id} points={points(places[id])} /> : null,
      )}
      {[...shown.sources].map((id) =>
        places[id] ? <polygon class="source" key={id} points={shrunk(places[id], 5)} /> : null,
      )}
    </g>
  )
}
