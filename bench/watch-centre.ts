import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addAoi } from '@samudra/contract/areas'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { destinationOf } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place, type EpochMs } from '@samudra/nautical/units'
import type { Arrival } from '@samudra/sim/sea'
import { SOURCES } from '@samudra/sim/sources'
import { FeedServer } from '@samudra/sim/tcp'
import { AREA } from '@samudra/sim/truth/lines'
import type { TruthSea } from '@samudra/sim/truth/truth-sea'
import { assemble, foldersOf } from '../server/src/compose.ts'
import { openFiles } from '../server/src/databases.ts'
import { MemoryBus } from '../server/src/platform/engines/bus/memory.ts'
import { readFeedUrl } from '../server/src/rooms/picture/feeds/feed-url.ts'
import { keysFrom } from '../server/src/platform/kernel/http/keys.ts'
import { lineLog } from '../server/src/platform/kernel/text/log.ts'
import type { Clock } from '../server/src/platform/needs/clock.ts'
import { embedded, root } from './engines.ts'
import { callerOf, PASSWORD } from '../server/testing/servers/caller-of.ts'

/** Interval at which data that have arrived by the clock are forwarded. */
const SEND_MS = 20

/** A clock that goes faster than time does; never back. */
export class FastClock implements Clock {
  #base: number
  #since = performance.now()
  #speed = 0
  constructor(startAt: number) {
    this.#base = startAt
  }
  now(): EpochMs {
    return Math.floor(this.#base + (performance.now() - this.#since) * this.#speed) as EpochMs
  }
  goesBy(speed: number): void {
    this.#base = this.now()
    this.#since = performance.now()
    this.#speed = speed
  }
  get speed(): number {
    return this.#speed
  }
}

/** Returns a script that makes the clock of a page, and of its workers, follow ours from now on. */
export const shimOf = (clock: FastClock): string => `{
  const real = Date.now, began = ${Date.now()}, base = ${clock.now()}, speed = ${clock.speed}
  const now = () => Math.floor(base + (real() - began) * speed)
  globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length === 0 ? [now()] : given)) }
    static now() { return now() }
  }
}`

/** A circle as a ring of corners, [longitude, latitude]. */
const circle = ({ lat, lon, nm }: typeof AREA) =>
  Array.from({ length: 73 }, (_, i): [number, number] => {
    const there = destinationOf(place(lat, lon), (i % 72) * 5, nm * METRES_PER_NM)
    return [there.lon, there.lat]
  })

/** A centre in this process that goes by a clock, with a feed for each source of a sea, its blacklist and the area that is watched. */
export async function startCentre(sea: TruthSea, clock: Clock) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-'))
  const feeds = SOURCES.map(() => new FeedServer(() => undefined))
  const ports = await Promise.all(feeds.map((feed) => feed.listen(0)))
  const log = lineLog()
  const engine = await embedded()
  const server = await assemble(
    {
      database: engine.database,
      processes: new MemoryBus({ log }),
      log,
      clock,
      feeds: SOURCES.map(({ code, name, priority, trust, expectedIntervalS }, n) =>
        readFeedUrl(
          `nmea-tcp://127.0.0.1:${ports[n]}?source=${code}&name=${encodeURIComponent(name)}&priority=${priority}&trust=${trust}&interval=${expectedIntervalS}`,
          {},
        ),
      ),
      ...foldersOf(root),
      cacheFolder: folder,
      files: await openFiles({ folder: path.join(folder, 'files'), s3: null }),
      adminPassword: PASSWORD,
      keys: keysFrom(Buffer.alloc(32, 7)),
      tls: null,
      envelope: 'optional',
      readerProgram: path.join(root, 'dist/reader.js'),
      upstream: [],
      feedReach: { folders: [], hosts: ['127.0.0.1'], databaseHost: null },
      // The minutes of this clock are seconds.
      callLimits: { all: 1e6, entry: 1e6 },
    },
    { host: '127.0.0.1', port: 0 },
  )
  const base = `http://127.0.0.1:${server.port}`
  const call = await callerOf(base)
  const geometry = { type: 'Polygon' as const, coordinates: [circle(AREA)] }
  await call(addAoi, {
    name: AREA.id,
    type: 'VIGILANCE',
    visibility: 'CENTRE',
    geometry,
    backfill_days: 0,
  } as never)
  if (sea.blacklist.size > 0)
    await call(addVesselToList, { id: 'blacklist', mmsis: [...sea.blacklist].map(String), reason: 'a story' })
  const stop = async () => {
    for (const feed of feeds) feed.close()
    await server.stop()
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { base, feeds, db: engine.database.db, stop }
}

/** Sends what arrives through the feeds, each at its instant by the clock, on and on up to an instant. */
export function sailing(arrivals: Iterable<Arrival>, clock: Clock, feeds: readonly FeedServer[]) {
  const left = arrivals[Symbol.iterator]()
  let next = left.next()
  return async (until: number): Promise<void> => {
    for (; clock.now() < until; await sleep(SEND_MS)) {
      const now = clock.now()
      const lines: string[][] = feeds.map(() => [])
      for (; next.done !== true && next.value.at <= now; next = left.next())
        lines[next.value.source]!.push(...next.value.lines)
      for (const [n, feed] of feeds.entries()) feed.send(lines[n]!)
    }
  }
}
