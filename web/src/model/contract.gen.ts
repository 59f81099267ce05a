/** What the server and this client send each other. Written by `make contract` from server/messages.py and
 * kernel/view.py: change those, never this file. */

/** A JSON Merge Patch (RFC 7396) of a SeatView. */
export type Patch = { [key: string]: unknown }

/** The program, the folder of the saved games, and whether there are accounts. */
export interface About {
  name: string
  version: string
  home: string
  accounts: boolean
}

/** One's own account. */
export interface Account {
  id: string
  nickname: string
  email: string
  admin: boolean
  zone: string
  locale: string
  notices: Notices
  shows: Shows
  holidays: Holiday[]
  mail_off: string
  created: string
}

/** A legal action tied to what one clicks: `do` is its text form, sent back to play it. */
export interface ActionView {
  do: string
  clicks?: string[]
  label?: string
  preview?: Preview
  binding?: boolean
  single?: boolean
}

/** Head to head with the one who asks. */
export interface Against {
  won: number
  drawn: number
  lost: number
}

export interface AnswerReply {
  type: 'answer'
  id: number
  rev: number
  answer: Answers[keyof Answers]
}

/** Of those who run the server, to a report. */
export interface AnswerReport {
  answer: string
}

export interface Answered {
  rev: number
  answer: Answers[keyof Answers]
}

export interface Ask {
  seat: string
  about: AskOdds | AskSupply | AskReach | AskWhyNot
}

/** What would come of an attack by these pieces on these places? */
export interface AskOdds {
  question: 'odds'
  attackers: number[]
  targets: string[]
  support?: boolean
  counterattack?: boolean
}

/** Where could a piece go if it were to move now? */
export interface AskReach {
  question: 'reach'
  piece: number
}

export interface AskRequest {
  op: 'ask'
  about: AskOdds | AskSupply | AskReach | AskWhyNot
  id: number
}

export interface AskReset {
  email: string
}

/** What would a side's supply be if it were checked now? */
export interface AskSupply {
  question: 'supply'
  side: string
}

/** Why is an action not possible now, or taking a piece to a place, or acting with a piece at all? */
export interface AskWhyNot {
  question: 'why_not'
  do?: string
  piece?: number
  place?: string
}

/** The line at the top. */
export interface Banner {
  turn: number
  last_turn: number
  date: string
  phase: string
  active?: string
  weather?: string
  ground?: string
  initiative?: string
  tracks?: Track[]
}

/** A battle: the ply of its (first) die, in words, and the places it was fought at. */
export interface Battle {
  ply: number
  turn: number
  label: string
  at: string[]
}

/** A battle as the board beside the map shows it, under way (`View.battle`) or with the dice just thrown (`LogLine.battle`). Reports with the same `id` belong to one battle, in the order in which they come. Both sides may read it: nothing in it is hidden from either. */
export interface BattleReport {
  id: string
  label: string
  at?: string[]
  sides?: BattleSide[]
  fires?: Fire[]
  result?: string
  words?: string
  order?: string
  next?: string
}

/** One side of a battle. */
export interface BattleSide {
  side: string
  role: string
  strength?: string
  units?: Fighter[]
  cards?: string[]
}

/** The static part of every view of a title. The map picture and its geometry come from board/drawing. */
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
  tables?: CombatTable[]
  results?: Record<string, string>
  help?: Record<string, string>
}

export interface BoardPack {
  board: Board
  geometry: Geometry
}

/** An off-map box. Its id starts with "box:". */
export interface Box {
  id: string
  label: string
  side?: string
  help?: string
  group?: string
}

export interface Branch {
  ply: number
  name?: string
  seats?: Record<string, string> | null
  open?: boolean | null
}

/** A turn of the calendar view. */
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

/** An event that a card offers. */
export interface CardEvent {
  side: string
  name: string
  text: string
  when?: string
  initiative?: string
}

/** The print of a card: one or more events, and its figures. */
export interface CardFace {
  id: number
  number: string
  events: CardEvent[]
  note?: string
  figures?: CardFigure[]
}

/** A figure printed on a card: operations, replacement points of a kind. */
export interface CardFigure {
  label: string
  value: string
}

/** One of several ways to spend a card, where a title has them: for operations, for replacements, as an event. */
export interface CardUse {
  id: string
  label: string
  value?: string
  why?: string
  do?: string
}

/** A card in an open hand. */
export interface CardView {
  id: number
  playable?: boolean
  mandatory?: boolean
  why?: string
  uses?: CardUse[]
}

/** Whoever sits on a side's chair; `player` names the computer. */
export interface Chair {
  kind: 'computer' | 'human'
  player: string
  label: string
}

export interface ChangeAccount {
  nickname?: string | null
  zone?: string | null
  locale?: string | null
  notices?: Notices | null
  shows?: Shows | null
  holidays?: Holiday[] | null
}

export interface ChangeEmail {
  password: string
  email: string
}

export interface ChangeGame {
  name?: string | null
  seats?: Record<string, string> | null
  open?: boolean | null
  seconds?: number | null
}

export interface ChangePassword {
  password: string
  new: string
}

export interface Chat {
  lines: ChatLine[]
}

export interface ChatLine {
  number: number
  by: string
  text: string
  at: string
}

/** The actions of a handle, or all of them; `more` were left out because there are too many. */
export interface Choices {
  rev: number
  choices: ActionView[]
  more?: number
}

export interface ChoicesReply {
  type: 'choices'
  id: number
  rev: number
  choices: ActionView[]
  more: number
}

/** The actions of a handle; without one, all of them. */
export interface ChoicesRequest {
  op: 'choices'
  handle?: string | null
  id: number
}

/** The other side is out of time, or has vanished from a game without a clock: win it, or end it without a winner. */
export interface Claim {
  seat: string
  what?: 'abandon' | 'win'
}

export interface Close {
  why: string
}

/** A printed combat table: a row for each face of the die. */
export interface CombatTable {
  id: string
  label: string
  columns: string[]
  rows: string[][]
}

/** The second: who has the link chooses a nickname and a password. */
export interface Confirm {
  token: string
  nickname: string
  password: string
  zone?: string
  locale?: string
}

export interface ConfirmEmail {
  token: string
}

/** Who did what for the board game that a title follows. */
export interface Credit {
  role: string
  who: string
}

/** What somebody who runs the server has done. */
export interface Deed {
  by: string
  act: string
  about: string
  why: string
  at: string
}

export interface DeleteAccount {
  password: string
}

/** A device that is signed in; `this` is the one that asks. */
export interface Device {
  id: string
  device: string
  created: string
  used: string
  this: boolean
}

/** What may be said of the dice: their commitment always, the seed and a verdict when the game is over. */
export interface DiceReport {
  commitment: string
  since: number
  seed: string | null
  verified: boolean | null
  text: string
}

/** `key` is the client's own word for this action: sent twice, it is done once. */
export interface Do {
  seat: string
  rev: number
  do: string
  key?: string
}

/** `key` is the client's own word for this action: sent twice, it is done once. */
export interface DoRequest {
  op: 'do'
  do: string
  rev: number
  key?: string
  id: number
}

/** The request was carried out. */
export interface DoneReply {
  type: 'done'
  id: number
  rev: number
}

/** Offer a draw, take the offer back, or answer the other side's. */
export interface Draw {
  seat: string
  do: 'accept' | 'decline' | 'offer' | 'withdraw'
}

export interface Duplicate {
  name?: string
}

/** A lasting effect, shown at the side of the map. */
export interface Effect {
  id: string
  label: string
  text: string
  side?: string
}

/** What is printed on a piece. `symbol` is a key of board/drawing/symbols.json. */
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

/** What a player tells whoever runs the server; the game's record and the seat's view are added there. */
export interface Feedback {
  text: string
  email?: string
  ply?: number
  page?: string
  picture?: string
}

/** A unit in a battle. Only units that both sides see have a face and a name. */
export interface Fighter {
  name: string
  strength?: string
  face?: Face | null
  notes?: string[]
}

/** One throw of the dice in a battle where several are thrown: who fires with what, and what it may do. */
export interface Fire {
  side: string
  label?: string
  strength?: string
  table?: string
  initial?: string
  final?: string
  shifts?: Shift[]
  results?: Record<string, number>
  dice?: number[]
  hits?: boolean[]
  result?: string
  text?: string
}

/** A ply of a replay: what it changes. */
export interface Frame {
  ply: number
  patch: Patch
  log: LogEntry[]
}

export interface Frames {
  from: number
  view: SeatView
  frames: Frame[]
}

/** Name, seats or trash changed. */
export interface GameMessage {
  type: 'game'
  game: Summary
}

/** The size of the map picture and of a piece on it, and where its places lie. */
export interface Geometry {
  width: number
  height: number
  piece: number
  places: Record<string, PlaceGeometry>
}

/** The standing orders of a seat, in place of those it had. */
export interface GiveOrders {
  seat: string
  orders: Order[]
}

/** `void` says why it does not hold any more. */
export interface GivenOrder {
  order: Order
  void?: string
}

/** A way to win: "you win if ...", and how far the side has come. */
export interface Goal {
  side: string
  text: string
  value?: string
  have?: number
  need?: number
  rule?: string
}

/** A hand: its size, and its cards if one may see them. */
export interface Hand {
  side: string
  count: number
  cards?: CardView[] | null
}

/** A seat goes to another person. */
export interface HandOver {
  side: string
  to: string
  why: string
}

/** Days on which no clock runs against one: from the first to the last, in one's own time zone. */
export interface Holiday {
  from: string
  until: string
}

/** Was a computer thinking? */
export interface Hurried {
  thinking: boolean
}

/** Was a computer thinking? */
export interface HurriedReply {
  type: 'hurried'
  id: number
  rev: number
  thinking: boolean
}

/** One ply as the log shows it to one seat. */
export interface LogEntry {
  ply: number
  side: string
  text: string
  turn: number
  phase: string
  lines?: LogLine[]
  note?: string
  battle?: boolean
}

export interface LogIn {
  email: string
  password: string
}

/** One thing that happened: words, the places it points at, the rule. */
export interface LogLine {
  text: string
  rule?: string
  at?: string[]
  only?: string | null
  battle?: BattleReport | null
}

export interface LogPage {
  log: LogEntry[]
  plies: number
}

/** A game between people: who, on which terms, what is proposed, and until when the side to move has time. */
export interface Match {
  game: string
  players: Record<string, MatchPlayer>
  seats: string[]
  terms: Terms
  to_move: string | null
  turn_since: string | null
  deadline: string | null
  claimable: boolean
  claim_why: string
  remindable: boolean
  reminders: number
  draw: Proposal | null
  take_back: Proposal | null
  how: 'abandoned' | 'claimed' | 'drawn' | 'resigned' | 'rules' | 'time' | null
  chat: number
  watchers: number
}

/** Something about a game between people changed: who is here, what is proposed, what was said. Ask for it. */
export interface MatchMessage {
  type: 'match'
}

/** Who holds a side. `mail_off`: he gets no mail, the address bounced. */
export interface MatchPlayer {
  nickname: string
  here: boolean
  me: boolean
  rating: number | null
  computer: string
  mail_off: boolean
}

/** Somebody as those see him who run the server. */
export interface Member {
  nickname: string
  since: string
  seen: string
  admin: boolean
  closed: boolean
}

export interface MyGame {
  game: Summary
  match: Match
}

export interface NewGame {
  title: string
  scenario?: string | null
  edition?: string | null
  options?: Record<string, boolean | number | string>
  name?: string
  seats?: Record<string, string>
  open?: boolean
  seconds?: number
  seed?: string
}

/** A game for anyone; for the nickname `to`; with `link` for whoever has the link; or a `rematch` of a game (then its opponent, title, scenario, edition, options and terms, sides exchanged, unless others are given). */
export interface NewOffer {
  title?: string
  scenario?: string | null
  edition?: string | null
  options?: Record<string, boolean | number | string>
  side?: string
  to?: string
  link?: boolean
  rematch?: string
  terms?: Terms | null
  words?: string
}

/** A browser that takes pushes: what `PushSubscription.toJSON()` says, and a name for the list. */
export interface NewPush {
  endpoint: string
  keys: PushKeys
  device?: string
}

export interface NewToken {
  name: string
  scopes: ('play' | 'read')[]
}

export interface NewWebhook {
  url: string
}

/** The next of my games that waits for me after the one named (N.7), and how many do. */
export interface NextGame {
  game: string | null
  waiting: number
}

export interface Note {
  text: string
}

export interface NoteText {
  text: string
}

/** What one is written about. `turn_minutes` is how long it has to be one's turn before a mail goes out. */
export interface Notices {
  turn?: boolean
  turn_minutes?: number
  digest?: boolean
  over?: boolean
  chat?: boolean
  offers?: boolean
  reminders?: boolean
}

/** The computer is to play the best it has. */
export interface NowRequest {
  op: 'now'
  id: number
}

/** A battle before it is fought: figures, shifts, the column, the probability of each result (0 to 1). Where both sides throw dice, or one does several times, `fires` has them in order and `results` is how the battle may end. */
export interface Odds {
  attack?: number
  defend?: number
  initial?: string
  final?: string
  table?: string
  shifts?: Shift[]
  results?: Record<string, number>
  fires?: Fire[]
}

/** A game that waits for somebody. `mine`: one may withdraw it; `for_me`: somebody wants to play just me. `link` is shown to its owner only. */
export interface Offer {
  id: string
  owner: PersonInfo
  to: string
  title: string
  title_label: string
  scenario: string
  scenario_label: string
  edition: string
  options: Record<string, boolean | number | string>
  side: string
  terms: Terms
  words: string
  rematch: string
  link: string
  mine: boolean
  for_me: boolean
  created: string
  rating: number | null
}

/** An optional rule or setting: a switch (default False) or one of several choices. */
export interface Option {
  name: string
  label: string
  help: string
  rule: string
  default: boolean | number | string
  choices: (boolean | number | string)[]
  editions: string[]
  scenarios: string[]
  needs: string[]
  between_people: boolean
}

/** One standing order. */
export interface Order {
  ask: string
  way: string
  value?: string
  turn?: number
  saw?: string
}

/** The game and ply a game was branched or copied from. */
export interface Parent {
  id: string
  ply: number
}

/** Somebody as lists show him. `here` is the green dot: whether he has a page open now (N.9). */
export interface PersonInfo {
  nickname: string
  here: boolean
}

/** A line of the sequence of play. */
export interface Phase {
  id: string
  label: string
  rule?: string
  side?: string
}

export interface PhaseSpan {
  turn: number
  phase: string
  label: string
  side: string
  from: number
  to: number
}

/** A counter or block. A hidden one has no face and an id that says nothing about it. */
export interface Piece {
  id: number
  owner: string
  at: string
  kind?: string
  face?: Face | null
  back?: Face | null
  marks?: string[]
  acts?: boolean
  order?: number
  arrives?: string
  small?: boolean
}

export interface PingRequest {
  op: 'ping'
  id: number
}

/** A hex or area of the board. */
export interface Place {
  id: string
  name?: string
  info?: string[]
  kind?: string
}

/** Where a place lies in the map picture: the spot for its pieces, the room around it, its largest outline. */
export interface PlaceGeometry {
  x: number
  y: number
  radius: number
  polygon: [number, number][]
  rings?: [number, number][][]
}

/** What changes about a place. */
export interface PlaceState {
  id: string
  control?: string
  supplied?: string[]
  marks?: string[]
  battle?: number
  note?: string
}

export interface PlayerInfo {
  name: string
  label: string
  help: string
}

/** What is known of an action before it is done; only what there is. */
export interface Preview {
  commands?: number[]
  cost?: number | null
  covers?: string[]
  odds?: Odds
  path?: string[]
  pays?: number | string
  supported?: Odds
  text?: string
  warning?: string
}

/** A refusal: a code, a sentence, the rule. */
export interface Problem {
  code: string
  text: string
  rule?: string
}

/** A person's page; what he does not show is null. */
export interface Profile {
  nickname: string
  since: string
  here: boolean | null
  closed: boolean
  blocked: boolean
  offers: boolean
  ratings: Rating[] | null
  results: ResultLine[] | null
  games: Summary[] | null
  against: Against | null
}

/** What is asked of whom. */
export interface Prompt {
  side: string
  text: string
  rule?: string
  step?: string
  verb?: string
  decline?: string
  kind?: string
  kind_label?: string
  single?: string
  single_label?: string
}

/** What a side has proposed and the other has not answered; `to` is the ply to take back to. */
export interface Proposal {
  side: string
  at: string
  to: number
}

export interface PushInfo {
  id: string
  endpoint: string
  device: string
  created: string
}

/** As a browser gives them. */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** The server's public key, with which a browser subscribes (empty: this server sends no pushes), and the browsers that did. */
export interface Pushes {
  key: string
  browsers: PushInfo[]
}

/** `rating` is what is shown: sure to be reached (mean less twice the doubt), 1000 for a beginner's mean. */
export interface Rating {
  title: string
  rating: number
  doubt: number
  games: number
}

/** Where a piece could go, with the cost of each place in movement points. */
export interface Reach {
  costs: Record<string, number>
}

/** A question that can be answered by a standing order: its replies, and whether odds or units can be named. */
export interface ReactionInfo {
  ask: string
  label: string
  rule: string
  replies?: ReactionReply[]
  odds?: boolean
  units?: boolean
}

export interface ReactionReply {
  id: string
  label: string
}

/** What a computer gave as its reason for the action of a ply. */
export interface Reason {
  ply: number
  text: string
}

/** The body of every refusal over HTTP; with the fresh view where that helps. */
export interface Refusal {
  error: Problem
  view?: ViewMessage | null
}

export interface RefusedReply {
  type: 'refused'
  id: number
  error: Problem
}

/** Something about a person that those who run the server should know; `game` is where it happened. */
export interface Report {
  text: string
  game?: string
}

export interface ReportLine {
  number: number
  by: string
  about: string
  game: string
  text: string
  at: string
  handled: string | null
  answer: string
}

/** The number under which a report is kept. */
export interface Reported {
  number: number
}

export interface Reset {
  token: string
  password: string
}

export interface Resign {
  seat: string
}

/** The end of the game. */
export interface Result {
  winner: string
  reason: string
  rule?: string
  level?: string
}

export interface ResultLine {
  game: string
  title: string
  scenario: string
  side: string
  opponent: string
  score: number
  how: 'abandoned' | 'claimed' | 'drawn' | 'resigned' | 'rules' | 'time'
  at: string
}

/** A rule in our own words, one click away from where its number is shown. */
export interface Rule {
  id: string
  title: string
  text?: string
}

export interface Say {
  text: string
}

/** A scenario as the lobby lists it. */
export interface Scenario {
  name: string
  label: string
  help: string
  first_turn: number
  last_turn: number
  editions: string[]
}

/** A seat in a running game; `opponent` is the nickname of the other. */
export interface SeatLine {
  game: string
  title_label: string
  scenario_label: string
  turn: number
  last_turn: number
  side: string
  side_label: string
  opponent: string
}

/** A view as it is sent: `View` of kernel/view.py with pieces, places, hands and handles keyed, so that differences are small. */
export interface SeatView {
  side: string
  banner: Banner
  pieces: Record<string, Piece>
  places: Record<string, PlaceState>
  hands: Record<string, Hand>
  handles: Record<string, boolean>
  prompt?: Prompt | null
  tracks?: Track[]
  effects?: Effect[]
  buttons?: ActionView[]
  lines?: string[][]
  aims?: string[]
  result?: Result | null
  battle?: BattleReport | null
  goals?: Goal[]
}

/** The same words whether the address is known or not. */
export interface Sent {
  text: string
}

/** One column shift with its cause. */
export interface Shift {
  columns: number
  cause: string
  rule: string
}

/** To whom one shows what. */
export interface Shows {
  presence?: 'everybody' | 'nobody' | 'opponents'
  results?: 'everybody' | 'nobody' | 'opponents'
  ratings?: 'everybody' | 'nobody' | 'opponents'
  games?: 'everybody' | 'nobody' | 'opponents'
}

export interface SideInfo {
  name: string
  label: string
}

/** The first step: a link is sent to the address. */
export interface SignUp {
  email: string
}

/** What happened since a seat last acted in its own turn. */
export interface Since {
  from: number
  ply: number
  log: LogEntry[]
}

export interface SitRequest {
  op: 'sit'
  seat: string
  id: number
}

/** What a seat can order, what it has ordered, what is usual, and the turn that it is. */
export interface StandingOrders {
  turn: number
  reactions: ReactionInfo[]
  orders: GivenOrder[]
  usual: Order[]
}

export interface Story {
  turns: StoryTurn[]
  points: TurningPoint[]
}

/** A turn when it had ended; figures that the title's chronicle does not keep are missing. */
export interface StoryTurn {
  turn: number
  date: string
  ply: number
  front: number | null
  points: Record<string, number>
  losses: Record<string, number>
  cities: Record<string, number>
}

/** One path of a symbol: filled, or drawn with a pen of that width. */
export interface Stroke {
  d: string
  fill: boolean
  width: number
}

/** A game as lists, tiles and the banner show it. */
export interface Summary {
  id: string
  name: string
  title: string
  title_label: string
  scenario: string
  scenario_label: string
  edition: string
  options: Record<string, boolean | number | string>
  mode: 'hotseat' | 'replay' | 'solo' | 'study' | 'watch'
  seats: Record<string, Chair>
  open: boolean
  seconds: number
  ply: number
  rev: number
  turn: number
  last_turn: number
  date: string
  phase: string
  phase_label: string
  to_move: string | null
  over: boolean
  result: Result | null
  created: string
  updated: string
  deleted: string | null
  parent: Parent | null
  commitment: string
  shared: boolean
}

/** The supply of a side: sources, supplied places, pieces that would be out of supply. */
export interface Supply {
  sources: string[]
  supplied: string[]
  pieces_out: number[]
}

/** The whole file. */
export interface Symbols {
  note: string
  viewBox: [number, number, number, number]
  frame: string
  types: Record<string, Stroke[]>
  sizes: Record<string, string>
}

/** Ask to take back to ply `to`, take the question back, or answer the other side's. `rev` is the revision that was seen; the question is void as soon as the game goes on. */
export interface TakeBack {
  seat: string
  do: 'accept' | 'ask' | 'decline' | 'withdraw'
  to?: number
  rev?: number
}

/** What two agree on besides the game itself, fixed when it begins. `days` is the time for each turn, 0 without a clock; `holidays`: it stops on them. `public`: others may watch what both sides know. */
export interface Terms {
  days?: number
  holidays?: boolean
  rated?: boolean
  public?: boolean
}

/** A computer at work. */
export interface Thinking {
  side: string
  player: string
  limit: number
  elapsed: number
  progress: number
  text: string
}

export interface ThinkingMessage {
  type: 'thinking'
  thinking: Thinking | null
}

export interface Timeline {
  plies: number
  turns: TurnSpan[]
  phases: PhaseSpan[]
  battles: Battle[]
}

/** What the new-game dialog needs to know of a title. */
export interface TitleInfo {
  name: string
  label: string
  help: string
  sides: SideInfo[]
  editions: string[]
  scenarios: Scenario[]
  options: Option[]
  players: PlayerInfo[]
  credits: Credit[]
}

export interface TokenInfo {
  id: string
  name: string
  scopes: ('play' | 'read')[]
  created: string
  used: string | null
}

/** A new token; `token` itself is shown this once. */
export interface TokenMade {
  info: TokenInfo
  token: string
}

/** A figure in the banner or at the side: VPs, supports, targets left, logistics value. */
export interface Track {
  id: string
  label: string
  value: string
  side?: string
  help?: string
  first?: number
  last?: number
  at?: number
  spaces?: Record<number, string>
}

/** A computer's action could not be stored or played; it is tried again. */
export interface TroubleMessage {
  type: 'trouble'
  text: string
}

export interface TurnSpan {
  turn: number
  date: string
  from: number
  to: number
}

/** Something that turned the game, and the ply after which it can be looked at. */
export interface TurningPoint {
  ply: number
  turn: number
  side: string
  text: string
}

/** One way to take back: to which ply, how many that undoes, and why no further if it falls short of its name. */
export interface Undo {
  what: string
  to: number
  plies: number
  label?: string
  short?: boolean
  why?: string
}

export interface UndoRequest {
  op: 'undo'
  to: number
  rev: number
  id: number
}

export interface UndoTo {
  seat: string
  rev: number
  to: number
}

/** What has changed since `from`; log entries after `keep` are replaced by `log`. */
export interface UpdateMessage {
  type: 'update'
  ply: number
  rev: number
  undo: Undo[]
  undo_why: string
  thinking: Thinking | null
  why: Reason | null
  away: number
  seed: string | null
  from: number
  keep: number
  patch: Patch
  log: LogEntry[]
}

/** All that a seat sees; `past` when it is an earlier position. */
export interface ViewMessage {
  type: 'view'
  ply: number
  rev: number
  undo: Undo[]
  undo_why: string
  thinking: Thinking | null
  why: Reason | null
  away: number
  seed: string | null
  game: string
  seat: string
  view: SeatView
  log: LogEntry[]
  past: boolean
  notice: string
  stuck: string
}

/** The full view again. */
export interface ViewRequest {
  op: 'view'
  id: number
}

/** `off` says why nothing is sent there any more; empty while it is. */
export interface WebhookInfo {
  id: string
  url: string
  created: string
  failures: number
  off: string
}

/** A new webhook; its secret, with which each message is signed, is shown this once. */
export interface WebhookMade {
  info: WebhookInfo
  secret: string
}

/** Whether something is possible; if not, why, and by which rule. */
export interface WhyNot {
  possible: boolean
  text: string
  rule: string
}

export type Question = AskOdds | AskSupply | AskReach | AskWhyNot

export type Request = DoRequest | UndoRequest | ChoicesRequest | AskRequest | SitRequest | ViewRequest | NowRequest | PingRequest

export type Reply = DoneReply | ChoicesReply | AnswerReply | HurriedReply | RefusedReply

export type Push = ViewMessage | UpdateMessage | ThinkingMessage | GameMessage | MatchMessage | TroubleMessage

/** The answer to each question. */
export interface Answers {
  odds: Odds
  supply: Supply
  reach: Reach
  why_not: WhyNot
}

/** The reply to each request that is not refused. */
export interface Replies {
  do: DoneReply
  undo: DoneReply
  choices: ChoicesReply
  ask: AnswerReply
  sit: DoneReply
  view: DoneReply
  now: HurriedReply
  ping: DoneReply
}
