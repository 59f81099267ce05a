/** How long ago, in words. */
const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [30, 'day'],
  [12, 'month'],
]

export function ago(when: string, now = Date.now()): string {
  let value = (now - Date.parse(when)) / 1000
  if (!Number.isFinite(value)) return ''
  if (value < 45) return 'just now'
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  for (const [size, unit] of STEPS) {
    if (value < size) return words.format(-Math.round(value), unit)
    value /= size
  }
  return words.format(-Math.round(value), 'year')
}
