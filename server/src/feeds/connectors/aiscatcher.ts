import http from 'node:http'
import { gunzipSync, inflateSync } from 'node:zlib'
import { hostAndPort, type ConnectorFactory, type FeedEnd, type Line } from '../connector.ts'
import { jsonToLines } from '../json-lines.ts'
import { Retry } from '../retry.ts'
import { LineBySender, udpListener } from './udp.ts'

const MAX_BODY = 16 * 1024 * 1024

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

/** Posts of `AIS-catcher -H http://…`: JSON, JSON by line, the APRS form or NMEA, gzip or plain. */
export const aiscatcherHttp: ConnectorFactory = (feed, end) => {
  const at = hostAndPort(feed.address, '0.0.0.0')
  const retry = new Retry()
  const lines = new LineBySender(end)
  let server: http.Server | undefined
  let stopped = false

  async function receive(request: http.IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405
    if (feed.secret !== null && request.headers.authorization !== `Bearer ${feed.secret}`) return 401
    if (!end.accepting()) {
      end.overflow(1)
      return 503
    }
    const body = await readBody(request)
    if (body === null) {
      end.malformed('a post is larger than 16 MB; shorten the interval of the sender')
      return 413
    }
    const text = body.toString('utf8')
    const line = lines.of(request.socket.remoteAddress ?? '')
    const form = request.headers['content-type']?.includes('x-www-form-urlencoded') === true
    if (form) readJson(new URLSearchParams(text).get('jsonais') ?? '', line, end)
    else if (/^\s*[{[]/.test(text)) readJson(text, line, end)
    else line.bytes(Buffer.from(`${text}\n`))
    return 200
  }

  function listen() {
    if (stopped) return
    server = http.createServer((request, response) => {
      receive(request).then(
        (status) => response.writeHead(status).end(),
        () => {
          end.malformed('a post could not be read; check its compression')
          response.writeHead(400).end()
        },
      )
    })
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
      lines.close()
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()))
      end.closed(null)
    },
    pause: () => undefined,
    resume: () => undefined,
  }
}

/** The body, unpacked; null when it is too large. */
async function readBody(request: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MAX_BODY) return null
    chunks.push(chunk as Buffer)
  }
  const body = Buffer.concat(chunks)
  const limit = { maxOutputLength: MAX_BODY }
  if (request.headers['content-encoding'] === 'gzip') return gunzipSync(body, limit)
  if (request.headers['content-encoding'] === 'deflate') return inflateSync(body, limit)
  return body
}
