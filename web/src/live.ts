/** The socket of one game: requests with numbered replies, pushes in order, and coming back after a break. */
import { signal } from '@preact/signals'
import { Refused } from './api'
import type { Push, Replies, Reply, Request } from './model/contract.gen'

type Carried = Replies[keyof Replies]
type Op = Request['op']
/** A request without the number that it gets here. */
type Asked<O extends Op> = Omit<Extract<Request, { op: O }>, 'id'>

interface Waiting {
  resolve: (reply: Carried) => void
  reject: (error: Error) => void
  /** Nobody waits for it. */
  quietly: boolean
}

const BROKEN = new Refused({ code: 'offline', text: 'The connection broke. Trying again.' }, 0)

/** How often the line is tried, and how long an answer may take, before it is taken for dead. */
const BEAT = 20_000
const PATIENCE = 8_000

export class Live {
  private socket: WebSocket | null = null
  private readonly asked = new Map<number, Waiting>()
  /** How many answers are awaited. */
  readonly waiting = signal(0)
  private number = 0
  private closed = false
  private tries = 0
  private retry: ReturnType<typeof setTimeout> | null = null
  private readonly clock: ReturnType<typeof setInterval>
  private readonly wake = (): void => void (document.hidden || this.check())

  constructor(
    private readonly game: string,
    private seat: string,
    private readonly hear: (message: Push) => void,
    private readonly onState: (state: 'open' | 'lost' | 'refused', text: string) => void,
  ) {
    this.connect()
    this.clock = setInterval(() => this.check(), BEAT)
    for (const sign of ['online', 'focus', 'pageshow']) addEventListener(sign, this.wake)
    document.addEventListener('visibilitychange', this.wake)
  }

  /** Is anybody there? A laptop that slept has a socket that looks open and is dead. */
  private check(): void {
    const { socket } = this
    if (this.retry) this.again()
    if (socket?.readyState !== WebSocket.OPEN) return
    const dead = setTimeout(() => this.drop(socket), PATIENCE)
    this.send({ op: 'ping' }, true).then(
      () => clearTimeout(dead),
      () => clearTimeout(dead),
    )
  }

  /** Give a dead socket up without waiting for the network to notice. */
  private drop(socket: WebSocket): void {
    if (socket !== this.socket || this.closed) return
    socket.onclose = socket.onmessage = socket.onopen = null
    socket.close()
    this.lost(new CloseEvent('close', { code: 1006 }))
  }

  private again(): void {
    if (this.retry) clearTimeout(this.retry)
    this.retry = null
    if (!this.closed) this.connect()
  }

  private connect(): void {
    const base = new URL(`api/games/${encodeURIComponent(this.game)}/live`, document.baseURI)
    base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
    base.searchParams.set('seat', this.seat)
    const socket = new WebSocket(base)
    this.socket = socket
    const dead = setTimeout(() => this.drop(socket), PATIENCE)
    socket.onopen = () => {
      clearTimeout(dead)
      this.tries = 0
      this.onState('open', '')
    }
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as Push | Reply)
    socket.onclose = (event) => {
      clearTimeout(dead)
      this.lost(event)
    }
  }

  private take(message: Push | Reply): void {
    if (!('id' in message)) {
      this.hear(message)
      return
    }
    const waiting = this.asked.get(message.id)
    this.asked.delete(message.id)
    if (message.type === 'refused') waiting?.reject(new Refused(message.error, 409))
    else waiting?.resolve(message)
    this.count()
  }

  private count(): void {
    this.waiting.value = [...this.asked.values()].filter((one) => !one.quietly).length
  }

  private lost(event: CloseEvent): void {
    for (const { reject } of this.asked.values()) reject(BROKEN)
    this.asked.clear()
    this.waiting.value = 0
    if (this.closed) return
    if (event.code === 4404 || event.code === 4403) {
      this.onState(
        'refused',
        event.reason || (event.code === 4404 ? 'There is no such game.' : 'That seat is not yours.'),
      )
      return
    }
    this.onState('lost', 'The connection to the server is lost; trying again.')
    this.tries += 1
    this.retry = setTimeout(() => this.again(), Math.min(8000, 300 * 2 ** this.tries))
  }

  /** Ask something; the promise fails with Refused when the server refuses. */
  send<O extends Op>(request: Asked<O> & { op: O }, quietly = false): Promise<Replies[O]> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(BROKEN)
    this.number += 1
    const id = this.number
    this.socket.send(JSON.stringify({ id, ...request }))
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve: resolve as Waiting['resolve'], reject, quietly })
      this.count()
    })
  }

  /** Sit down on another seat: the server sends that seat's view. */
  async sit(seat: string): Promise<void> {
    this.seat = seat
    await this.send({ op: 'sit', seat })
  }

  close(): void {
    this.closed = true
    clearInterval(this.clock)
    if (this.retry) clearTimeout(this.retry)
    for (const sign of ['online', 'focus', 'pageshow']) removeEventListener(sign, this.wake)
    document.removeEventListener('visibilitychange', this.wake)
    this.socket?.close()
  }
}
