/** The season on the map: mud, snow or ice over all land, as the view says. */
import { useMemo } from 'preact/hooks'
import { useDesk } from '../state/desk'

export function SeasonLayer() {
  const { table } = useDesk()
  const ground = table.shown.value?.banner.ground
  const land = useMemo(
    () => Object.values(table.geometry.places).map((place) => `M${place.polygon.map((p) => p.join()).join('L')}Z`),
    [table],
  )
  if (!ground) return null
  return (
    <g class={`season season-${ground}`} data-season={ground}>
      <path d={land.join('')} />
    </g>
  )
}
