import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { ChatError } from '../v4/chat-error.ts'

/** Time that the other server has to begin an answer. */
const ANSWER_MS = 30_000
/** Bytes of an answer that this server reads itself. */
const READ_BYTES = 16 * 1024 * 1024

/** Address of the other chat server, and a token of an administrator there; null when users link accounts themselves. */
export type RemoteAddress = { url: string; adminToken: string | null }

export const noAnswer = () =>
  new ChatError(
    503,
    'api.context.unavailable.app_error',
    'The chat server does not answer now. Try again in a moment, or ask the administrator to check --chat-url.',
  )

/** Chat server of another vendor, called over HTTP. */
export class RemoteChat {
  readonly #url: URL

  constructor(url: string) {
    this.#url = new URL(url.replace(/\/$/, ''))
  }

  /** Address of its websocket. */
  socketUrl(search: string): string {
    const url = new URL(`${this.#url.href.replace(/\/$/, '')}/api/v4/websocket${search}`)
    url.protocol = this.#url.protocol === 'https:' ? 'wss:' : 'ws:'
    return url.href
  }

  /** Sends a call with a body as it is and returns the answer as it comes. Throws 503 when none begins in time. */
  forward(
    method: string,
    path: string,
    headers: RequestOptions['headers'],
    body: Readable | Buffer | null,
  ): Promise<IncomingMessage> {
    const send = this.#url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const call: ClientRequest = send(
        {
          method,
          protocol: this.#url.protocol,
          hostname: this.#url.hostname,
          port: this.#url.port,
          path: `${this.#url.pathname.replace(/\/$/, '')}/api/v4${path}`,
          headers,
          timeout: ANSWER_MS,
        },
        resolve,
      )
      call.on('timeout', () => call.destroy())
      call.on('error', () => reject(noAnswer()))
      if (body === null || Buffer.isBuffer(body)) return void call.end(body ?? undefined)
      // A caller who hangs up ends the call there, too.
      body.on('error', () => call.destroy()).on('close', () => body.readableEnded || call.destroy())
      body.pipe(call)
    })
  }

  /** Calls with a JSON body and returns status, headers and the JSON of the answer. */
  async call(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ): Promise<{ status: number; headers: IncomingMessage['headers']; json: unknown }> {
    const sent = body === undefined ? null : Buffer.from(JSON.stringify(body))
    const answer = await this.forward(
      method,
      path,
      {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === null ? {} : { 'content-type': 'application/json', 'content-length': sent.length }),
      },
      sent,
    )
    const parts: Buffer[] = []
    let length = 0
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length
      if (length > READ_BYTES) throw noAnswer()
      parts.push(part)
    }
    return { status: answer.statusCode ?? 502, headers: answer.headers, json: jsonIn(Buffer.concat(parts)) }
  }
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw noAnswer()
  }
}
