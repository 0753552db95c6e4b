import * as library from 'ws'
import { WebSocket } from 'ws'

/** Sequence numbers for which bytes are kept while an event is delivered. */
const MOST_KEPT = 64
const TEXT = { fin: true, opcode: 1, mask: false, readOnly: false, rsv1: false } as const

/** Event as JSON without its number, and its bytes by number: clients that received equally many share them. */
export class EventFrame {
  readonly #open: string
  readonly #bytes = new Map<number, Buffer>()

  constructor(event: object) {
    this.#open = JSON.stringify(event).slice(0, -1)
  }

  /** Returns the frame of the protocol with a sequence number. */
  bytesFor(seq: number): Buffer {
    const known = this.#bytes.get(seq)
    if (known !== undefined) return known
    const payload = Buffer.from(`${this.#open},"seq":${seq}}`)
    const bytes = Buffer.concat(frameOf(payload))
    if (this.#bytes.size < MOST_KEPT) this.#bytes.set(seq, bytes)
    return bytes
  }

  /** Drops the bytes: the event is delivered, and made again for a client that comes back. */
  release(): void {
    this.#bytes.clear()
  }
}

/** The library frames each message anew; its framing is used once for all clients. */
type Framing = { Sender: { frame(payload: Buffer, options: object): Buffer[] } }
const frameOf = (payload: Buffer) => (library as unknown as Framing).Sender.frame(payload, { ...TEXT })

type Sending = { _sender: { sendFrame(list: Buffer[]): void } }
/** Sends the bytes of a whole frame on a socket without compression. */
export const sendBytes = (socket: WebSocket, bytes: Buffer): void => {
  if (socket.readyState === WebSocket.OPEN) (socket as unknown as Sending)._sender.sendFrame([bytes])
}
