import { sentenceOf } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Readers } from '../kernel/readers.ts'
import type { Room } from '../kernel/room.ts'
import type { SamudraBus } from '../sea/topics.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { Site } from './connector.ts'
import type { ConfiguredFeed } from './feed-url.ts'
import { feedOps } from './feeds.ops.ts'
import type { Lock } from './feeds.sql.ts'
import { Ingest } from './ingest.ts'
import { FeedManager } from './manager.ts'
import { RawLines } from './raw-lines.ts'
import { reachOf, type ReachAllowed } from './reach.ts'
import type { Registry } from './registry.ts'
import { sourceOps, type HourCounts } from './sources.ops.ts'
import { readClocks, writeClocks } from './station-clocks.sql.ts'
import { FeedStatus } from './status.ts'

/** How often what was learned of the clocks of stations is kept. */
const KEEP_MS = 300_000

export type FeedsRoom = Room & {
  readonly manager: FeedManager
  readonly status: FeedStatus
  /** An id for a fix that comes by no feed, above all that were given. */
  nextFixId(recTime: number): number
}

export async function feedsRoom(needs: {
  db: Db
  clock: Clock
  log: Log
  bus: SamudraBus
  readers: Readers
  registry: Registry
  /** Locks the keys of feeds in the database. */
  lock: Lock
  /** What connections show of this installation. */
  tls: Site['tls']
  /** How far feeds of administrators reach. */
  feedReach?: ReachAllowed | undefined
  configured: ConfiguredFeed[]
  counts: HourCounts
  lastFixId: number
  isPressed: () => boolean
  ranked: () => void
}): Promise<FeedsRoom> {
  const { db, clock, bus, registry } = needs
  const ingest = new Ingest(bus, needs.lastFixId, new RawLines())
  const reach = await reachOf(needs.feedReach ?? { folders: [], hosts: [], databaseHost: null })
  const manager = new FeedManager({
    ...needs,
    ingest,
    db,
    site: { tls: needs.tls, reach, readers: needs.readers },
  })
  await manager.load(needs.configured)
  ingest.knowClocks(await readClocks(db))
  const keepClocks = () =>
    writeClocks(db, [...ingest.wrongClocks()]).catch((error: unknown) =>
      needs.log.error('what is known of the clocks of stations could not be kept', {
        error: sentenceOf(error),
      }),
    )
  let timer: NodeJS.Timeout | undefined
  const status = new FeedStatus(manager, registry, ingest)
  bus.hear('judgedFix', (batch) => {
    const now = clock.now()
    status.note(batch, now, batch.count === 0 ? 0 : now - batch.recTime[0]!)
  })
  return {
    name: 'feeds',
    manager,
    status,
    nextFixId: (recTime) => ingest.nextFixId(recTime),
    ops: [
      ...feedOps({ manager, registry, clock, reach }),
      ...sourceOps({ registry, status, clock, db, counts: needs.counts }),
    ],
    start: async () => {
      manager.start()
      timer = setInterval(() => void keepClocks(), KEEP_MS)
    },
    stop: async () => {
      clearInterval(timer)
      await manager.stop()
      await keepClocks()
    },
  }
}
