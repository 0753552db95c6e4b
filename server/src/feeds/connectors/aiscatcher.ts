import http from 'node:http'
import { gunzipSync, inflateSync } from 'node:zlib'
import {
  hostAndPort,
  type ConnectorFactory,
  type FeedAddress,
  type FeedEnd,
  type Line,
} from '../connector.ts'
import { Held, hurryBodies } from '../../kernel/bodies.ts'
import { jsonToLines } from '../json-lines.ts'
import { Retry } from '../retry.ts'
import { allowed, plainAddress } from '../senders.ts'
import { LineBySender, udpListener } from './udp.ts'

const MAX_BODY = 16 * 1024 * 1024
/** What posts may hold at once: 64 connections of one body each would be a gigabyte. */
const MOST_HELD = { one: 32 * 1024 * 1024, all: 64 * 1024 * 1024 }
const MOST_CONNECTIONS = 64
const HEADERS_MS = 10_000
const UNPACK = new Map<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>([
  ['', (body) => body],
  ['identity', (body) => body],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
])
const packingOf = ({ headers }: http.IncomingMessage) =>
  (headers['content-encoding'] ?? '').trim().toLowerCase()

/** The JSON of a form of AIS-catcher, in either way forms are sent. */
async function formOf(body: Buffer, type: string): Promise<string> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const given = form.get('jsonais')
  return typeof given === 'string' ? given : ((await given?.text()) ?? '')
}

/** Lines of one JSON text of AIS-catcher, with its reception times and station as tag blocks. */
export function readJson(text: string, line: Line, end: FeedEnd): void {
  const found = jsonToLines(text)
  if (typeof found === 'string') end.malformed(found)
  else if (found.length > 0) line.bytes(found, Buffer.from(text))
}

/** Datagrams of `AIS-catcher -u host port JSON on`; plain NMEA datagrams are taken too. */
export const aiscatcherUdp = udpListener((datagram, line, end) => {
  const text = datagram.toString('utf8').trim()
  if (!text.startsWith('{')) return line.bytes(Buffer.from(`${text}\n`))
  for (const one of text.split('\n')) readJson(one, line, end)
})

/** What a post is answered, as a status; what it brought has gone to its sender's line by then. */
function receiver(feed: FeedAddress, end: FeedEnd, lines: LineBySender) {
  const mayCall = allowed(feed.options)
  const held = new Held(MOST_HELD)
  return async (request: http.IncomingMessage): Promise<number> => {
    const address = plainAddress(request.socket.remoteAddress)
    if (request.method !== 'POST') return 405
    if (!mayCall(address)) {
      end.malformed(`${address} is not in "allow"; what it sent was not read`)
      return 403
    }
    if (feed.secret !== null && request.headers.authorization !== `Bearer ${feed.secret}`) return 401
    if (!end.accepting()) {
      end.overflow(1)
      return 503
    }
    if (!UNPACK.has(packingOf(request))) {
      end.malformed(`a post came packed as ${packingOf(request)}; send it as gzip, deflate or plain`)
      return 415
    }
    const body = await readBody(request, held)
    if (typeof body === 'number') {
      if (body === 413) end.malformed('a post is larger than 16 MB; shorten the interval of the sender')
      else end.overflow(1)
      return body
    }
    const text = body.toString('utf8')
    const line = lines.of(address)
    const type = request.headers['content-type'] ?? ''
    if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
      readJson(await formOf(body, type), line, end)
    else if (/^\s*[{[]/.test(text)) readJson(text, line, end)
    else line.bytes(Buffer.from(`${text}\n`))
    return 200
  }
}

/** Posts of `AIS-catcher -H http://…`: JSON, JSON by line, the APRS form or NMEA, gzip or plain. */
export const aiscatcherHttp: ConnectorFactory = (feed, end) => {
  const at = hostAndPort(feed.address, '0.0.0.0')
  const retry = new Retry()
  const lines = new LineBySender(end)
  const receive = receiver(feed, end, lines)
  let letThemBe = () => {}
  let server: http.Server | undefined
  let stopped = false

  function listen() {
    if (stopped) return
    server = http.createServer({ headersTimeout: HEADERS_MS }, (request, response) => {
      receive(request).then(
        (status) => response.writeHead(status).end(),
        () => {
          end.malformed('a post could not be read; check its compression')
          response.writeHead(400).end()
        },
      )
    })
    server.maxConnections = MOST_CONNECTIONS
    letThemBe()
    letThemBe = hurryBodies(server)
    server.on('error', (error) => {
      end.closed(error.message)
      retry.later(listen)
    })
    server.listen(at, () => {
      retry.succeeded()
      end.opened()
    })
  }

  return {
    start: listen,
    stop: async () => {
      stopped = true
      retry.end()
      letThemBe()
      lines.close()
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()))
      end.closed(null)
    },
    pause: () => undefined,
    resume: () => undefined,
  }
}

/** The body, unpacked; else the status to answer: it is too large, or too much is on its way. */
async function readBody(request: http.IncomingMessage, held: Held): Promise<Buffer | 413 | 503> {
  const address = plainAddress(request.socket.remoteAddress)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const part of request) {
      const chunk = part as Buffer
      size += chunk.length
      const mayBeHeld = held.add(address, chunk.length)
      if (size > MAX_BODY) return 413
      if (!mayBeHeld) return 503
      chunks.push(chunk)
    }
  } finally {
    held.add(address, -size)
  }
  const body = Buffer.concat(chunks)
  try {
    // One after the other, so that no more than one is ever unpacked.
    return UNPACK.get(packingOf(request))!(body, { maxOutputLength: MAX_BODY })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return 413
    throw error
  }
}
