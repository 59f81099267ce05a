/** The shapes of kernel/view.py as they come over the wire. Fields with default values are left out by the server. */

export type Side = string
export type PlaceId = string

export interface Face {
  symbol: string
  name?: string
  size?: string
  strength?: string
  move?: string
  steps?: number
  max_steps?: number
  nation?: string
  band?: string
  white?: boolean
  fire?: string
  pips?: string
  text?: string[]
}

export interface Piece {
  id: number
  owner: Side
  at: PlaceId
  kind?: string
  face?: Face | null
  back?: Face | null
  marks?: string[]
  acts?: boolean
  order?: number
}

export interface PlaceState {
  id: PlaceId
  control?: Side
  supplied?: Side[]
  marks?: string[]
  battle?: number
  note?: string
}

export interface CardView {
  id: number
  playable?: boolean
  mandatory?: boolean
  why?: string
}

export interface Hand {
  side: Side
  count: number
  cards?: CardView[] | null
}

export interface Track {
  id: string
  label: string
  value: string
  side?: Side
  help?: string
}

export interface Effect {
  id: string
  label: string
  text: string
  side?: Side
}

export interface Shift {
  columns: number
  cause: string
  rule: string
}

export interface Odds {
  attack: number
  defend: number
  initial: string
  final: string
  table?: string
  shifts?: Shift[]
  results?: Record<string, number>
}

export interface Preview {
  cost?: number
  path?: PlaceId[]
  odds?: Odds
  pays?: string | number
  warning?: string
  text?: string
  [key: string]: unknown
}

export interface ActionView {
  do: string
  clicks?: string[]
  label?: string
  preview?: Preview
}

export interface Prompt {
  side: Side
  text: string
  rule?: string
  step?: string
}

export interface Phase {
  id: string
  label: string
  rule?: string
  side?: Side
}

export interface Banner {
  turn: number
  last_turn: number
  date: string
  phase: string
  active?: Side
  weather?: string
  initiative?: Side
  tracks?: Track[]
}

export interface Result {
  winner: Side
  reason: string
  rule?: string
}

export interface LogLine {
  text: string
  rule?: string
  at?: PlaceId[]
  only?: Side | null
}

/** A view on the wire: lists of kernel/view.py that change often are objects here, so that differences stay small. */
export interface View {
  side: Side
  banner: Banner
  prompt?: Prompt | null
  pieces: Record<string, Piece>
  places: Record<PlaceId, PlaceState>
  hands?: Record<Side, Hand>
  tracks?: Track[]
  effects?: Effect[]
  handles?: Record<string, true>
  buttons?: ActionView[]
  lines?: string[][]
  result?: Result | null
}

export interface Place {
  id: PlaceId
  name?: string
  info?: string[]
  kind?: string
}

export interface Box {
  id: PlaceId
  label: string
  side?: Side
  help?: string
}

export interface CardEvent {
  side: Side
  name: string
  text: string
  when?: string
  initiative?: Side
}

export interface CardFace {
  id: number
  number: string
  events: CardEvent[]
  note?: string
}

export interface CalendarTurn {
  turn: number
  date: string
  weather?: string
  supports?: Record<string, number>
  events?: string[]
  second_front?: string
  arrivals?: string[]
  sudden_death?: string
}

export interface Rule {
  id: string
  title: string
  text?: string
}

export interface Board {
  title: string
  label: string
  places: Place[]
  boxes?: Box[]
  cards?: CardFace[]
  calendar?: CalendarTurn[]
  sequence?: Phase[]
  rules?: Rule[]
  terrain?: string[][]
  help?: Record<string, string>
}

/** Coordinates of the map picture, from board/drawing. */
export interface PlaceGeometry {
  x: number
  y: number
  radius: number
  polygon: [number, number][]
}

export interface Geometry {
  width: number
  height: number
  places: Record<PlaceId, PlaceGeometry>
}

/** One drawing of a unit symbol: strokes, or fills where `fill` is set. */
export interface SymbolStroke {
  d: string
  width?: number
  fill?: boolean
}

export interface Symbols {
  viewBox: [number, number, number, number]
  frame: string
  types: Record<string, SymbolStroke[]>
  sizes: Record<string, string>
}
