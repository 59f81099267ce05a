/** Small signs on a piece: out of supply, disorganized, target ... Each has its own shape as well as colour. */
import { starPath } from './shapes'

const Trench = ({ colour }: { colour: string }) => (
  <g>
    <rect x="-13" y="-8" width="26" height="16" rx="3" fill={colour} stroke="#fff" stroke-width="2" />
    <path d="M-9,4V-3h5v7h4v-7h5v7h4" fill="none" stroke="#fff" stroke-width="2" />
  </g>
)

const Walls = ({ colour }: { colour: string }) => (
  <path d="M-12,10V-8h5v4h4v-4h6v4h4v-4h5V10z" fill={colour} stroke="#fff" stroke-width="2" stroke-linejoin="round" />
)

const SIGNS: Record<string, preact.JSX.Element> = {
  unsupplied: (
    <g>
      <path d="M0,-11L12,10H-12Z" fill="#ffd23f" stroke="#221c00" stroke-width="2.5" stroke-linejoin="round" />
      <path d="M0,-4V3" stroke="#221c00" stroke-width="3" stroke-linecap="round" />
      <circle cy="6.6" r="1.7" fill="#221c00" />
    </g>
  ),
  in_danger: <path d="M0,-10L11,9H-11Z" fill="#17181a" stroke="#fff" stroke-width="2" stroke-linejoin="round" />,
  disorganized: (
    <g>
      <circle r="10" fill="#fff" stroke="#222" stroke-width="2" />
      <path d="M-5,-3q2.5,-3 5,0t5,0M-5,3q2.5,-3 5,0t5,0" fill="none" stroke="#222" stroke-width="2" />
    </g>
  ),
  target: (
    <g>
      <circle r="9.5" fill="#fff" stroke="#c1121f" stroke-width="3" />
      <path d="M0,-13V13M-13,0H13" stroke="#c1121f" stroke-width="2.5" />
      <circle r="3" fill="#c1121f" />
    </g>
  ),
  counterblow: (
    <g>
      <circle r="11" fill="#1d4ed8" stroke="#fff" stroke-width="2" />
      <path d="M5,-5A7,7 0 1 0 7,2M7,-8V-3H2" fill="none" stroke="#fff" stroke-width="2.6" />
    </g>
  ),
  support: (
    <g>
      <circle r="11" fill="#111827" stroke="#fff" stroke-width="2" />
      <path d={starPath(0, 0, 8)} fill="#ffd23f" />
    </g>
  ),
  works: (
    <g>
      <rect x="-12" y="-10" width="24" height="20" rx="3" fill="#6b4a2b" stroke="#fff" stroke-width="2" />
      <path d="M-8,6V-4h4v4h3v-4h3v4h3v-4h3V6z" fill="none" stroke="#fff" stroke-width="2" />
    </g>
  ),
  contested: (
    <g>
      <circle r="11" fill="#8a3a12" stroke="#fff" stroke-width="2" />
      <path d="M-6,-6L6,6M6,-6L-6,6" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
    </g>
  ),
  scorched: (
    <g>
      <path d="M0,-13L13,10H-13Z" fill="#8a3a12" stroke="#fff" stroke-width="2" stroke-linejoin="round" />
      <path d="M-4,6q-3,-5 1,-8q0,3 2,3q-1,-5 3,-8q-1,5 2,7q2,3 -1,6" fill="none" stroke="#fff" stroke-width="2" />
    </g>
  ),
  trench_axis: <Trench colour="#4b5563" />,
  trench_soviet: <Trench colour="#8f2a1d" />,
  digging: <Trench colour="#8a7a4a" />,
  combat: (
    <g>
      <circle r="11" fill="#c1121f" stroke="#fff" stroke-width="2" />
      <path d="M-6,-6L6,6M6,-6L-6,6M-7,3L-3,7M7,3L3,7" stroke="#fff" stroke-width="2.4" stroke-linecap="round" />
    </g>
  ),
  blitz: (
    <g>
      <circle r="11" fill="#f2b705" stroke="#221c00" stroke-width="2" />
      <path d="M2,-9L-5,2H0L-2,9L6,-2H1Z" fill="#221c00" />
    </g>
  ),
  attacks: (
    <g>
      <circle r="11" fill="#c1121f" stroke="#fff" stroke-width="2" />
      <path d="M-6,0H5M1,-5L6,0L1,5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
    </g>
  ),
  festung: <Walls colour="#17181a" />,
  fortress: <Walls colour="#57534e" />,
  fortress_destroyed: (
    <g>
      <Walls colour="#a8a29e" />
      <path d="M-12,-11L12,11" stroke="#c1121f" stroke-width="3" />
    </g>
  ),
  partisans: (
    <g>
      <circle r="11" fill="#3f6212" stroke="#fff" stroke-width="2" />
      <path d={starPath(0, 0, 8)} fill="#e0604f" />
    </g>
  ),
  ops: (
    <g>
      <circle r="10" fill="#fff" stroke="#222" stroke-width="2" />
      <path d="M-5,0H4M1,-4L5,0L1,4" fill="none" stroke="#222" stroke-width="2.4" />
    </g>
  ),
  fortress_supply: (
    <g>
      <rect x="-10" y="-9" width="20" height="18" rx="3" fill="#ffd23f" stroke="#221c00" stroke-width="2" />
      <path d="M-6,6V-4h3v3h2v-3h2v3h2v-3h3V6z" fill="#221c00" />
    </g>
  ),
  banned: (
    <g>
      <circle r="11" fill="#fff" stroke="#c1121f" stroke-width="3.4" />
      <path d="M-7,7L7,-7" stroke="#c1121f" stroke-width="3.4" />
    </g>
  ),
  no_front: (
    <g>
      <rect x="-10" y="-7" width="20" height="14" fill="#fff" stroke="#222" stroke-width="2" />
      <path d="M-9,9L9,-9" stroke="#c1121f" stroke-width="3" />
    </g>
  ),
  may_stand: (
    <path d="M-9,-10H9V1Q9,8 0,12Q-9,8 -9,1Z" fill="#57534e" stroke="#fff" stroke-width="2" stroke-linejoin="round" />
  ),
  no_blitz: (
    <g>
      <circle r="11" fill="#f2b705" stroke="#221c00" stroke-width="2" />
      <path d="M2,-8L-4,2H0L-2,8L5,-2H1Z" fill="#221c00" />
      <path d="M-9,-9L9,9" stroke="#c1121f" stroke-width="3.4" />
    </g>
  ),
  halts: (
    <g>
      <path d="M-5,-11H5L11,-5V5L5,11H-5L-11,5V-5Z" fill="#c1121f" stroke="#fff" stroke-width="2" />
      <path d="M-6,0H6" stroke="#fff" stroke-width="3.4" />
    </g>
  ),
  isolated: (
    <g>
      <rect x="-9" y="-9" width="18" height="18" fill="#fff" stroke="#222" stroke-width="2.5" />
      <path d="M-5,-5L5,5M5,-5L-5,5" stroke="#222" stroke-width="2.5" />
    </g>
  ),
  river: (
    <g>
      <circle r="10.5" fill="#3a86c8" stroke="#fff" stroke-width="2" />
      <path d="M-6,-3q3,-3 6,0t6,0M-6,3q3,-3 6,0t6,0" fill="none" stroke="#fff" stroke-width="2" />
    </g>
  ),
}

/** Marks that are shown by other means: the stripe, the way a block lies. */
const SILENT = new Set(['moved', 'fought', 'exploited', 'lying', 'standing', 'overstacked'])

export const visibleMarks = (marks: readonly string[] | undefined): string[] =>
  (marks ?? []).filter((m) => !SILENT.has(m))

/** One sign around the origin, about 24 units wide. */
export const Sign = ({ mark }: { mark: string }) => SIGNS[mark] ?? <Letters mark={mark} />

function Letters({ mark }: { mark: string }) {
  return (
    <g>
      <rect x="-13" y="-9" width="26" height="18" rx="4" fill="#222831" stroke="#fff" stroke-width="1.5" />
      <text y="5" text-anchor="middle" class="mark-letters">
        {mark.slice(0, 3).toUpperCase()}
      </text>
    </g>
  )
}

/** Signs from the upper right corner down. */
export function Marks({ marks }: { marks: readonly string[] }) {
  return (
    <g class="marks">
      {marks.map((mark, i) => (
        <g key={mark} transform={`translate(88 ${14 + i * 25})`} data-mark={mark}>
          <Sign mark={mark} />
        </g>
      ))}
    </g>
  )
}
