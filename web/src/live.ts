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
}

const BROKEN = new Refused({ code: 'offline', text: 'The connection broke. Trying again.' }, 0)

export class Live {
  private socket: WebSocket | null = null
  private readonly asked = new Map<number, Waiting>()
  /** How many answers are awaited. */
  readonly waiting = signal(0)
  private number = 0
  private closed = false
  private tries = 0

  constructor(
    private readonly game: string,
    private seat: string,
    private readonly hear: (message: Push) => void,
    private readonly onState: (state: 'open' | 'lost' | 'refused', text: string) => void,
  ) {
    this.connect()
  }

  private connect(): void {
    const base = new URL(`api/games/${encodeURIComponent(this.game)}/live`, document.baseURI)
    base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
    base.searchParams.set('seat', this.seat)
    const socket = new WebSocket(base)
    this.socket = socket
    socket.onopen = () => {
      this.tries = 0
      this.onState('open', '')
    }
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as Push | Reply)
    socket.onclose = (event) => this.lost(event)
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
    this.waiting.value = this.asked.size
  }

  private lost(event: CloseEvent): void {
    for (const { reject } of this.asked.values()) reject(BROKEN)
    this.asked.clear()
    this.waiting.value = 0
    if (this.closed) return
    if (event.code === 4404 || event.code === 4403) {
      this.onState('refused', event.code === 4404 ? 'There is no such game.' : 'That seat is not yours.')
      return
    }
    this.onState('lost', 'The connection to the server is lost; trying again.')
    this.tries += 1
    setTimeout(() => this.closed || this.connect(), Math.min(8000, 300 * 2 ** this.tries))
  }

  /** Ask something; the promise fails with Refused when the server refuses. */
  send<O extends Op>(request: Asked<O> & { op: O }): Promise<Replies[O]> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(BROKEN)
    this.number += 1
    const id = this.number
    this.socket.send(JSON.stringify({ id, ...request }))
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve: resolve as Waiting['resolve'], reject })
      this.waiting.value = this.asked.size
    })
  }

  /** Sit down on another seat: the server sends that seat's view. */
  async sit(seat: string): Promise<void> {
    this.seat = seat
    await this.send({ op: 'sit', seat })
  }

  close(): void {
    this.closed = true
    this.socket?.close()
  }
}
