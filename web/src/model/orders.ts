/** Typed orders: "Panzer 1 and Army 17 attack unit West", "Hex 810 attacks hex 811", "All -> Kharkov". */
import { token } from './clicks'
import type { ActionView, Board, Piece } from './contract.gen'
import type { PlaceId } from './ids'

export interface Order {
  /** Words for each unit or hex that acts; none for "all". */
  who: string[]
  target: string
}

const VERB = /\s+(?:attacks?|moves? to|goes? to|go to|advances? to|retreats? to|to)\s+|\s*(?:->|→|=>|>)\s*/i

/** Who shall do it, and where; null when the text is no order. */
export function parseOrder(text: string): Order | null {
  const [who, target, ...rest] = text
    .trim()
    .replace(/[.!]+$/, '')
    .split(VERB)
  if (!who || !target || rest.length > 0) return null
  const names = who.split(/\s*,\s*|\s+and\s+|\s*&\s*|\s*\+\s*/i).filter(Boolean)
  return { who: names.some((n) => /^(all|everybody|everyone)$/i.test(n)) ? [] : names, target: target.trim() }
}

const plain = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\b(hex|unit|area|the)\b/g, ' ')
    .replace(/(\d+)(st|nd|rd|th)\b/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Every word of the wish stands in the name: "Panzer 1" means "1st Panzer". */
function names(wish: string, name: string): boolean {
  const words = plain(name)
  const wanted = plain(wish)
  return wanted.length > 0 && wanted.every((w) => words.some((x) => x === w || (w.length > 2 && x.startsWith(w))))
}

export interface Scene {
  board: Board
  pieces: Record<string, Piece>
}

/** The pieces whose whole name stands in a text. */
export function unitsNamed(text: string, pieces: Record<string, Piece>): string[] {
  const words = new Set(plain(text))
  return Object.keys(pieces).filter((id) => {
    const name = plain(pieces[id]?.face?.name ?? '')
    return name.length > 0 && name.every((word) => words.has(word))
  })
}

function isPlace(scene: Scene, wish: string, id: PlaceId): boolean {
  const place = scene.board.places.find((p) => p.id === id)
  if (plain(wish).join(' ') === id.toLowerCase() || names(wish, place?.name ?? '')) return true
  return Object.values(scene.pieces).some((p) => p.at === id && names(wish, p.face?.name ?? ''))
}

function isUnit(scene: Scene, wish: string, id: string): boolean {
  const piece = scene.pieces[id]
  return !!piece && (names(wish, piece.face?.name ?? '') || plain(wish).join(' ') === piece.at.toLowerCase())
}

/** The actions that carry out the order, at most one for each unit. */
export function ordered(order: Order, actions: readonly ActionView[], scene: Scene): ActionView[] {
  const done = new Set<string>()
  return actions.filter((action) => {
    const [first, last] = [action.clicks?.[0] ?? '', action.clicks?.at(-1) ?? '']
    const [kind, id] = token(first)
    const [to, place] = token(last)
    if (kind !== 'piece' || first === last || done.has(id)) return false
    const there = to === 'piece' ? scene.pieces[place]?.at : place
    if (!there || !isPlace(scene, order.target, there)) return false
    if (order.who.length > 0 && !order.who.some((wish) => isUnit(scene, wish, id))) return false
    done.add(id)
    return true
  })
}

/** Somebody an order names who takes no part in it: a unit and where it was sent, or words that name nobody. */
export interface LeftOut {
  wish: string
  piece?: number
  place?: PlaceId
}

/** Whom the order names and the actions leave out. */
export function leftOut(order: Order, meant: readonly ActionView[], side: string, scene: Scene): LeftOut[] {
  const acting = new Set(meant.map((action) => token(action.clicks?.[0] ?? ':')[1]))
  const place = scene.board.places.find((p) => isPlace(scene, order.target, p.id))?.id
  if (!place) return [{ wish: order.target }]
  return order.who.flatMap((wish): LeftOut[] => {
    const units = Object.values(scene.pieces).filter((p) => p.owner === side && isUnit(scene, wish, String(p.id)))
    if (units.length === 0) return [{ wish }]
    return units.filter((p) => !acting.has(String(p.id))).map((p) => ({ wish, piece: p.id, place }))
  })
}
