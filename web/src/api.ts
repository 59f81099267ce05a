/** HTTP requests to the server. The socket of a game under way is in live.ts. */
import type {
  About,
  BoardPack,
  Branch,
  ChangeGame,
  DiceReport,
  Duplicate,
  Feedback,
  Frames,
  GiveOrders,
  LogPage,
  NewGame,
  Problem,
  Reported,
  Since,
  StandingOrders,
  Story,
  Summary,
  Symbols,
  Timeline,
  TitleInfo,
  ViewMessage,
} from './model/contract.gen'

/** A refusal by the server, in words for the person who asked. */
export class Refused extends Error {
  constructor(
    readonly fault: Problem,
    readonly status: number,
  ) {
    super(fault.text)
  }
}

/** Called when the server says that one is no longer signed in. */
export const signedOut: { tell: () => void } = { tell: () => undefined }

export async function request<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const text = typeof body === 'string'
  const headers = body === undefined ? undefined : { 'content-type': text ? 'text/plain' : 'application/json' }
  let response: Response
  try {
    response = await fetch(`api/${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : text ? (body as string) : JSON.stringify(body),
    })
  } catch {
    throw new Refused({ code: 'offline', text: 'The server does not answer. Is it still running?' }, 0)
  }
  if (response.status === 204) return undefined as T
  const data = await response.json().catch(() => null)
  if (!response.ok) {
    if (data?.error?.code === 'sign-in') signedOut.tell()
    throw new Refused(
      data?.error ?? { code: 'defect', text: `The server answered ${response.status}.` },
      response.status,
    )
  }
  return data as T
}

const once = new Map<string, Promise<unknown>>()

/** Boards and symbols never change while the page is open. */
function cached<T>(path: string): Promise<T> {
  if (!once.has(path)) {
    const promise = request<T>(path)
    promise.catch(() => once.delete(path))
    once.set(path, promise)
  }
  return once.get(path) as Promise<T>
}

const q = encodeURIComponent

export const api = {
  about: () => cached<About>('about'),
  titles: () => cached<TitleInfo[]>('titles'),
  board: (title: string) => cached<BoardPack>(`titles/${q(title)}/board`),
  symbols: () => cached<Symbols>('symbols.json'),
  mapUrl: (title: string, theme: string) => `api/titles/${q(title)}/map.svg?theme=${theme}`,
  games: (trash = false) => request<Summary[]>(`games${trash ? '?trash=true' : ''}`),
  game: (id: string) => request<Summary>(`games/${q(id)}`),
  create: (game: NewGame) => request<Summary>('games', 'POST', game),
  importRecord: (text: string, name: string, play: boolean) =>
    request<Summary>(`games/import?name=${q(name)}${play ? '&play=true' : ''}`, 'POST', text),
  change: (id: string, what: ChangeGame) => request<Summary>(`games/${q(id)}`, 'PATCH', what),
  duplicate: (id: string, name: string) =>
    request<Summary>(`games/${q(id)}/duplicate`, 'POST', { name } satisfies Duplicate),
  branch: (id: string, what: Branch) => request<Summary>(`games/${q(id)}/branch`, 'POST', what),
  remove: (id: string) => request<Summary>(`games/${q(id)}`, 'DELETE'),
  restore: (id: string) => request<Summary>(`games/${q(id)}/restore`, 'POST'),
  view: (id: string, seat: string) => request<ViewMessage>(`games/${q(id)}/view?seat=${q(seat)}`),
  exportUrl: (id: string) => `api/games/${q(id)}/export`,
  frames: (id: string, seat: string, from: number, count: number) =>
    request<Frames>(`games/${q(id)}/frames?seat=${q(seat)}&from=${from}&count=${count}`),
  timeline: (id: string, seat: string) => request<Timeline>(`games/${q(id)}/timeline?seat=${q(seat)}`),
  story: (id: string) => request<Story>(`games/${q(id)}/story`),
  log: (id: string, seat: string, from: number, count: number) =>
    request<LogPage>(`games/${q(id)}/log?seat=${q(seat)}&from=${from}&count=${count}`),
  since: (id: string, seat: string) => request<Since>(`games/${q(id)}/since?seat=${q(seat)}`),
  report: (id: string, seat: string, said: Feedback) =>
    request<Reported>(`games/${q(id)}/report?seat=${q(seat)}`, 'POST', said),
  filmUrl: (id: string, film: { from: number; to: number; seat: string }) =>
    `api/games/${q(id)}/film.webp?seat=${q(film.seat)}&from=${film.from}&to=${film.to}`,
  orders: (id: string, seat: string) => request<StandingOrders>(`games/${q(id)}/orders?seat=${q(seat)}`),
  giveOrders: (id: string, given: GiveOrders) => request<StandingOrders>(`games/${q(id)}/orders`, 'PUT', given),
  dice: (id: string) => request<DiceReport>(`games/${q(id)}/dice`),
}
