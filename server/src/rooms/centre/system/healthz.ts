import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FeedsInterface } from '../../picture/feeds/room.ts'
import type { HistoryInterface } from '../../past/history/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { SocketInterface } from '../../picture/socket/room.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Database } from '../../../platform/needs/database.ts'

type Needs = {
  clock: Clock
  database: Database
  recorder: HistoryInterface['recorder']
  feeds: FeedsInterface
  socket: SocketInterface
  authenticate(token: string): Promise<Caller | null>
}

/**
 * Serves `/healthz`: degraded while fixes cannot be stored or the machine's clock departs from ours. Details are for
 * this machine and administrators; all others learn the state alone.
 */
export function serveHealth(http: FastifyInstance, needs: Needs): void {
  http.get('/healthz', async (request, reply) => {
    const health = healthOf(needs)
    void reply.code(health.trouble === null ? 200 : 503).header('Cache-Control', 'no-store')
    return reply.send((await mayKnow(request, needs)) ? health : { state: health.state })
  })
}

function healthOf({ clock, database, recorder, feeds, socket }: Needs) {
  const status = feeds.status(clock.now())
  const { trouble, imported, stored, waiting } = recorder
  const time = clock.report?.()
  return {
    state: trouble === null && time?.isOff !== true ? 'OK' : 'DEGRADED',
    trouble,
    clock: time?.words ?? null,
    database: database.engine,
    contacts: status.contacts,
    fixes: { received: feeds.received, imported, stored, waiting, per_s: status.fixes_per_s },
    clients: socket.clients,
    feeds_here: feeds.areHere,
    feeds: status.feeds,
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

async function mayKnow({ ip, headers }: FastifyRequest, needs: Needs): Promise<boolean> {
  // A proxy on this machine acts for a client elsewhere, whether it is trusted or not.
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  if (LOOPBACK.test(ip) && !isPassedOn) return true
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return token !== undefined && (await needs.authenticate(token))?.isAdmin === true
}
