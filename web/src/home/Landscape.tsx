/** The picture behind the head of the page: a road in the mud season (drawn by web/scripts/landscape.py). */
import landscape from './landscape.svg'

export function Landscape() {
  return <img class="landscape" src={landscape} alt="" />
}
