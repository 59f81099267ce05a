/** Requests of a server with accounts: docs/online-api.md. */
import { request } from '../api'
import type {
  Account,
  AnswerReport,
  ChangeAccount,
  ChangeEmail,
  ChangePassword,
  Chat,
  ChatLine,
  Claim,
  Close,
  Confirm,
  Deed,
  Device,
  Draw,
  HandOver,
  LogIn,
  Match,
  Member,
  MyGame,
  NewOffer,
  NewPush,
  NewToken,
  NextGame,
  NoteText,
  Offer,
  PersonInfo,
  Profile,
  Pushes,
  PushInfo,
  Report,
  ReportLine,
  Reset,
  SeatLine,
  Sent,
  Summary,
  TakeBack,
  TokenInfo,
  TokenMade,
  WebhookInfo,
  WebhookMade,
} from '../model/contract.gen'

const q = encodeURIComponent
const at = (id: string, what: string): string => `games/${q(id)}/${what}`

/** One's own account. */
export const account = {
  signUp: (email: string) => request<Sent>('account/sign-up', 'POST', { email }),
  confirm: (body: Confirm) => request<Account>('account/confirm', 'POST', body),
  logIn: (body: LogIn) => request<Account>('account/log-in', 'POST', body),
  logOut: () => request<void>('account/log-out', 'POST'),
  askReset: (email: string) => request<Sent>('account/reset', 'POST', { email }),
  reset: (body: Reset) => request<Account>('account/reset/confirm', 'POST', body),
  get: () => request<Account>('account'),
  change: (body: ChangeAccount) => request<Account>('account', 'PATCH', body),
  password: (body: ChangePassword) => request<Account>('account/password', 'POST', body),
  email: (body: ChangeEmail) => request<Sent>('account/email', 'POST', body),
  confirmEmail: (token: string) => request<Account>('account/email/confirm', 'POST', { token }),
  exportUrl: 'api/account/export',
  remove: (password: string) => request<void>('account/delete', 'POST', { password }),
  devices: () => request<Device[]>('account/devices'),
  signOut: (key: string) => request<void>(`account/devices/${q(key)}`, 'DELETE'),
  tokens: () => request<TokenInfo[]>('account/tokens'),
  newToken: (body: NewToken) => request<TokenMade>('account/tokens', 'POST', body),
  revoke: (key: string) => request<void>(`account/tokens/${q(key)}`, 'DELETE'),
  blocks: () => request<string[]>('account/blocks'),
  block: (name: string) => request<void>(`account/blocks/${q(name)}`, 'PUT'),
  unblock: (name: string) => request<void>(`account/blocks/${q(name)}`, 'DELETE'),
}

/** Where else one gets notices: webhooks and browsers that take pushes. */
export const told = {
  webhooks: () => request<WebhookInfo[]>('account/webhooks'),
  addWebhook: (url: string) => request<WebhookMade>('account/webhooks', 'POST', { url }),
  removeWebhook: (key: string) => request<void>(`account/webhooks/${q(key)}`, 'DELETE'),
  pushes: () => request<Pushes>('account/push'),
  addPush: (body: NewPush) => request<PushInfo>('account/push', 'POST', body),
  removePush: (key: string) => request<void>(`account/push/${q(key)}`, 'DELETE'),
}

export const people = {
  search: (words: string) => request<PersonInfo[]>(`people?search=${q(words)}`),
  profile: (name: string) => request<Profile>(`people/${q(name)}`),
  report: (name: string, body: Report) => request<void>(`people/${q(name)}/report`, 'POST', body),
}

export const lobby = {
  offers: () => request<Offer[]>('lobby/offers'),
  offer: (key: string) => request<Offer>(`lobby/offers/${q(key)}`),
  make: (body: NewOffer) => request<Offer>('lobby/offers', 'POST', body),
  join: (key: string) => request<Summary>(`lobby/offers/${q(key)}/join`, 'POST'),
  withdraw: (key: string) => request<void>(`lobby/offers/${q(key)}`, 'DELETE'),
  games: (over = false) => request<MyGame[]>(`lobby/games${over ? '?over=true' : ''}`),
  watch: () => request<Summary[]>('lobby/watch'),
  next: (after: string) => request<NextGame>(`lobby/next?after=${q(after)}`),
}

/** A game between people. */
export const match = {
  get: (id: string) => request<Match>(at(id, 'match')),
  resign: (id: string, seat: string) => request<Match>(at(id, 'resign'), 'POST', { seat }),
  draw: (id: string, body: Draw) => request<Match>(at(id, 'draw'), 'POST', body),
  takeBack: (id: string, body: TakeBack) => request<Match>(at(id, 'take-back'), 'POST', body),
  claim: (id: string, body: Claim) => request<Match>(at(id, 'claim'), 'POST', body),
  remind: (id: string) => request<Match>(at(id, 'remind'), 'POST'),
  chat: (id: string, after: number) => request<Chat>(at(id, `chat?after=${after}`)),
  say: (id: string, text: string) => request<ChatLine>(at(id, 'chat'), 'POST', { text }),
  notes: (id: string) => request<NoteText>(at(id, 'notes')),
  note: (id: string, text: string) => request<NoteText>(at(id, 'notes'), 'PUT', { text }),
}

export const admin = {
  reports: () => request<ReportLine[]>('admin/reports'),
  answer: (number: number, body: AnswerReport) => request<void>(`admin/reports/${number}`, 'POST', body),
  people: (words: string) => request<Member[]>(`admin/people?search=${q(words)}`),
  seats: (name: string) => request<SeatLine[]>(`admin/people/${q(name)}/seats`),
  close: (name: string, body: Close) => request<void>(`admin/people/${q(name)}/close`, 'POST', body),
  seat: (game: string, body: HandOver) => request<Summary>(`admin/games/${q(game)}/seat`, 'POST', body),
  log: () => request<Deed[]>('admin/log'),
}
