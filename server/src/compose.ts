import { tableUpdate } from '@samudra/contract/settings'
import type { WireMode } from '@samudra/contract/wire/hello'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { aircraftRoom, type AircraftRoom } from './aircraft/room.ts'
import { auditRoom } from './audit/room.ts'
import { exchangeRoom } from './exchange/room.ts'
import { drawnRooms } from './drawn-rooms.ts'
import type { ConfiguredFeed } from './feeds/feed-url.ts'
import type { Registry } from './feeds/registry.ts'
import type { ReachAllowed } from './feeds/reach.ts'
import { feedsRoom, type FeedsRoom } from './feeds/room.ts'
import { serveHealth } from './health.ts'
import type { HistoryRoom } from './history/room.ts'
import { countsOf, identityRoom, type IdentityRoom } from './identity/room.ts'
import { Bodies } from './kernel/bodies.ts'
import { Bus } from './kernel/bus.ts'
import type { Caller } from './kernel/caller.ts'
import { CostlyCalls } from './kernel/costly.ts'
import { sentenceOf } from './kernel/errors.ts'
import { RepeatedCalls } from './kernel/repeated-calls.ts'
import { createHttp, serveOperations } from './kernel/http.ts'
import type { Keys } from './kernel/keys.ts'
import {
  CALL_LIMITS,
  checkOrigins,
  limitCalls,
  originsOf,
  type CallLimits,
  type Origins,
} from './kernel/limits.ts'
import { levelled, type Log, type LogLevel } from './kernel/log.ts'
import { Readers } from './kernel/readers.ts'
import { dressAnswers, serveScreens } from './kernel/screens.ts'
import type { Send } from './kernel/send.ts'
import type { Room } from './kernel/room.ts'
import { keepTlsFresh, type Tls, type TlsSource } from './kernel/tls.ts'
import { tellClock } from './kernel/tell-clock.ts'
import type { SamudraBus, Topics } from './sea/topics.ts'
import { admitSocket, serveWire } from './kernel/wire-http.ts'
import { Wire } from './kernel/wire.ts'
import { liveRoom, type LiveRoom } from './live/room.ts'
import { systemClock, type Clock } from './needs/clock.ts'
import type { Database, Db } from './needs/database.ts'
import { pastRooms } from './past.ts'
import { pictureRoom, type PictureRoom } from './picture/room.ts'
import { placesIn } from './places.ts'
import { recordedRooms, type RecordedNames } from './recorded-rooms.ts'
import { zonesRoom } from './zones/room.ts'
import type { TracksRoom } from './tracks/room.ts'
import { searchRoom } from './search/room.ts'
import { weatherRoom } from './weather/room.ts'
import { settingsRoom } from './settings/room.ts'
import type { UpstreamLayer } from './kernel/upstream-tiles.ts'

export type Assembly = {
  database: Database
  log: Log
  clock?: Clock
  feeds: ConfiguredFeed[]
  adminPassword: string | undefined
  keys: Keys
  envelope: WireMode
  /** Key and certificate in PEM; null for plain HTTP. */
  tls: Tls | null
  /** Where a renewed certificate is found. */
  tlsSource?: TlsSource | undefined
  /** Origins of pages beside our own that may call, and proxies that are believed. */
  origins?: string[]
  trustProxy?: string[]
  callLimits?: CallLimits
  /** Folder of the built screens, null when somebody else serves them. */
  screensFolder: string | null
  archivesFolder: string
  cacheFolder: string
  upstream: UpstreamLayer[]
  releaseNotesFolder?: string
  /** Of the product, as in package.json. */
  version?: string
  ntpServer?: string | null
  /** Where feeds of administrators may call and read. */
  feedReach?: ReachAllowed
  /** Where weather comes from; nothing is fetched when undefined. */
  weather?: string | undefined
  isWeatherSimulated?: boolean
}

export type Server = {
  /** Where it listens. */
  port: number
  firstAdministrator: { username: string; password: string } | null
  /** Ends everything in order: feeds, picture, what is held is stored. The database stays open. */
  stop(): Promise<void>
}

/** Who stops waits no longer for connections: a browser opens some on which it asks nothing for a minute. */
const LET_GO_MS = 2000
/** A room that waits for a database which stands still keeps the others no longer from ending. */
const ROOM_STOPS_MS = 10_000

/** Builds the rooms over a migrated database and starts them all in one process. */
export async function assemble(assembly: Assembly, listen: { host: string; port: number }): Promise<Server> {
  const log = levelled(assembly.log)
  const clock = assembly.clock ?? systemClock
  const { database } = assembly
  const base: Base = {
    db: database.db,
    clock,
    log,
    bus: busOf(log),
    readers: new Readers(),
    ...(await openHttp(assembly, { log, clock })),
  }
  const wire = new Wire(assembly.keys, assembly.envelope, clock)
  const rooms = await buildRooms(assembly, base, wire)
  base.readers.tellBy(rooms.live.send)
  const { http } = base
  const { audit, identity, settings } = rooms
  const [bodies, costly] = [new Bodies(), new CostlyCalls()]
  serveWire(http, wire, bodies)
  serveOperations(
    http,
    Object.values<Room>(rooms).flatMap((room) => room.ops),
    {
      log,
      wire,
      bodies,
      repeated: new RepeatedCalls(),
      costly,
      authenticate: identity.authenticate,
      audit: audit.leave,
      inMaintenance: () => settings.values.flag('system.maintenance'),
    },
  )
  serveHealth(http, {
    ...rooms,
    clock,
    database,
    authenticate: (token) => identity.authenticate(token, null),
  })
  await serveScreens(http, assembly.screensFolder, wire.card())
  await http.listen(listen)
  const inOrder = Object.values<Room>(rooms)
  for (const room of inOrder) await room.start?.()
  const letTlsBe = renewTls(http, assembly, log, clock)
  const letClockBe = tellClock(clock, log)
  const address = http.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : listen.port,
    firstAdministrator: identity.firstAdministrator,
    stop: async () => {
      letTlsBe()
      letClockBe()
      costly.stop()
      base.readers.stop()
      await endAll(http, inOrder.reverse())
    },
  }
}

async function endAll(http: FastifyInstance, rooms: readonly Room[]) {
  const letGo = setInterval(() => http.server.closeAllConnections(), LET_GO_MS)
  try {
    for (const room of rooms)
      await Promise.race([room.stop?.(), sleep(ROOM_STOPS_MS, undefined, { ref: false })])
    await http.close()
  } finally {
    clearInterval(letGo)
  }
}

type Base = {
  db: Db
  clock: Clock
  log: Log & { level: LogLevel }
  bus: SamudraBus
  http: FastifyInstance
  origins: Origins
  readers: Readers
}

/** The rooms, and what each may ask of the others. What fills the picture starts last and stops first. */
async function buildRooms(assembly: Assembly, base: Base, wire: Wire) {
  const { db, clock } = base
  const send: Send = (push, payload, audience) => live.send(push, payload, audience)
  const places = placesIn(() => drawn)
  const audit = auditRoom({ ...base, keys: assembly.keys })
  const zones = await zonesRoom({ ...base, changed: () => zonesChanged(identity, send) })
  const settings = await settingsRoom({
    ...installationOf(assembly),
    ...base,
    send,
    setLogLevel: (level) => (base.log.level = level),
    ingest: (now) => ingestOf(feeds, picture, now),
    recorder: () => history.recorder,
    clients: () => live.clients,
    measured: countsOf(db, clock),
  })
  const identity = await identityRoom({
    ...assembly,
    ...base,
    settings: settings.values,
    zoneIds: zones.ids,
    sourceCodes: () => registry.sources().map(({ code }) => code),
    shapesOf: (ids) => zones.shapesOf(ids),
    mapProfileOf: settings.mapProfileOf,
    changeSettings: settings.change,
    leave: audit.leave,
  })
  const { registry, names, history } = await recordedRooms(assembly, base, settings.values, {
    feeds: () => feeds,
    past: () => past,
  })
  const feeds = await feedsRoom({
    ...base,
    registry,
    ...givenToFeeds(assembly),
    counts: history.counts,
    lastFixId: history.lastFixId,
    isPressed: () => history.recorder.isPressed(),
    ranked: () => picture.rankAgain(),
  })
  const picture = await pictureRoom({
    ...base,
    names,
    latestFixes: (since) => history.latest(since),
    knownThen: (...asked) => past.replay.knownThen(...asked),
    sightOf: identity.sightOfUser,
    send,
    ...places,
    zoneNames: () => drawn.reference.zoneNames(),
  })
  const aircraft = aircraftRoom({ ...base, names })
  const live = openLive({ base, wire, identity, picture, aircraft, feeds })
  const lookAgain = () => live.lookAgain()
  const drawn = await drawnRooms(assembly, base, { picture, history, identity, send, settings, lookAgain })
  const first = { audit, zones, identity, settings, history, picture, aircraft }
  const past = await pastRooms(base, picture, drawn, { names, history, send, ...places })
  const asked = askedRooms(assembly, base, picture, [picture, ...Object.values(drawn), past.replay])
  const exchange = exchangeOf(assembly, base, registry, past, { names, history, feeds, picture })
  return { ...first, ...drawn, ...asked, ...past, exchange, live, feeds }
}

const givenToFeeds = ({ feeds, keys, tls, feedReach }: Assembly) => ({
  configured: feeds,
  lock: keys,
  tls,
  feedReach,
})

function zonesChanged(identity: IdentityRoom, send: Send) {
  identity.zonesChanged()
  send(tableUpdate, { table: 'zones', op: 'update', ids: [], version: 0 }, () => true)
}

/** Tracks in open formats. What is imported takes the numbers and the way of what is heard, but moves no picture. */
const exchangeOf = (
  assembly: Assembly,
  base: Base,
  registry: Registry,
  { tracks }: { tracks: TracksRoom },
  rooms: { names: RecordedNames; history: HistoryRoom; feeds: FeedsRoom; picture: PictureRoom },
) => {
  const { names, history, feeds, picture } = rooms
  const flush = () => history.recorder.flush()
  return exchangeRoom({
    ...base,
    names,
    flush,
    folder: path.join(assembly.cacheFolder, 'imports'),
    forget: (asked) => tracks.forgetting(asked, () => history.forget(asked)),
    fixes: history.reader,
    shipNames: (caller) => {
      const ships = picture.shipsOf(caller)
      return (mmsi, split) => ships.find(mmsi, split)?.ship_name ?? null
    },
    storing: {
      flush,
      record: (batch) => history.recorder.recordImported(batch),
      nextFixId: (recTime) => feeds.nextFixId(recTime),
      stationNumber: (code) => registry.stationNumber(code),
      sourceNumber: async (code) => (await registry.sourceNamed(code ?? 'IMPORT', 'AIS_T')).number,
    },
  })
}

/** Rooms that only answer: what is found by name, and the weather. */
const askedRooms = (assembly: Assembly, base: Base, picture: PictureRoom, rooms: readonly Room[]) => ({
  search: searchRoom({ ...assembly, ...picture.finds, rooms }),
  weather: weatherRoom({ ...base, ...assembly }),
})

const ingestOf = ({ status }: FeedsRoom, picture: PictureRoom, now: number) => ({
  ...status.picture(picture.contacts, now),
  sources: status.sources(now),
})

/** The socket, which hears of sessions that end and of rights that change. */
function openLive(rooms: {
  base: Base
  wire: Wire
  identity: IdentityRoom
  picture: PictureRoom
  aircraft: AircraftRoom
  feeds: FeedsRoom
}): LiveRoom {
  const { base, wire, identity, picture, aircraft, feeds } = rooms
  const live = liveRoom(base.http.server, {
    ...base,
    picture,
    watches: [aircraft.watch],
    admit: async (pass) => {
      const shown = await admitSocket(wire, pass)
      return shown === null ? null : identity.authenticate(shown.token, shown.wireId)
    },
    callerOf: identity.callerOfSession,
    allowOrigin: base.origins,
    status: (now) => feeds.status.picture(picture.contacts, now),
  })
  identity.onSessionsEnded((ids, reason) => live.endSessions(ids, reason))
  identity.onRightsChanged((userIds) => {
    live.rightsChanged(userIds)
    const isTold = (caller: Caller) => caller.isAdmin || userIds === null || userIds.includes(caller.userId)
    live.send(tableUpdate, { table: 'users', op: 'update', ids: userIds ?? [], version: 0 }, isTold)
  })
  return live
}

/** HTTP as every room finds it: dressed, limited, and closed to pages from elsewhere. */
async function openHttp(assembly: Assembly, needs: { log: Log; clock: Clock }) {
  const http = await createHttp(needs, assembly.tls, assembly.trustProxy)
  await dressAnswers(http, assembly.tls?.isSelfSigned === false)
  const origins = originsOf(assembly.origins ?? [])
  checkOrigins(http, origins, needs.clock)
  await limitCalls(http, assembly.callLimits ?? CALL_LIMITS, needs.clock)
  return { http, origins }
}

const renewTls = (http: FastifyInstance, { tls, tlsSource }: Assembly, log: Log, clock: Clock) =>
  tls === null || tlsSource === undefined
    ? () => undefined
    : keepTlsFresh(http, tls, tlsSource, { log, now: () => clock.now() })

/** What the settings room is told of the installation. */
const installationOf = (assembly: Assembly) => ({
  engine: assembly.database.engine,
  archivesFolder: assembly.archivesFolder,
  cacheFolder: assembly.cacheFolder,
  dataFolder: path.dirname(assembly.cacheFolder),
  upstream: assembly.upstream,
  version: assembly.version ?? '0.0.0',
  releaseNotesFolder: assembly.releaseNotesFolder ?? '',
  ntpServer: assembly.ntpServer ?? null,
})

const busOf = (log: Log) =>
  new Bus<Topics>((topic, error) => log.error('a room failed to hear', { topic, error: sentenceOf(error) }))

/** Folders of this installation, from the one that holds `server/migrations`. */
export const foldersOf = (root: string) => ({
  migrationsFolder: path.join(root, 'server', 'migrations'),
  archivesFolder: path.join(root, 'basemap', 'tiles'),
  screensFolder: path.join(root, 'web', 'dist'),
  releaseNotesFolder: path.join(root, 'release-notes'),
})
