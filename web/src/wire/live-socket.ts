import { AIS_DELTA, REGISTER, WATCH_PICTURE, type WatchPicture } from '@samudra/contract/socket'
import type { Socket } from 'socket.io-client'
import type { Position } from './position.ts'
import type { FromPicture, FromWire, ToPicture, Who } from './wire-words.ts'

/** The library connects again what broke off, so many times; not what the server refused or ended. */
const AGAIN_MS = { refused: 5000, ended: 1000 }

/** One socket for everything that is pushed: frames go on to the picture's worker, words to the page. */
export class LiveSocket {
  readonly #socket: Socket
  #picture: MessagePort | null = null
  /** Acknowledgements of frames that the picture's worker has received and not confirmed. The server stops at two. */
  #thanks: (() => void)[] = []
  #isClosed = false

  /**
   * Takes in `watched` what the page watches beside the picture, by wish; it is sent again on every new connection.
   * `position` records the last push the page received.
   */
  constructor(
    socket: Socket,
    who: Who,
    watched: ReadonlyMap<string, unknown>,
    post: (message: FromWire) => void,
    position: Pick<Position, 'heard'>,
  ) {
    this.#socket = socket
    let failures = 0
    socket.on('connect', () => {
      post({ say: 'link', link: 'live' })
      this.#thanks = []
      this.#notify({ say: 'connected' })
      failures = 0
      socket.emit(REGISTER, who)
      for (const [wish, view] of watched) socket.emit(wish, view)
    })
    socket.on('disconnect', (why) => {
      post({ say: 'link', link: 'lost' })
      if (why === 'io server disconnect') setTimeout(() => this.again(), AGAIN_MS.ended)
    })
    socket.on('connect_error', (error) => {
      if (error.message === 'UNAUTHORIZED') post({ say: 'unauthorised' })
      post({ say: 'link', link: 'lost', failures: ++failures })
      if (!socket.active) setTimeout(() => this.again(), AGAIN_MS.refused)
    })
    socket.io.on('reconnect_failed', () => {
      setTimeout(() => !this.#isClosed && socket.connect(), AGAIN_MS.refused)
    })
    socket.on(AIS_DELTA, (frame: ArrayBuffer, applied?: () => void) => {
      post({ say: 'heard' })
      if (this.#picture === null) return applied?.()
      if (applied !== undefined) this.#thanks.push(applied)
      const bytes = new Uint8Array(frame)
      this.#picture.postMessage({ say: 'frame', bytes } satisfies ToPicture, [bytes.buffer])
    })
    socket.onAny((wire: string, payload: unknown, beside: unknown) => {
      if (wire === AIS_DELTA) return
      post({ say: 'push', wire, payload })
      if (typeof beside === 'function') beside()
      else position.heard(wire, payload, beside)
    })
  }

  /** The picture's worker speaks through a port of its own; a new one takes the place of the old, none ends it. */
  show(port: MessagePort | null) {
    this.#picture?.close()
    this.#picture = port
    // The worker that had them is gone and thanks for nothing.
    for (const applied of this.#thanks.splice(0)) applied()
    if (port === null) return this.#watch(null)
    port.addEventListener('message', ({ data }: MessageEvent<FromPicture>) => {
      if (port !== this.#picture) return
      if (data.say === 'applied') this.#thanks.shift()?.()
      else this.#watch(data.view)
    })
    port.start()
    if (this.#socket.connected) this.#notify({ say: 'connected' })
  }

  /** Sends what the page watches beside the picture. */
  watch(wish: string, view: unknown) {
    if (this.#socket.connected) this.#socket.emit(wish, view)
  }

  /** Sends a message once; one of a lost connection goes when it is back. */
  emit(wire: string, payload: unknown) {
    this.#socket.emit(wire, payload)
  }

  /** Opens the connection again, with a new token after a rejection. A connection being opened is not opened twice. */
  again() {
    if (!this.#isClosed && !this.#socket.active) this.#socket.connect()
  }
  close() {
    this.#isClosed = true
    this.#socket.close()
    this.#picture?.close()
  }
  #watch(view: WatchPicture | null) {
    if (this.#socket.connected) this.#socket.emit(WATCH_PICTURE, view)
  }
  #notify(message: ToPicture) {
    this.#picture?.postMessage(message)
  }
}
