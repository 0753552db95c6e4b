import type { SourceStatus } from '@samudra/contract/feeds'
import type { PictureStatus } from '@samudra/contract/live'
import { room } from '../ground.ts'
import { history } from '../history/room.ts'
import { live } from '../live/room.ts'
import { picture } from '../picture/room.ts'
import { registry } from '../registry/room.ts'
import { sentenceOf } from '../kernel/errors.ts'
import { feedOps } from './feeds.ops.ts'
import { Ingest } from './ingest.ts'
import { FeedManager } from './manager.ts'
import { RawLines } from './raw-lines.ts'
import { reachOf } from './reach.ts'
import { sourceOps } from './sources.ops.ts'
import { readClocks, writeClocks } from './station-clocks.sql.ts'
import { FeedStatus } from './status.ts'

/** How often what was learned of the clocks of stations is kept. */
const KEEP_MS = 300_000
/** How often the transports are asked to wait or to go on. */
const PRESSURE_MS = 100

export type FeedsDoor = {
  /** Fixes that feeds have brought since the start. */
  readonly received: number
  /** How the picture is fed. */
  status(now: number): PictureStatus
  /** The same source by source. */
  sources(now: number): SourceStatus[]
}

/** Connections, and what comes by them onto the bus: what fills the picture starts after it and stops before it. */
export const feeds = room({
  name: 'feeds',
  uses: { registry, history, picture, live },
  open: async (ground, { registry, history, picture, live }) => {
    const { db, clock, bus, log, readers, assembly } = ground
    const ingest = new Ingest(bus, history.ids, new RawLines())
    const reach = await reachOf(assembly.feedReach ?? { folders: [], hosts: [], databaseHost: null })
    const manager = new FeedManager({
      ...ground,
      ingest,
      registry,
      lock: assembly.keys,
      site: { tls: assembly.tls, reach, readers },
      isPressed: () => history.recorder.isPressed(),
    })
    await manager.load(assembly.feeds)
    ingest.knowClocks(await readClocks(db))
    const keepClocks = () =>
      writeClocks(db, [...ingest.wrongClocks()]).catch((error: unknown) =>
        log.error('what is known of the clocks of stations could not be kept', {
          error: sentenceOf(error),
        }),
      )
    const status = new FeedStatus(manager, registry, ingest)
    bus.hear('judgedFix', (batch) => {
      const now = clock.now()
      status.note(batch, now, batch.count === 0 ? 0 : now - batch.recTime[0]!)
    })
    const door: FeedsDoor = {
      get received() {
        return status.fixes.total
      },
      status: (now) => status.picture(picture.contacts, now),
      sources: (now) => status.sources(now),
    }
    live.tellStatus(door.status)
    return {
      door,
      ops: [
        ...feedOps({ manager, registry, clock, reach }),
        ...sourceOps({ registry, status, clock, db, counts: history.counts }),
      ],
      beats: [
        { everyMs: KEEP_MS, work: keepClocks },
        { everyMs: PRESSURE_MS, work: () => manager.balance() },
      ],
      start: async () => manager.start(),
      stop: async () => {
        await manager.stop()
        await keepClocks()
      },
    }
  },
})
