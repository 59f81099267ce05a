/** Zoom buttons, and the legend of the layer that lies on the map. */
import { useDesk } from '../state/desk'
import { IconButton } from '../ui/IconButton'

export function MapControls() {
  const desk = useDesk()
  return (
    <div class="map-controls" role="group" aria-label="Map">
      <IconButton icon="plus" label="Zoom in" onClick={() => desk.camera?.zoomBy(1.35)} />
      <IconButton icon="minus" label="Zoom out" onClick={() => desk.camera?.zoomBy(1 / 1.35)} />
      <IconButton icon="fit" label="Whole map" onClick={() => desk.camera?.fit()} />
      <IconButton
        icon="front"
        label={desk.panels.front.value ? 'Hide the front line' : 'Front line'}
        onClick={() => (desk.panels.front.value = !desk.panels.front.value)}
      />
    </div>
  )
}

export function SupplyLegend() {
  const desk = useDesk()
  const { table, panels } = desk
  const shown = panels.supply.value
  if (!shown) return null
  const out = [...shown.out].map((id) => table.shown.value?.pieces[id]).filter((p) => p !== undefined)
  return (
    <aside class={`supply-legend side-${shown.side}`} aria-label="Supply">
      <h3>Supply of the {table.sideLabel(shown.side)}</h3>
      <p>
        <i class="swatch fed" /> in supply <i class="swatch source" /> source
      </p>
      <p>
        {out.length === 0
          ? 'Nobody would be out of supply if it were checked now.'
          : (table.board.help?.pieces_out ?? 'Out of supply if it were checked now:')}
      </p>
      {out.length > 0 && (
        <ul>
          {out.map((piece) => (
            <li key={piece.id}>
              <button type="button" class="log-pointer" onClick={() => desk.point([piece.at])}>
                {table.pieceName(piece)}, {table.placeName(piece.at)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="confirm-buttons">
        <button type="button" class="secondary" onClick={() => void desk.cycleSupply()}>
          Next
        </button>
        <button type="button" class="secondary" onClick={() => void desk.showSupply(null)}>
          Hide
        </button>
      </div>
    </aside>
  )
}
