/** Where a chart has a line across: bottom, middle and top. There is no half of a city or of a point. */
export function heights(low: number, high: number, whole: boolean): number[] {
  const middle = (low + high) / 2
  return whole && !Number.isInteger(middle) ? [low, high] : [low, middle, high]
}
