/** The socket of one game: requests with numbered replies, pushes in order, and coming back after a break. */
import { signal } from '@preact/signals'
import { Refused } from './api'
import type { Reply, ServerMessage } from './model/wire'

type Push = Exclude<ServerMessage, Reply>

interface Waiting {
  resolve: (reply: Reply) => void
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
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => this.lost(event)
  }

  private take(message: ServerMessage): void {
    if (message.type !== 'reply') {
      this.hear(message)
      return
    }
    const waiting = this.asked.get(message.id)
    this.asked.delete(message.id)
    if (message.ok) waiting?.resolve(message)
    else waiting?.reject(new Refused(message.error ?? { code: 'defect', text: 'Refused.' }, 409))
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
  send(op: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(BROKEN)
    this.number += 1
    const id = this.number
    this.socket.send(JSON.stringify({ id, op, ...fields }))
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject })
      this.waiting.value = this.asked.size
    })
  }

  /** Sit down on another seat: the server sends that seat's view. */
  sit(seat: string): Promise<Reply> {
    this.seat = seat
    return this.send('sit', { seat })
  }

  close(): void {
    this.closed = true
    this.socket?.close()
  }
}
