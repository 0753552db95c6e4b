import type { IncomingMessage } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../../needs/clock.ts'
import { OperationError } from './errors.ts'

/** Calls one address may make in a minute. */
export type CallLimits = { all: number; entry: number }
/**
 * A screen makes some 20 calls when it opens and a few a minute afterwards, so 600 are enough for a room of operators
 * behind one address. Entry - log in, refresh, hello - costs the server a password hash or a key exchange: 60 are
 * enough for that room at the change of a watch, and make guessing slow.
 */
export const CALL_LIMITS: CallLimits = { all: 600, entry: 60 }
const MINUTE_MS = 60_000
/** Maximum addresses remembered at once; the least recently received one makes room. */
const ADDRESSES = 20_000
const ENTRY = new Set([
  '/api/v1/auth/login',
  '/api/v1/auth/refresh',
  '/env/hello',
  '/chat/api/v4/users/login',
])

/** Refuses an address that calls too often. Pages, tiles and the socket are not counted. */
export async function limitCalls(http: FastifyInstance, limits: CallLimits, clock: Clock): Promise<void> {
  await http.register(rateLimit, { global: false, cache: ADDRESSES })
  const shared = { timeWindow: MINUTE_MS, cache: ADDRESSES }
  const all = http.createRateLimit({ ...shared, max: limits.all })
  const entry = http.createRateLimit({ ...shared, max: limits.entry })
  http.addHook('onRequest', async (request, reply) => {
    // As the router read it: an address can be spelt in many ways.
    const path = request.routeOptions.url ?? request.url.split('?')[0]!
    const isEntry = ENTRY.has(path)
    if (!isEntry && !path.startsWith('/api/')) return
    const counted = [await all(request), ...(isEntry ? [await entry(request)] : [])]
    const waits = counted.flatMap((one) => (!one.isAllowed && one.isExceeded ? one.ttlInSeconds : []))
    if (waits.length === 0) return
    const seconds = Math.max(1, ...waits)
    void reply.header('Retry-After', seconds)
    return refuse(
      reply,
      clock,
      new OperationError('RATE_LIMIT', `Too many calls from this address. Try again in ${seconds} s.`, {
        data: { retry_after_s: seconds },
      }),
    )
  })
}

/** Returns whether pages of an origin may use this server: its own, or one the installation names. */
export type Origins = (
  request: Pick<IncomingMessage, 'headers'> & { method?: string | undefined },
  host?: string,
) => boolean

/** `others` are origins beside the server's own, like https://samudra.example. */
export function originsOf(others: readonly string[]): Origins {
  const named = new Set(others.map((one) => new URL(one).origin))
  return ({ headers }, host = headers.host ?? '') => {
    const { origin } = headers
    // Programs send none; a browser sends one with everything that changes something and with every socket.
    if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
    if (named.has(origin)) return true
    // Behind a proxy the scheme is not known here, so the host decides; "null" has none.
    return URL.canParse(origin) && new URL(origin).host === hostIn(origin, host)
  }
}

/** The host a browser addressed, written as in the origin: without the scheme's own port. */
function hostIn(origin: string, host: string): string {
  const address = `${new URL(origin).protocol}//${host}`
  return URL.canParse(address) ? new URL(address).host : ''
}

const UNCHANGING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses calls that change something when a page from elsewhere makes them. */
export function checkOrigins(http: FastifyInstance, origins: Origins, clock: Clock): void {
  http.addHook('onRequest', async (request, reply) => {
    if (UNCHANGING.has(request.method) || origins(request.raw, request.host)) return
    return refuse(
      reply,
      clock,
      new OperationError(
        'FORBIDDEN',
        'The calling page does not belong to this server. To allow it, start the server with --origins and the page address.',
      ),
    )
  })
}

const refuse = (reply: FastifyReply, clock: Clock, refusal: OperationError) =>
  reply
    .code(refusal.httpStatus)
    .header('Timestamp', clock.now())
    .header('Cache-Control', 'no-store')
    .send({
      Status: false,
      Data: refusal.data ?? null,
      Message: refusal.message,
      Code: refusal.code,
      RequestId: reply.request.id,
    })
