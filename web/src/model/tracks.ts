/** The spaces of a track with a marker on one of them. */
import type { Track } from './contract.gen'

export interface Space {
  number: number
  words: string
  marked: boolean
}

/** A track without a first and last space is a figure alone. */
export function spacesOf(track: Track): Space[] {
  const [first, last, at] = [track.first ?? 0, track.last ?? 0, track.at ?? 0]
  if (last <= first) return []
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const number = first + i
    return { number, words: track.spaces?.[number] ?? '', marked: number === at }
  })
}
