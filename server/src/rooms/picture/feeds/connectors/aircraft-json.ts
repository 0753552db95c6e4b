import { fetched } from '../../../../platform/kernel/http/download.ts'
import type { ConnectorFactory, Line, Site } from '../reading/connector.ts'
import { Retry } from '../reading/retry.ts'

const LARGEST = 16 * 1024 * 1024
/** Nothing of this size takes much longer than 5 ms to read; what is larger is read apart and comes in pieces. */
const SMALL = 256 * 1024
const PATIENCE_MS = 10_000
const DEFAULT_SECONDS = 1

/**
 * Fetches the `aircraft.json` of readsb, tar1090 or dump1090 every second, or at the interval `every`. A key is sent
 * as a bearer token. Each answer is one piece of the line.
 */
export const aircraftJson: ConnectorFactory = (feed, end, site) => {
  const every = Math.max(0.2, Number(feed.options['every'] ?? DEFAULT_SECONDS)) * 1000
  const headers: Record<string, string> = { accept: 'application/json' }
  if (feed.secret !== null) headers['authorization'] = `Bearer ${feed.secret}`
  const retry = new Retry()
  let line: Line | undefined
  let timer: NodeJS.Timeout | undefined
  let asking: AbortController | undefined
  let stopped = false

  async function ask(): Promise<void> {
    asking = new AbortController()
    const patience = setTimeout(() => asking?.abort(), PATIENCE_MS)
    try {
      await site.reach.check(new URL(feed.address).hostname)
      const answer = await fetch(feed.address, { headers, signal: asking.signal, redirect: 'error' })
      if (!answer.ok) throw new Error(`the server answers ${answer.status}`)
      const body = await fetched(answer, LARGEST, 'the answer is larger than 16 MB; check the address')
      if (line === undefined) {
        line = end.line()
        end.opened()
      }
      retry.succeeded()
      if (!end.accepting()) end.overflow(1)
      else for await (const piece of piecesOf(body, site, feed.address, asking.signal)) line.bytes(piece)
    } finally {
      clearTimeout(patience)
    }
  }

  function again() {
    if (stopped) return
    const began = performance.now()
    ask().then(
      () => {
        if (!stopped) timer = setTimeout(again, Math.max(0, every - (performance.now() - began)))
      },
      (error: Error) => {
        line?.close()
        line = undefined
        end.closed(stopped ? null : whyOf(error))
        if (!stopped) retry.later(again)
      },
    )
  }

  return {
    start: again,
    stop: async () => {
      stopped = true
      retry.end()
      clearTimeout(timer)
      asking?.abort()
      line?.close()
      end.closed(null)
    },
    pause: () => undefined,
    resume: () => undefined,
  }
}

const piecesOf = (body: Buffer, { readers }: Site, address: string, signal: AbortSignal) =>
  body.length <= SMALL
    ? [body]
    : readers.readParts<Uint8Array>({
        reading: 'sky',
        who: `feed ${address}`,
        options: null,
        bytes: [body],
        signal,
      })

function whyOf(error: Error): string {
  if (error.name === 'AbortError') return 'no answer within 10 s; retrying'
  return error.cause instanceof Error ? error.cause.message : error.message
}
