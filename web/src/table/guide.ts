/** Opens what the question is about: the hand when cards are asked for, the boxes when units off the map are. */
import { useEffect, useRef } from 'preact/hooks'
import { token } from '../model/clicks'
import type { PlaceGeometry } from '../model/contract.gen'
import type { Desk } from '../state/desk'
import type { PanelName } from '../state/panels'

export function useGuide(desk: Desk): void {
  const { table, hand, panels } = desk
  const view = table.view.value
  const asked = view?.prompt && (table.seat.value === 'open' || view.prompt.side === table.seat.value)
  const question = asked && !panels.cover.value ? `${view.prompt?.side} ${view.prompt?.step} ${view.prompt?.text}` : ''
  const rev = table.rev.value

  const opened = useRef<PanelName | null>(null)

  useEffect(() => {
    if (table.past.value) return
    const wanted = question ? subjectOf(desk) : null
    if (wanted) panels.panel.value = wanted
    else if (opened.current && panels.panel.value === opened.current) panels.panel.value = null
    opened.current = wanted
  }, [question])

  useEffect(() => {
    const places = question ? placesOf(desk) : []
    if (places.length > 0 && !desk.camera?.sees(places)) desk.camera?.show(places)
  }, [question])

  useEffect(() => {
    const handles = Object.keys(view?.handles ?? {})
    const only = handles[0]
    if (
      question &&
      handles.length === 1 &&
      only?.startsWith('piece:') &&
      !view?.buttons?.length &&
      !hand.selection.value
    ) {
      void hand.select(only, true)
    }
  }, [question, rev])
}

/** The panel that the question is about, if it is about one only. */
function subjectOf(desk: Desk): PanelName | null {
  const handles = Object.keys(desk.table.view.value?.handles ?? {}).map(token)
  if (handles.length === 0) return null
  if (handles.every(([kind]) => kind === 'card')) return 'hand'
  return handles.every(([kind, id]) => kind === 'piece' && isOff(desk, id)) ? 'boxes' : null
}

/** The places on the map that the question is about. */
function placesOf(desk: Desk): PlaceGeometry[] {
  const { table } = desk
  const ids = Object.keys(table.view.value?.handles ?? {})
    .map(token)
    .map(([kind, id]) => (kind === 'piece' ? table.view.value?.pieces[id]?.at : kind === 'place' ? id : undefined))
  return ids.flatMap((id) => table.geometry.places[id ?? ''] ?? [])
}

const isOff = (desk: Desk, piece: string): boolean => {
  const at = desk.table.view.value?.pieces[piece]?.at
  return at !== undefined && !desk.table.geometry.places[at]
}
