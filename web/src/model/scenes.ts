/** What happened between two views, as a film shows it and as a digest tells it. Only what a view shows is used. */
import type { BattleReport, LogEntry, Piece, SeatView } from './contract.gen'
import type { PlaceId, Side } from './ids'

export interface Arrow {
  kind: 'move' | 'attack'
  side: Side
  /** From place to place; more than two when the same piece moved on. */
  points: PlaceId[]
  piece?: number
}

export interface Scene {
  /** Who acts: a side, or chance. */
  side: Side
  arrows: Arrow[]
  /** Where to look. */
  where: PlaceId[]
  words: string[]
  dice: boolean
  /** The throws of battle in it. */
  reports: BattleReport[]
}

export type FilmFrame = { ply: number; view: SeatView; log: LogEntry[] }
export type OnMap = (place: PlaceId) => boolean

const pieces = (view: SeatView): Piece[] => Object.values(view.pieces)

/** Pieces seen before and after in different places of the map. */
function knownMoves(before: SeatView, after: SeatView, onMap: OnMap): Arrow[] {
  return pieces(after).flatMap((piece): Arrow[] => {
    const was = before.pieces[piece.id]
    if (!was || was.at === piece.at || !onMap(was.at) || !onMap(piece.at)) return []
    return [{ kind: 'move', side: piece.owner, points: [was.at, piece.at], piece: piece.id }]
  })
}

/** How many nameless pieces of each owner a place holds. */
function nameless(view: SeatView, onMap: OnMap): Map<string, number> {
  const counts = new Map<string, number>()
  for (const piece of pieces(view)) {
    if (piece.face || !onMap(piece.at) || piece.kind !== 'block') continue
    const key = `${piece.owner}|${piece.at}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Nameless pieces have no identity: where one place lost some and another gained some, they went from there. */
function namelessMoves(before: SeatView, after: SeatView, onMap: OnMap): Arrow[] {
  const [was, is] = [nameless(before, onMap), nameless(after, onMap)]
  const change = (key: string): number => (is.get(key) ?? 0) - (was.get(key) ?? 0)
  const keys = [...new Set([...was.keys(), ...is.keys()])]
  const [left, came] = [keys.filter((k) => change(k) < 0), keys.filter((k) => change(k) > 0)]
  if (left.length !== 1 || came.length !== 1) return []
  const [[side, from], [other, to]] = [left[0]!.split('|'), came[0]!.split('|')] as [[string, string], [string, string]]
  return side === other ? [{ kind: 'move', side, points: [from, to] }] : []
}

function attacks(view: SeatView, side: Side): Arrow[] {
  return (view.lines ?? [])
    .filter(([kind]) => kind === 'attack')
    .map(([, from, to]) => ({ kind: 'attack', side, points: [from!, to!] }))
}

export const reportsOf = (log: readonly LogEntry[]): BattleReport[] =>
  log.flatMap((entry) => (entry.lines ?? []).flatMap((line) => (line.battle ? [line.battle] : [])))

/** A battle with one more report of it: throws add up, and whoever has fallen meanwhile is still listed. */
export function followed(known: BattleReport | null, next: BattleReport): BattleReport {
  if (!known || known.id !== next.id) return next
  const sides = (known.sides ?? []).map((side) => {
    const now = next.sides?.find((one) => one.side === side.side)
    const left = new Set(now?.units?.map((unit) => unit.name))
    const gone = (side.units ?? []).filter((unit) => !left.has(unit.name))
    const lost = gone.map((unit) => ({ ...unit, notes: [...new Set([...(unit.notes ?? []), 'lost'])] }))
    return now ? { ...now, units: [...(now.units ?? []), ...lost] } : side
  })
  const thrown = (known.fires ?? []).filter((fire) => (fire.dice?.length ?? 0) > 0)
  return { ...next, sides, fires: [...thrown, ...(next.fires ?? [])] }
}

export function sceneOf(before: SeatView, after: SeatView, log: readonly LogEntry[], onMap: OnMap): Scene {
  const deed = log.find((entry) => entry.side !== 'chance') ?? log[0]
  const lines = log.flatMap((entry) => entry.lines ?? [])
  const moves = [...knownMoves(before, after, onMap), ...namelessMoves(before, after, onMap)]
  const fights = log.some((entry) => entry.battle) ? attacks(before, before.banner.active ?? '') : []
  const said = lines.map((line) => line.text)
  const where = [...moves, ...fights].flatMap((arrow) => arrow.points)
  return {
    side: deed?.side ?? '',
    arrows: [...moves, ...fights],
    where: [...new Set([...where, ...lines.flatMap((line) => line.at ?? [])])].filter(onMap),
    words: said.length > 0 ? said : log.map((entry) => entry.text),
    dice: log.some((entry) => entry.battle),
    reports: reportsOf(log),
  }
}

/** Does a scene show anything? Passing and declining do not. */
export const dull = (scene: Scene): boolean => scene.arrows.length === 0 && scene.where.length === 0 && !scene.dice

/** Does a scene move or strike something? What a side leaves alone is no reason for what it did. */
export const moving = (scene: Scene): boolean => scene.arrows.length > 0 || scene.dice

/** The same piece going on makes one longer arrow; the same arrow twice is one. */
export function joined(trail: readonly Arrow[], next: readonly Arrow[]): Arrow[] {
  const out = [...trail]
  for (const arrow of next) {
    const on = out.findIndex(
      (one) => arrow.piece !== undefined && one.piece === arrow.piece && one.points.at(-1) === arrow.points[0],
    )
    const twin = out.some((one) => one.kind === arrow.kind && one.points.join() === arrow.points.join())
    if (on >= 0) out[on] = { ...out[on]!, points: [...out[on]!.points, ...arrow.points.slice(1)] }
    else if (!twin) out.push(arrow)
  }
  return out
}

// -- the digest -------------------------------------------------------------------------------------------------------

export interface DigestLine {
  kind: 'lost' | 'reduced' | 'taken' | 'cut' | 'moved' | 'battles' | 'why'
  side: Side
  text: string
  at: PlaceId[]
}

export interface Names {
  side(side: Side): string
  place(id: PlaceId): string
  piece(piece: Piece): string
}

interface Tally {
  lost: Piece[]
  reduced: Piece[]
  cut: Piece[]
  taken: { place: PlaceId; side: Side }[]
}

const hiddenOnMap = (view: SeatView, owner: Side, onMap: OnMap): number =>
  pieces(view).filter((p) => !p.face && p.owner === owner && onMap(p.at)).length

/** Pieces that left the map. One that was hidden before lies open in a box when it is lost. */
function lost(before: SeatView, after: SeatView, onMap: OnMap): Piece[] {
  const gone = pieces(before).filter((p) => p.face && onMap(p.at) && !onMap(after.pieces[p.id]?.at ?? ''))
  const shown = pieces(after).filter(
    (p) =>
      p.face &&
      !onMap(p.at) &&
      !before.pieces[p.id] &&
      hiddenOnMap(after, p.owner, onMap) < hiddenOnMap(before, p.owner, onMap),
  )
  return [...gone.filter((p) => after.pieces[p.id]), ...shown]
}

const steps = (piece: Piece | undefined): number => piece?.face?.steps ?? 0
const cutOff = (piece: Piece | undefined): boolean => !!piece?.marks?.includes('unsupplied')

function tally(first: SeatView, frames: readonly FilmFrame[], onMap: OnMap): Tally {
  const gone = new Map<number, Piece>()
  let before = first
  for (const { view } of frames) {
    for (const piece of lost(before, view, onMap)) gone.set(piece.id, piece)
    before = view
  }
  const last = before
  const here = pieces(last).filter((p) => p.face && onMap(p.at) && first.pieces[p.id] && onMap(first.pieces[p.id]!.at))
  const places = Object.values(last.places).filter((p) => p.control && p.control !== first.places[p.id]?.control)
  return {
    lost: [...gone.values()].filter((p) => !onMap(last.pieces[p.id]?.at ?? '')),
    reduced: here.filter((p) => steps(p) < steps(first.pieces[p.id]) && steps(p) > 0),
    cut: here.filter((p) => cutOff(p) && !cutOff(first.pieces[p.id])),
    taken: places.filter((p) => first.places[p.id]?.control).map((p) => ({ place: p.id, side: p.control! })),
  }
}

export function list(words: readonly string[], most = 6): string {
  const shown = words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : words
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const SAID: Record<'lost' | 'reduced' | 'cut', string> = { lost: 'lost', reduced: 'reduced', cut: 'cut off' }

function pieceLines(found: Tally, names: Names): DigestLine[] {
  const kinds = ['lost', 'cut', 'reduced'] as const
  return kinds.flatMap((kind) =>
    [...new Set(found[kind].map((p) => p.owner))].map((side): DigestLine => {
      const mine = found[kind].filter((p) => p.owner === side)
      const text = `${names.side(side)} ${SAID[kind]}: ${list(mine.map(names.piece))}.`
      return { kind, side, text, at: [...new Set(mine.map((p) => p.at))] }
    }),
  )
}

function takenLines(found: Tally, names: Names): DigestLine[] {
  return [...new Set(found.taken.map((t) => t.side))].map((side) => {
    const at = found.taken.filter((t) => t.side === side).map((t) => t.place)
    return { kind: 'taken', side, text: `${names.side(side)} took ${list(at.map(names.place))}.`, at }
  })
}

/** Where most of a side's arrows ended: said of the enemy when he gives no reason. */
export function weight(
  arrows: readonly Arrow[],
  side: Side,
  near: (place: PlaceId) => PlaceId,
): [PlaceId, number] | null {
  const counts = new Map<PlaceId, number>()
  for (const arrow of arrows.filter((a) => a.side === side)) {
    const end = near(arrow.points.at(-1)!)
    counts.set(end, (counts.get(end) ?? 0) + 1)
  }
  const best = [...counts].sort((a, b) => b[1] - a[1])[0]
  return best && best[1] > 1 ? best : null
}

/** How many pieces each side moved. */
function movedLines(first: SeatView, frames: readonly FilmFrame[], onMap: OnMap, names: Names): DigestLine[] {
  let before = first
  let trail: Arrow[] = []
  for (const { view, log } of frames) {
    trail = joined(trail, sceneOf(before, view, log, onMap).arrows)
    before = view
  }
  const moves = trail.filter((arrow) => arrow.kind === 'move')
  return [...new Set(moves.map((arrow) => arrow.side))].map((side) => {
    const mine = moves.filter((arrow) => arrow.side === side)
    const text = `${names.side(side)} moved ${mine.length === 1 ? 'one unit' : `${mine.length} units`}.`
    return { kind: 'moved', side, text, at: mine.map((arrow) => arrow.points.at(-1)!) }
  })
}

/** A turn in words: what was lost, cut off, reduced and taken, and how often was fought. */
export function digest(
  first: SeatView,
  frames: readonly FilmFrame[],
  onMap: OnMap,
  names: Names,
  why: DigestLine | null,
): DigestLine[] {
  const found = tally(first, frames, onMap)
  const throws = frames.flatMap((frame) => frame.log).filter((entry) => entry.battle).length
  const fought: DigestLine[] =
    throws > 0
      ? [
          {
            kind: 'battles',
            side: '',
            text: `The dice of battle fell ${throws === 1 ? 'once' : `${throws} times`}.`,
            at: [],
          },
        ]
      : []
  const moved = movedLines(first, frames, onMap, names)
  return [...takenLines(found, names), ...pieceLines(found, names), ...moved, ...fought, ...(why ? [why] : [])]
}
