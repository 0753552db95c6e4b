import type { Duplex } from 'node:stream'
import * as library from 'ws'
import { WebSocket } from 'ws'
import type { ChatEvent } from './chat-event.ts'

/** Maximum number of sequence numbers with stored bytes during the delivery of an event. */
const MOST_STORED = 64
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
    const bytes = Buffer.concat(framed(payload))
    if (this.#bytes.size < MOST_STORED) this.#bytes.set(seq, bytes)
    return bytes
  }

  /** Drops the bytes: the event is delivered, and made again for a client that comes back. */
  release(): void {
    this.#bytes.clear()
  }
}

/** Framing of the library, which frames each message again; its result is used once for all clients. */
type Framing = { Sender: { frame(payload: Buffer, options: object): Buffer[] } }
const framed = (payload: Buffer) => (library as unknown as Framing).Sender.frame(payload, { ...TEXT })

type Sending = { _sender: { sendFrame(list: Buffer[]): void }; _socket: Duplex | null }
/** Sends the bytes of a whole frame on a socket without compression. */
export const sendBytes = (socket: WebSocket, bytes: Buffer): void => {
  if (socket.readyState === WebSocket.OPEN) (socket as unknown as Sending)._sender.sendFrame([bytes])
}

/** Holds what is sent on a socket until `writeHeld`, so that it takes one write. */
export const holdWrites = (socket: WebSocket): void => (socket as unknown as Sending)._socket?.cork()
export const writeHeld = (socket: WebSocket): void => (socket as unknown as Sending)._socket?.uncork()

/** Returns the frame of an event as one user receives it; the same for all who receive the same. */
export function frameFor(event: ChatEvent, userId: string, frames: Map<string, EventFrame>): EventFrame {
  const [isMentioned, isFollower] = [event.mentions, event.followers].map(
    (ids) => ids?.includes(userId) === true,
  )
  const own = (is: boolean | undefined) => JSON.stringify(is === true ? [userId] : undefined)
  if (isMentioned !== true && isFollower !== true) {
    const made = frames.get('') ?? frameOf(event)
    frames.set('', made)
    return made
  }
  const [mentions, followers] = [own(isMentioned), own(isFollower)]
  return frameOf({
    ...event,
    data: {
      ...event.data,
      ...(isMentioned === true && { mentions }),
      ...(isFollower === true && { followers }),
    },
  })
}

export function frameOf({ event, data, channel = '', users = [], team = '', omit }: ChatEvent): EventFrame {
  const broadcast = {
    omit_users: omit === undefined ? null : Object.fromEntries(omit.map((one) => [one, true])),
    user_id: channel === '' && users.length === 1 ? users[0] : '',
    channel_id: channel,
    team_id: team,
  }
  return new EventFrame({ event, data, broadcast })
}
