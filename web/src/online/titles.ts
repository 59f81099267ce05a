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

/** The name of a side in a title. */
export const sideLabel = (titles: TitleInfo[], title: string, side: string): string =>
  titles.find((t) => t.name === title)?.sides.find((s) => s.name === side)?.label ?? side
