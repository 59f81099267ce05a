/** What the server sends and takes: see docs/server-api.md. */
import type { ActionView, Board, Geometry, LogLine, PlaceId, Result, Side, View } from './contract'

export interface SideInfo {
  name: Side
  label: string
}

export interface ScenarioInfo {
  name: string
  label: string
  help: string
  first_turn: number
  last_turn: number
  editions: string[]
}

export type OptionValue = boolean | number | string

export interface OptionInfo {
  name: string
  label: string
  help: string
  rule?: string
  default: OptionValue
  choices: OptionValue[]
  editions: string[]
  scenarios: string[]
  needs: string[]
}

export interface PlayerInfo {
  name: string
  label: string
  help: string
}

export interface TitleInfo {
  name: string
  label: string
  help: string
  sides: SideInfo[]
  editions: string[]
  scenarios: ScenarioInfo[]
  options: OptionInfo[]
  players: PlayerInfo[]
}

export interface Seat {
  kind: 'human' | 'computer'
  player: string
  label: string
}

export type Mode = 'solo' | 'hotseat' | 'study' | 'watch' | 'replay'

export interface Summary {
  id: string
  name: string
  title: string
  title_label: string
  scenario: string
  scenario_label: string
  edition: string
  options: Record<string, OptionValue>
  mode: Mode
  seats: Record<Side, Seat>
  seconds: number
  ply: number
  rev: number
  turn: number
  last_turn: number
  date: string
  phase: string
  phase_label: string
  to_move: Side | null
  over: boolean
  result: Result | null
  created: string
  updated: string
  deleted: string | null
  parent: { id: string; ply: number } | null
  commitment: string
  open: boolean
}

export interface NewGame {
  title: string
  scenario: string
  edition: string
  options: Record<string, OptionValue>
  name: string
  seats: Record<Side, string>
  open: boolean
  seconds: number
}

export interface BoardPack {
  board: Board
  geometry: Geometry
}

export interface LogEntry {
  ply: number
  side: Side
  text: string
  turn?: number
  phase?: string
  lines?: LogLine[]
  note?: string
}

export interface Undo {
  what: string
  to: number
  plies: number
  label?: string
  short?: boolean
  why?: string
}

export interface Thinking {
  side: Side
  player: string
  limit: number
  elapsed: number
  progress?: number
  text?: string
}

export interface ViewMessage {
  type: 'view'
  game: string
  seat: Side
  ply: number
  rev: number
  view: View
  log: LogEntry[]
  undo?: Undo[]
  undo_why?: string
  thinking?: Thinking | null
  away?: number
  past?: boolean
  seed?: string
}

export interface UpdateMessage {
  type: 'update'
  ply: number
  rev: number
  from: number
  keep: number
  patch: unknown
  log: LogEntry[]
  undo: Undo[]
  undo_why?: string
  away?: number
  seed?: string
}

export interface Fault {
  code: string
  text: string
  rule?: string
}

export interface Reply {
  type: 'reply'
  id: number
  ok: boolean
  rev?: number
  choices?: ActionView[]
  more?: number
  answer?: unknown
  error?: Fault
}

export type ServerMessage =
  | ViewMessage
  | UpdateMessage
  | Reply
  | { type: 'thinking'; thinking: Thinking | null }
  | { type: 'game'; game: Summary }

export interface Timeline {
  plies: number
  turns: { turn: number; date: string; from: number; to: number }[]
  phases: { turn: number; phase: string; label: string; side?: Side; from: number; to: number }[]
  battles: { ply: number; label: string; turn: number; at: PlaceId[] }[]
}

export interface Frames {
  from: number
  view: View
  frames: { ply: number; patch: unknown; log: LogEntry[] }[]
}

export interface DiceReport {
  commitment: string
  seed: string | null
  since: number
  verified: boolean | null
  text: string
}

export interface SupplyAnswer {
  sources: PlaceId[]
  supplied: PlaceId[]
  pieces_out: number[]
}

export interface WhyNot {
  possible?: boolean
  text: string
  rule?: string
}
