import type { PictureStatus } from '@samudra/contract/socket'
import { room, type Ground, type RoomInterface } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import { picture, type PictureInterface } from '../picture/room.ts'
import { sources, type SourcesInterface } from '../sources/room.ts'
import type { Beat } from '../../../platform/kernel/cluster/beats.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { FeedStates } from './feed-states.ts'
import { feedOps } from './feeds.ops.ts'
import { Ingest } from './ingest.ts'
import { FeedManager } from './manager.ts'
import { RawLines } from './reading/raw-lines.ts'
import { reachOf } from '../../../platform/kernel/http/allowed-addresses.ts'
import { sharingOf, type Sharing } from './several/sharing.ts'
import { sourceOps } from './sources.ops.ts'
import { stationsThen } from './stations/stations-then.ts'
import { readClocks, writeClocks } from './stations/station-clocks.sql.ts'
import { FeedStatus } from './status.ts'
import type { FeedsState } from './several/remote-feed-states.ts'

/** Interval of saving the learned clocks of stations. */
const KEEP_MS = 300_000
/** Interval of checks for changed feed states. */
const STATE_MS = 2000
/** Interval of pausing or resuming the transports. */
const PRESSURE_MS = 100

export type { StationsThen } from './stations/stations-then.ts'

/** Topic between processes. */
const FEEDS = 'feeds'

/** Connections, and what comes by them onto the bus: what fills the picture starts after it and stops before it. */
export const feeds = room({
  name: 'feeds',
  uses: { sources, history, picture },
  open: async (ground, { sources, history, picture }) => {
    const { db, clock, bus, lease, readers, processes, others, assembly } = ground
    const ingest = new Ingest(bus, picture, history.ids, new RawLines())
    const reach = await reachOf(assembly.feedReach ?? { folders: [], hosts: [], databaseHost: null })
    const sharing = sharingOf(ground, {
      manager: () => manager,
      ingest,
      sources,
      history,
      picture,
      stateHere: () => status.reported(picture.contacts, clock.now()),
    })
    const site = { tls: assembly.tls, reach, readers, settled: sharing.settled }
    const manager = new FeedManager({
      ...ground,
      ingest,
      sources,
      lock: assembly.keys,
      site,
      isPressed: () => history.recorder.isPressed() || lease.isDoubted,
      changed: () => others.publish(FEEDS, null),
    })
    others.follow(FEEDS, {
      changed: () => manager.reload(),
      afresh: async () => {
        await manager.reload()
        return false
      },
    })
    // With several processes, the owner of the feeds defines the list of feeds.
    if (processes.isShared) await manager.reload()
    else await manager.load(assembly.feeds)
    const status = new FeedStatus(manager, sources, ingest)
    bus.subscribe('judgedFix', (batch) => {
      const now = clock.now()
      status.note(batch, now, batch.count === 0 ? 0 : now - batch.recTime[0]!)
    })
    const keepClocks = () => keepClocksOf(ground, ingest)
    const elsewhere = () => (lease.isOthers ? sharing.state() : null)
    const door = doorOf({ lease, picture, status, elsewhere, sources })
    return {
      door,
      ops: [
        ...feedOps({ manager, sources, clock, db, reach, site, elsewhere }),
        ...sourceOps({ sources, statusOf: door.sources, clock, db, counts: history.counts }),
      ],
      beats: [
        { everyMs: KEEP_MS, work: keepClocks },
        noteStates(ground, manager),
        { everyMs: PRESSURE_MS, work: () => manager.balance() },
        ...sharing.beats,
      ],
      start: () => begin(ground, { sharing, manager, ingest }),
      stop: async () => {
        await manager.stop()
        await keepClocks()
        await sharing.stop()
      },
    }
  },
})

/** Interface of the room. */
export type FeedsInterface = RoomInterface<typeof feeds>

/** Answers of the process that has the feeds: this one, or `elsewhere`, as another reported them. */
const doorOf = (of: {
  lease: Ground['lease']
  picture: PictureInterface
  status: FeedStatus
  elsewhere: () => FeedsState | null
  sources: SourcesInterface
}) => ({
  /** Fixes that feeds have brought since the start of the process that has them. */
  get received() {
    return of.elsewhere()?.received ?? of.status.fixes.total
  },
  /** True if this process has the feeds. */
  get areHere() {
    return of.lease.isOurs
  },
  /** Returns the state of the feeds of the picture. */
  status: (now: number): PictureStatus => {
    const { contacts } = of.picture
    return { ...(of.elsewhere()?.picture ?? of.status.picture(contacts, now)), contacts }
  },
  /** Returns the same source by source. */
  sources: (now: number) => of.elsewhere()?.sources ?? of.status.sources(now),
  /** Returns where receivers on land stood at each moment; `corrected`: as is known now. */
  stationsThen: (corrected: boolean) => stationsThen(of.sources.feedVersions(), corrected),
})

/** Writes down how feeds do, in the process that has them. */
function noteStates(ground: Ground, manager: FeedManager): Beat {
  const states = new FeedStates(ground)
  ground.bus.subscribe('feedsAreHere', () => states.forget())
  const note = () =>
    ground.lease.isOurs
      ? states
          .note(manager.feeds())
          .catch((error: unknown) =>
            ground.log.error('how the feeds do could not be written down', { error: sentenceOf(error) }),
          )
      : undefined
  return { everyMs: STATE_MS, work: note }
}

async function keepClocksOf({ db, log, lease }: Ground, ingest: Ingest) {
  if (!lease.isOurs) return
  await writeClocks(db, [...ingest.wrongClocks()]).catch((error: unknown) =>
    log.error('the station clocks could not be stored', { error: sentenceOf(error) }),
  )
}

/** Receives messages of other processes, and runs the feeds while this process holds the lease. */
async function begin(
  { db, bus, lease }: Ground,
  { sharing, manager, ingest }: { sharing: Sharing; manager: FeedManager; ingest: Ingest },
) {
  await sharing.start()
  await lease.start({
    taken: async (held) => {
      ingest.knowClocks(await readClocks(db))
      await sharing.take(held)
      bus.publish('feedsAreHere', true)
      manager.start()
    },
    lost: async () => {
      bus.publish('feedsAreHere', false)
      await manager.stop()
      sharing.release()
    },
  })
}
