import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { connectionFault } from '../../../platform/kernel/http/connection-fault.ts'
import type { Reach } from '../../../platform/kernel/http/allowed-addresses.ts'

/** So long a receiver may take altogether. */
const LONGEST_MS = 10_000
/** Maximum number of bytes read of an answer; none of it is stored. */
const MOST_ANSWERED = 64 * 1024

/**
 * Returns the signature headers of a message (Standard Webhooks, https://www.standardwebhooks.com: HMAC-SHA256 of id,
 * time and body); `at` is epoch ms. A receiver rejects old messages by time and repeated ones by id.
 */
export function signed(id: string, body: string, secret: string, at: number): Record<string, string> {
  const seconds = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/** Result at the receiver; `status` is null without an answer. */
export type Answered = { ok: boolean; status: number | null; why: string }
type Message = { body: string; headers: Record<string, string> }

/**
 * Posts JSON to an address and returns the answer. It connects only where `reach` allows, by the address that the name
 * has at the call; redirects are not followed. Never throws.
 */
export async function post(
  url: string,
  { body, headers }: Message,
  reach: Pick<Reach, 'refuses' | 'lookup'>,
  longestMs = LONGEST_MS,
): Promise<Answered> {
  const { protocol, hostname } = new URL(url)
  const refused = reach.refuses(hostname)
  if (refused !== null) return { ok: false, status: null, why: refused }
  const { request } = protocol === 'https:' ? https : http
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const signal = AbortSignal.timeout(longestMs)
      const sent = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      }
      const calling = request(
        url,
        {
          method: 'POST',
          headers: { 'user-agent': 'Samudra', ...sent },
          lookup: reach.lookup,
          agent: false,
          signal,
        },
        (answer) => {
          let heard = 0
          const end = () => {
            resolve(answer.statusCode ?? 0)
            calling.destroy()
          }
          answer.on('data', (bytes: Buffer) => {
            heard += bytes.length
            if (heard > MOST_ANSWERED) end()
          })
          answer.once('end', end)
          answer.once('error', reject)
        },
      )
      calling.once('error', (error) =>
        reject(signal.aborted ? new Error(`no answer within ${longestMs / 1000} s`) : error),
      )
      calling.end(body)
    })
    return judged(status)
  } catch (error) {
    return { ok: false, status: null, why: connectionFault(error) }
  }
}

function judged(status: number): Answered {
  const ok = status >= 200 && status < 300
  if (ok) return { ok, status, why: '' }
  const why =
    status >= 300 && status < 400
      ? `it answered ${status} and wants to be called elsewhere; redirects are not followed, so declare that address`
      : `it answered ${status}`
  return { ok, status, why }
}
