/** The face of a die. */

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  5: [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  6: [
    [7, 6],
    [17, 6],
    [7, 12],
    [17, 12],
    [7, 18],
    [17, 18],
  ],
}

export function Die({ face, side, hit, size = 30 }: { face: number; side: string; hit?: boolean; size?: number }) {
  const told = hit === undefined ? '' : hit ? ', a hit' : ', a miss'
  return (
    <svg
      class={`die side-${side}${hit === false ? ' miss' : ''}`}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      role="img"
      aria-label={`${face}${told}`}
    >
      <rect x="1.5" y="1.5" width="21" height="21" rx="4.5" />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="2.3" />
      ))}
    </svg>
  )
}
