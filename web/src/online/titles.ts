/** The titles this server knows, for pages that only name them. */
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api'
import type { TitleInfo } from '../model/contract.gen'
import { tell } from '../ui/Toast'

export function useTitles(): TitleInfo[] {
  const [titles, setTitles] = useState<TitleInfo[]>([])
  useEffect(() => void api.titles().then(setTitles, (error: Error) => tell(error.message)), [])
  return titles
}

/** A game's name with its edition, where there are several. */
export const editionWords = (title: TitleInfo | undefined, name: string, edition: string): string =>
  (title?.editions.length ?? 0) > 1 ? `${name} (${edition})` : name

/** The name of a side in a title. */
export const sideLabel = (titles: TitleInfo[], title: string, side: string): string =>
  titles.find((t) => t.name === title)?.sides.find((s) => s.name === side)?.label ?? side
