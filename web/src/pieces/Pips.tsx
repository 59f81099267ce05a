/** Strength of a block: single fire dark dots, double rings, triple red diamonds, none blue squares; stars for headquarters. */
import type { Face } from '../model/contract.gen'
import { pipColours } from './palette'
import { heartPath, starPath } from './shapes'

const Y = 18

function Pip({ face, x }: { face: Face; x: number }) {
  const fire = face.fire || 'sf'
  const { fill, rim } = pipColours(fire)
  if (face.pips === 'stars') return <path d={starPath(x, Y, 9.5)} fill={fill} stroke="#1d1d1d" stroke-width="1.6" />
  if (fire === 'tf') {
    return (
      <path
        d={`M${x},${Y - 9}L${x + 9},${Y}L${x},${Y + 9}L${x - 9},${Y}Z`}
        fill={fill}
        stroke={rim}
        stroke-width="1.6"
      />
    )
  }
  if (fire === 'none')
    return <rect x={x - 6.5} y={Y - 6.5} width="13" height="13" fill={fill} stroke={rim} stroke-width="1.6" />
  if (fire === 'df') return <circle cx={x} cy={Y} r="6.6" fill={fill} stroke={rim} stroke-width="3.2" />
  return <circle cx={x} cy={Y} r="7.6" fill={fill} stroke={rim} stroke-width="1.2" />
}

export function Pips({ face }: { face: Face }) {
  if (face.pips === 'heart') return <path d={heartPath(50, Y, 9)} fill="#d23b5f" stroke="#fff" stroke-width="1.4" />
  const left = face.steps ?? 0
  const most = Math.max(face.max_steps ?? 0, left)
  return (
    <g class="pips" data-pips={left}>
      {Array.from({ length: most }, (_, i) => {
        const x = 50 + (i - (most - 1) / 2) * 19
        return i < left ? <Pip face={face} x={x} /> : <circle cx={x} cy={Y} r="3" fill="#000" fill-opacity=".28" />
      })}
    </g>
  )
}
