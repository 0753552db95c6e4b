import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { audit } from './rooms/centre/audit/room.ts'
import { openJobs } from './databases.ts'
import type { Assembly, Ground, Opened } from './platform/ground.ts'
import { identity } from './rooms/centre/identity/room.ts'
import { beginBeats, type Beat } from './platform/kernel/cluster/beats.ts'
import { MemberPushes } from './platform/kernel/http/audience-members.ts'
import { Bodies } from './platform/kernel/objects/bodies.ts'
import { Bus } from './platform/kernel/cluster/topic-bus.ts'
import { CostlyCalls } from './platform/kernel/http/costly.ts'
import { sentenceOf } from './platform/kernel/http/errors.ts'
import { FileStore } from './platform/kernel/files/file-store.ts'
import { createHttp, serveOperations } from './platform/kernel/http/http.ts'
import { CALL_LIMITS, checkOrigins, limitCalls, originsOf } from './platform/kernel/http/limits.ts'
import { Lease } from './platform/kernel/cluster/lease.ts'
import { levelled } from './platform/kernel/text/log.ts'
import { Others } from './platform/kernel/cluster/others.ts'
import { Presence } from './platform/kernel/cluster/presence.ts'
import { QueryBus } from './platform/kernel/cluster/query-bus.ts'
import { Readers } from './platform/kernel/files/readers.ts'
import { RepeatedCalls } from './platform/kernel/http/repeated-calls.ts'
import { dressAnswers, serveScreens } from './platform/kernel/http/screens.ts'
import type { Send } from './platform/kernel/http/send.ts'
import { pushClock } from './platform/kernel/http/clock-push.ts'
import { keepTlsFresh } from './platform/kernel/http/tls.ts'
import { Uses } from './platform/kernel/objects/references.ts'
import { serveWire } from './platform/kernel/http/wire-http.ts'
import { Wire } from './platform/kernel/http/wire.ts'
import { systemClock } from './platform/needs/clock.ts'
import { openRooms } from './rooms.ts'
import type { SamudraQueries, Topics } from './sea/topics.ts'
import { settings } from './rooms/centre/settings/room.ts'

export type Server = {
  /** Where it listens. */
  port: number
  firstAdministrator: { username: string; password: string } | null
  /** Ends everything in order: feeds, picture, what is held is stored. The database stays open. */
  stop(): Promise<void>
}

/** Maximum wait for connections at shutdown, because browsers open some without a request for a minute. */
const LET_GO_MS = 2000
/** A room that waits for a database which stands still keeps the others no longer from ending. */
const ROOM_STOPS_MS = 10_000
const REFILL_MS = 10_000

/** Opens the rooms over a migrated database and starts them all in one process. */
export async function assemble(assembly: Assembly, listen: { host: string; port: number }): Promise<Server> {
  const ground = await lay(assembly)
  const { http, log, clock, wire, jobs, others } = ground
  const rooms = await openRooms(ground)
  const kinds = rooms.inOrder.flatMap((room) => room.jobs ?? [])
  for (const kind of [ground.files.sweep(), ...kinds]) jobs.define(kind)
  const [bodies, costly] = [new Bodies(), new CostlyCalls()]
  const { authenticate, firstAdministrator } = rooms.door(identity)
  const { values } = rooms.door(settings)
  serveWire(http, wire, bodies)
  serveOperations(
    http,
    rooms.inOrder.flatMap(({ ops = [] }) => ops),
    {
      log,
      wire,
      bodies,
      repeated: new RepeatedCalls(others),
      others,
      costly,
      authenticate: async (...shown) => {
        // What another process answered as done holds here: sessions that ended among it.
        await others.caughtUp()
        return authenticate(...shown)
      },
      audit: rooms.door(audit).leave,
      inMaintenance: () => values.flag('system.maintenance'),
    },
  )
  await serveScreens(http, assembly.screensFolder, wire.card(), assembly.addresses)
  await others.start()
  await http.listen(listen)
  for (const room of rooms.inOrder) await room.start?.()
  await jobs.start()
  const endBeats = beginBeats([
    ...rooms.inOrder.flatMap(({ beats = [] }) => beats),
    ...others.beats,
    ...renewTls(ground),
    ...refillReserve(assembly),
    pushClock(clock, log),
  ])
  const address = http.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : listen.port,
    firstAdministrator,
    stop: async () => {
      endBeats()
      costly.stop()
      ground.readers.stop()
      await endAll(http, [jobs, ...rooms.inOrder.toReversed(), ground.lease, others])
    },
  }
}

/** Creates the ground that rooms run on. HTTP gets headers and limits, and is closed to pages of other origins. */
async function lay(assembly: Assembly): Promise<Ground> {
  const log = levelled(assembly.log)
  const clock = assembly.clock ?? systemClock
  const bus = new Bus<Topics>((topic, error) =>
    log.error('a room failed to handle', { topic, error: sentenceOf(error) }),
  )
  const queries: SamudraQueries = new QueryBus()
  const { db } = assembly.database
  const { processes } = assembly
  const others = new Others({ processes, db, log, keys: assembly.keys })
  await others.open()
  const pushes = new MemberPushes(
    async (of, id) => (await queries.request('members', of, id)).flat(),
    (pushed) => (others.isThere ? others.push(pushed) : bus.publish('push', pushed)),
    (error) => log.error('a push could not be addressed', { error: sentenceOf(error) }),
  )
  const send: Send = ({ wire, isFleeting = false }, payload, audience, more) =>
    pushes.push({ wire, payload, audience, ...(isFleeting && { isFleeting }), ...more })
  const http = await createHttp({ log, clock }, assembly.tls, assembly.trustProxy)
  await dressAnswers(http, assembly.tls?.isSelfSigned === false, assembly.addresses)
  const origins = originsOf(assembly.origins ?? [])
  checkOrigins(http, origins, clock)
  await limitCalls(http, assembly.callLimits ?? CALL_LIMITS, clock)
  const readers = new Readers({ send, program: assembly.readerProgram })
  return {
    assembly,
    db,
    clock,
    log,
    jobs: openJobs({ db, clock, log, others }),
    bus,
    queries,
    processes,
    others,
    lease: new Lease('feeds', { db, log, isShared: processes.isShared }),
    send,
    presence: new Presence(() => queries.request('screens')),
    uses: new Uses((needed, caller) => queries.request('references', needed, caller)),
    readers,
    files: new FileStore({ db, clock, readers, files: assembly.files }),
    http,
    origins,
    wire: new Wire(assembly.keys, assembly.envelope, clock, others),
  }
}

async function endAll(http: FastifyInstance, rooms: readonly Pick<Opened<unknown>, 'stop'>[]) {
  const letGo = setInterval(() => http.server.closeAllConnections(), LET_GO_MS)
  try {
    for (const room of rooms)
      await Promise.race([room.stop?.(), sleep(ROOM_STOPS_MS, undefined, { ref: false })])
    await http.close()
  } finally {
    clearInterval(letGo)
  }
}

const renewTls = ({ http, log, clock, assembly: { tls, tlsSource } }: Ground) =>
  tls === null || tlsSource === undefined
    ? []
    : [keepTlsFresh(http, tls, tlsSource, { log, now: () => clock.now() })]

const refillReserve = ({ database: { reserve } }: Assembly): Beat[] =>
  reserve === undefined ? [] : [{ everyMs: REFILL_MS, work: () => reserve.refill() }]

/** Folders of this installation, from the one that holds `server/migrations`. */
export const foldersOf = (root: string) => ({
  migrationsFolder: path.join(root, 'server', 'migrations'),
  archivesFolder: path.join(root, 'basemap', 'tiles'),
  screensFolder: path.join(root, 'web', 'dist'),
  releaseNotesFolder: path.join(root, 'release-notes'),
})
