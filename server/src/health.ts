import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FeedsRoom } from './feeds/room.ts'
import type { HistoryRoom } from './history/room.ts'
import type { Caller } from './kernel/caller.ts'
import type { LiveRoom } from './live/room.ts'
import type { Clock } from './needs/clock.ts'
import type { Database } from './needs/database.ts'
import type { PictureRoom } from './picture/room.ts'

type Needs = {
  clock: Clock
  database: Database
  history: HistoryRoom
  feeds: FeedsRoom
  picture: PictureRoom
  live: LiveRoom
  authenticate(token: string): Promise<Caller | null>
}

/**
 * `/healthz`: degraded while fixes cannot be stored or the machine's clock departs from ours. What is behind it is told
 * on this machine and to administrators; everybody else learns the state alone.
 */
export function serveHealth(http: FastifyInstance, needs: Needs): void {
  http.get('/healthz', async (request, reply) => {
    const health = healthOf(needs)
    void reply.code(health.trouble === null ? 200 : 503).header('Cache-Control', 'no-store')
    return reply.send((await mayKnow(request, needs)) ? health : { state: health.state })
  })
}

function healthOf({ clock, database, history, feeds, picture, live }: Needs) {
  const status = feeds.status.picture(picture.contacts, clock.now())
  const { trouble, imported, stored, waiting } = history.recorder
  const time = clock.report?.()
  return {
    state: trouble === null && time?.isOff !== true ? 'OK' : 'DEGRADED',
    trouble,
    clock: time?.words ?? null,
    database: database.engine,
    contacts: status.contacts,
    fixes: { received: feeds.status.fixes.total, imported, stored, waiting, per_s: status.fixes_per_s },
    clients: live.clients,
    feeds: status.feeds,
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

async function mayKnow({ ip, headers }: FastifyRequest, needs: Needs): Promise<boolean> {
  // A proxy on this machine speaks for somebody elsewhere, whether it is believed or not.
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  if (LOOPBACK.test(ip) && !isPassedOn) return true
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return token !== undefined && (await needs.authenticate(token))?.isAdmin === true
}
