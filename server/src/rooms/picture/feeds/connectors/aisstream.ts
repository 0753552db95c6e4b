import WebSocket from 'ws'
import { aisstreamToLines } from '../../../../sea/aisstream-json.ts'
import type { ConnectorFactory, Line } from '../reading/connector.ts'
import { Retry } from '../reading/retry.ts'

const DEFAULT_URL = 'wss://stream.aisstream.io/v0/stream'
/** The service is known to stay open and fall silent: 30 s without a frame counts as down. */
const STALL_MS = 30_000
/** A frame is one message of some hundred bytes. */
const LARGEST_FRAME = 64 * 1024

/** aisstream.io: JSON frames over a websocket, turned back into sentences so that all feeds share one way in. */
export const aisstream: ConnectorFactory = (feed, end, site) => {
  const retry = new Retry()
  let socket: WebSocket | undefined
  let stopped = false

  function connect() {
    if (stopped) return
    let why: string | null = null
    let line: Line | undefined
    const address = feed.address === '' ? DEFAULT_URL : feed.address
    const refused = site.reach.refuses(new URL(address).hostname)
    if (refused !== null) {
      end.closed(refused)
      return retry.later(connect)
    }
    const mine = new WebSocket(address, { maxPayload: 1 << 20, lookup: site.reach.lookup })
    socket = mine
    let watchdog = setTimeout(stalled, STALL_MS)
    function stalled() {
      why = 'connected, but no data for 30 s; reconnecting'
      mine.terminate()
    }
    mine.on('open', () => {
      line = end.line()
      mine.send(JSON.stringify({ APIKey: feed.secret ?? '', BoundingBoxes: boxes(feed.options['bbox']) }))
      end.opened()
    })
    mine.on('message', (data) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(stalled, STALL_MS)
      if (!end.accepting()) return end.overflow(1)
      const frame = data as Buffer
      if (frame.length > LARGEST_FRAME) return end.malformed('a frame is larger than 64 KB')
      const found = aisstreamToLines(frame.toString('utf8'))
      if ('fault' in found) {
        end.malformed(found.fault)
        if (found.final) why = found.fault
        return
      }
      retry.succeeded()
      if (found.lines !== '') line?.bytes(Buffer.from(found.lines), frame)
    })
    mine.on('error', (error) => (why ??= error.message))
    mine.on('close', (code) => {
      clearTimeout(watchdog)
      line?.close()
      end.closed(stopped ? null : (why ?? `the service closed the connection (${code})`))
      retry.later(connect)
    })
  }

  return {
    start: connect,
    stop: async () => {
      stopped = true
      retry.end()
      socket?.terminate()
    },
    pause: () => socket?.pause(),
    resume: () => socket?.resume(),
  }
}

/** `west,south,east,north` to the service's corner pairs; the whole world when not given. */
function boxes(option: string | number | boolean | undefined) {
  const [west, south, east, north] = String(option ?? '-180,-90,180,90')
    .split(',')
    .map(Number)
  return [
    [
      [south, west],
      [north, east],
    ],
  ]
}
