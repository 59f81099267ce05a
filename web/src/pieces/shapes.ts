/** Outlines shared by counters, blocks and marks. */

export function starPath(cx: number, cy: number, r: number, inner = 0.42): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 ? r * inner : r
    const angle = (Math.PI * (i - 2.5)) / 5
    return `${(cx + radius * Math.cos(angle)).toFixed(1)},${(cy + radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

export function heartPath(cx: number, cy: number, r: number): string {
  const [l, t, b] = [cx - r, cy - r * 0.75, cy + r]
  return `M${cx},${b}C${l - r * 0.4},${cy - r * 0.1} ${l + r * 0.3},${t - r * 0.5} ${cx},${cy - r * 0.35}C${cx + r * 0.7},${t - r * 0.5} ${cx + r * 1.4},${cy - r * 0.1} ${cx},${b}Z`
}

/** A plain cross: the sign of the Axis side. */
export function crossPath(cx: number, cy: number, r: number): string {
  const arm = r * 0.36
  const out = r - arm
  return `M${cx - arm},${cy - r}h${2 * arm}v${out}h${out}v${2 * arm}h${-out}v${out}h${-2 * arm}v${-out}h${-out}v${-2 * arm}h${out}z`
}

/** Sides differ in shape: square corners for the Axis, round ones for the Soviets. */
export const corner = (owner: string): number => (owner === 'soviet' ? 20 : 5)

export const emblemPath = (owner: string, cx: number, cy: number, r: number): string =>
  owner === 'soviet' ? starPath(cx, cy, r) : crossPath(cx, cy, r)
