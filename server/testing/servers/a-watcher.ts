import { AIS_DELTA, WATCH_PICTURE, type WatchPicture } from '@samudra/contract/socket'
import { decodeFrame, type LiveFrame, type NamedContact } from '@samudra/contract/wire/live-frame'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import { until } from './a-server.ts'

type Held = {
  lat: number
  lon: number
  sog: number
  cog: number
  heading: number
  navStatus: number
  kind: number
  shipGroup: number
  flags: number
  observedAt: number
}

/** Screen's side of the live picture: it holds the content of frames, as the browser's worker does. */
export class Watcher {
  readonly contacts = new Map<number, Held>()
  readonly names = new Map<number, NamedContact>()
  readonly frames: LiveFrame[] = []
  bytes = 0
  refused: string | null = null
  /** Called instead of acknowledging at once. */
  acknowledge: (done: () => void) => void = (done) => done()
  readonly socket: Socket
  readonly events: { name: string; payload: unknown }[] = []

  constructor(base: string, token: string) {
    this.socket = io(base, { auth: { token }, transports: ['websocket'], reconnection: false })
    this.socket.on(AIS_DELTA, (bytes: Uint8Array, done: () => void) => {
      this.bytes += bytes.length
      this.#take(decodeFrame(new Uint8Array(bytes)))
      this.acknowledge(done)
    })
    this.socket.on('connect_error', (error) => (this.refused = error.message))
    this.socket.onAny((name: string, payload: unknown) => {
      if (name !== AIS_DELTA) this.events.push({ name, payload })
    })
  }

  watch(at: WatchPicture) {
    this.socket.emit(WATCH_PICTURE, at)
  }
  close() {
    this.socket.close()
  }

  #take(frame: LiveFrame) {
    const expected = (this.frames.at(-1)?.seq ?? -1) + 1
    // A view that starts again counts from the beginning.
    if (!frame.snapshot) expect(frame.seq).toBe(expected)
    this.frames.push(frame)
    if (frame.snapshot) {
      this.contacts.clear()
      this.names.clear()
    }
    const { changed } = frame
    for (let i = 0; i < changed.count; i++)
      this.contacts.set(changed.id[i]!, {
        lat: changed.lat[i]!,
        lon: changed.lon[i]!,
        sog: changed.sog[i]!,
        cog: changed.cog[i]!,
        heading: changed.heading[i]!,
        navStatus: changed.navStatus[i]!,
        kind: changed.kind[i]!,
        shipGroup: changed.shipGroup[i]!,
        flags: changed.flags[i]!,
        observedAt: changed.observedAt[i]!,
      })
    for (const one of frame.named) this.names.set(one.id, one)
    for (const id of frame.removed) {
      this.contacts.delete(id)
      this.names.delete(id)
    }
  }
}

/** Checks the rule of every push: a screen holds after pushes what a new query returns. */
export async function expectHeldEqualsFresh(held: Watcher, base: string, token: string, at: WatchPicture) {
  await new Promise((resolve) => setTimeout(resolve, 2200))
  const fresh = new Watcher(base, token)
  fresh.socket.on('connect', () => fresh.watch({ ...at, resync: true }))
  await until(() => fresh.frames.length > 0, 'a fresh screen is served')
  await new Promise((resolve) => setTimeout(resolve, 300))
  // Frames carry the age of a fix to 0.1 s before their own tick, so two frames may differ by that.
  for (const [id, contact] of held.contacts) {
    const other = fresh.contacts.get(id)
    if (other !== undefined && Math.abs(other.observedAt - contact.observedAt) <= 100)
      other.observedAt = contact.observedAt
  }
  expect([...held.contacts].sort(byId)).toEqual([...fresh.contacts].sort(byId))
  expect([...held.names].sort(byId)).toEqual([...fresh.names].sort(byId))
  expect(held.contacts.size).toBeGreaterThan(0)
  fresh.close()
}

const byId = (a: [number, unknown], b: [number, unknown]) => a[0] - b[0]
