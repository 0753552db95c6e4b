import {
  AIS_DELTA,
  pictureStatus,
  REGISTER,
  sessionRevoked,
  WATCH_PICTURE,
  type WatchPicture,
} from '@samudra/contract/live'
import { io, type Socket } from 'socket.io-client'
import { Keeper, type Post } from './keeper.ts'
import type { FromWorker, ToWorker } from './worker-words.ts'

/** The parts of the worker's global scope this file uses; the page's types do not know it. */
type Scope = {
  postMessage: (message: FromWorker, options: { transfer: Transferable[] }) => void
  addEventListener: (type: 'message', hear: (event: MessageEvent<ToWorker>) => void) => void
}
const scope = self as unknown as Scope
const post: Post = (message, transfer = []) => scope.postMessage(message, { transfer })

let socket: Socket | null = null
let watched: WatchPicture | null = null

const keeper = new Keeper(post, () => watch(true))

function watch(resync: boolean) {
  if (socket?.connected !== true || watched === null) return
  socket.emit(WATCH_PICTURE, resync ? { ...watched, resync } : watched)
}

function start({ token, who }: Extract<ToWorker, { say: 'start' }>) {
  const made = io({
    auth: { token },
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    reconnectionAttempts: 99,
    transports: ['websocket'],
  })
  socket = made
  made.on('connect', () => {
    post({ say: 'link', link: 'live' })
    keeper.expectSnapshot()
    made.emit(REGISTER, who)
    watch(false)
  })
  made.on('disconnect', () => post({ say: 'link', link: 'lost' }))
  made.on('connect_error', (error) => {
    if (error.message === 'UNAUTHORIZED') post({ say: 'revoked' })
    else post({ say: 'link', link: 'lost' })
  })
  made.on(AIS_DELTA, (frame: ArrayBuffer | Uint8Array, applied?: () => void) => {
    keeper.take(frame instanceof Uint8Array ? frame : new Uint8Array(frame))
    applied?.()
  })
  made.on(pictureStatus.wire, (raw: unknown) => {
    const reading = pictureStatus.payload(raw)
    if (!reading.ok) return
    keeper.offsetMs = offsetFrom(Date.parse(reading.value.at))
    post({ say: 'status', status: reading.value, offsetMs: keeper.offsetMs })
  })
  made.on(sessionRevoked.wire, () => post({ say: 'revoked' }))
}

/** Clocks this close are one: the difference is the way of the message. */
const SAME_MS = 1000
const offsets: number[] = []

/** The smallest recent difference is the one least delayed on the way. */
function offsetFrom(serverMs: number): number {
  offsets.push(serverMs - Date.now())
  if (offsets.length > 30) offsets.shift()
  const best = Math.max(...offsets)
  return Math.abs(best) < SAME_MS ? 0 : best
}

scope.addEventListener('message', ({ data }) => {
  if (data.say === 'start') start(data)
  else {
    watched = { bbox: data.bbox, zoom: data.zoom }
    watch(false)
  }
})
