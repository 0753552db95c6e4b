import type { WebSocket } from 'ws'
import { sendBytes, type EventFrame } from './event-frame.ts'

/** Number of events stored for a client that reconnects, and the time after its cut. */
const BUFFERED_EVENTS = 128
export const RESUMABLE_MS = 60_000
/** Bytes waiting in a socket above which events of the moment are dropped, and above which it is closed. */
const LAGGING_BYTES = 256 * 1024
const STUCK_BYTES = 4 * 1024 * 1024

/** Connection of one client: its events in order, and what it needs to go on after a cut. */
export class ChatConnection {
  readonly id: string
  readonly userId: string
  sessionId: string
  /** Socket of the moment; null after a cut, until the client is back or the connection is forgotten. */
  socket: WebSocket | null
  /** Time of the cut, epoch ms. */
  cutAt = 0
  authenticatedAt: number
  #next = 0
  #sent: { seq: number; frame: EventFrame }[] = []

  constructor(of: { id: string; userId: string; sessionId: string; socket: WebSocket; now: number }) {
    this.id = of.id
    this.userId = of.userId
    this.sessionId = of.sessionId
    this.socket = of.socket
    this.authenticatedAt = of.now
  }

  /** Sends an event under the next number; one of the moment is dropped while the client lags. */
  send(frame: EventFrame, isFleeting: boolean): void {
    const { socket } = this
    if (isFleeting && (socket === null || socket.bufferedAmount > LAGGING_BYTES)) return
    const seq = this.#next++
    this.#sent.push({ seq, frame })
    if (this.#sent.length > BUFFERED_EVENTS * 2) this.#sent = this.#sent.slice(-BUFFERED_EVENTS)
    if (socket === null) return
    // A client that takes nothing is cut off; it goes on from here when it is back.
    if (socket.bufferedAmount > STUCK_BYTES) return socket.terminate()
    sendBytes(socket, frame.bytesFor(seq))
  }

  /** Answers a request of the client; answers have no number. */
  reply(answer: object): void {
    const { socket } = this
    if (socket === null) return
    if (socket.bufferedAmount > STUCK_BYTES) return socket.terminate()
    socket.send(JSON.stringify(answer))
  }

  /** Continues on a new socket after event `expected` - 1; returns false when events are missing by now. */
  resume(socket: WebSocket, expected: number): boolean {
    const stored = this.#sent.slice(-BUFFERED_EVENTS)
    const first = stored[0]?.seq ?? this.#next
    if (!Number.isSafeInteger(expected) || expected > this.#next || expected < first) return false
    this.socket?.terminate()
    this.socket = socket
    this.cutAt = 0
    for (const { seq, frame } of stored) if (seq >= expected) sendBytes(socket, frame.bytesFor(seq))
    return true
  }
}
