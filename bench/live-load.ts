/** The operators of live.ts, in a process of their own: each watches its view, decodes and acknowledges every frame. */
import { AIS_DELTA, WATCH_PICTURE } from '../contract/src/socket.ts'
import { decodeFrame, type LiveFrame } from '../contract/src/wire/live-frame.ts'
import { io, type Socket } from 'socket.io-client'
import type { View } from './live-fleet.ts'

export type LoadOrder =
  | { what: 'connect'; base: string; tokens: string[]; views: View[] }
  | { what: 'begin' }
  | { what: 'end' }
export type ViewLoad = { kind: string; clients: number; frames: number; changed: number; bytes: number }
export type LoadReport = {
  /** Milliseconds from the writing of a sentence to the arrival of the frame with its fix. */
  latencies: number[]
  views: ViewLoad[]
  named: number
  namedBytes: number
  removed: number
  /** All that came over the sockets: frames, their envelopes, the status once a second. */
  wireBytes: number
  lost: number
}

const MOST_SAMPLES = 2_000_000
const latencies = new Float32Array(MOST_SAMPLES)
const namedBytesOf = (frame: LiveFrame) =>
  frame.named.reduce((sum, { name }) => sum + 13 + Buffer.byteLength(name), 0)

class Client {
  readonly view: View
  readonly socket: Socket
  #seq = -1
  readonly #observedAt = new Map<number, number>()

  constructor(base: string, token: string, view: View) {
    this.view = view
    this.socket = io(base, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    this.socket.on(AIS_DELTA, (bytes: Uint8Array, done: () => void) => {
      this.#take(bytes, Date.now())
      done()
    })
  }
  /** Resolves with the first frame. */
  watch(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.on('connect', () => this.socket.emit(WATCH_PICTURE, { bbox: this.view.bbox, zoom: 6 }))
      this.socket.on('connect_error', reject)
      this.socket.once(AIS_DELTA, () => resolve())
    })
  }
  get bytesRead(): number {
    const { transport } = this.socket.io.engine as unknown as {
      transport: { ws: { _socket: { bytesRead: number } } }
    }
    return transport.ws._socket.bytesRead
  }

  #take(bytes: Uint8Array, now: number) {
    const frame = decodeFrame(new Uint8Array(bytes))
    if (frame.seq !== ++this.#seq) totals.lost++
    const { changed } = frame
    const counted = perView.get(this.view.kind)!
    if (isCounting) {
      counted.frames++
      counted.changed += changed.count
      counted.bytes += bytes.length
      totals.named += frame.named.length
      totals.namedBytes += namedBytesOf(frame)
      totals.removed += frame.removed.length
    }
    for (let i = 0; i < changed.count; i++) {
      const before = this.#observedAt.get(changed.id[i]!)
      const observedAt = changed.observedAt[i]!
      this.#observedAt.set(changed.id[i]!, observedAt)
      // A row may be sent again because a name changed; only a newer fix shows the delay.
      if (!isCounting || before === undefined || observedAt <= before) continue
      if (samples < MOST_SAMPLES) latencies[samples++] = now - observedAt
    }
  }
}

let isCounting = false
let samples = 0
const totals = { named: 0, namedBytes: 0, removed: 0, lost: 0 }
const perView = new Map<string, ViewLoad>()
const clients: Client[] = []
let bytesBefore = 0
const bytesRead = () => clients.reduce((sum, client) => sum + client.bytesRead, 0)

async function connect({ base, tokens, views }: Extract<LoadOrder, { what: 'connect' }>) {
  for (const [n, view] of views.entries()) {
    const kind = perView.get(view.kind) ?? { kind: view.kind, clients: 0, frames: 0, changed: 0, bytes: 0 }
    kind.clients++
    perView.set(view.kind, kind)
    const client = new Client(base, tokens[n % tokens.length]!, view)
    clients.push(client)
    await client.watch()
  }
}

process.on('message', (order: LoadOrder) => {
  if (order.what === 'connect')
    connect(order).then(
      () => process.send?.({ connected: clients.length }),
      (error: Error) => process.send?.({ failed: error.message }),
    )
  else if (order.what === 'begin') {
    bytesBefore = bytesRead()
    isCounting = true
  } else {
    isCounting = false
    const report: LoadReport = {
      latencies: Array.from(latencies.subarray(0, samples).sort()),
      views: [...perView.values()],
      ...totals,
      wireBytes: bytesRead() - bytesBefore,
    }
    process.send?.(report, () => process.exit(0))
  }
})
