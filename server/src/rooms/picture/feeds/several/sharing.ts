import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground } from '../../../../platform/ground.ts'
import type { HistoryInterface } from '../../../past/history/room.ts'
import type { Beat } from '../../../../platform/kernel/cluster/beats.ts'
import type { PictureInterface } from '../../picture/room.ts'
import type { SourcesInterface } from '../../sources/room.ts'
import type { FeedManager } from '../manager.ts'
import type { Ingest } from '../ingest.ts'
import { SharedSea } from './shared-sea.ts'
import { RemoteFeedStates, type FeedsState } from './remote-feed-states.ts'

/** Intervals for publishing the feed states and how far rows are stored. */
const PUSH_EVERY_MS = 1000
const STORED_MS = 100
const SETTLE_MS = 1000

/** Exchange of a feed process with other processes. */
export type Sharing = {
  /** Returns the feed states published by their owner; null without an owner. */
  state(): FeedsState | null
  start(): Promise<void>
  /** Takes the feeds: all messages about them are complete, and `mark` is how far rows are stored. */
  take(held: { mark: number; isFirst: boolean }): Promise<void>
  release(): void
  /** Resolves when what came would not be lost with this process; at once in one that is alone. */
  settled(): Promise<void>
  beats: Beat[]
  stop(): Promise<void>
}

const nothing = async () => undefined
/** Exchange of a single process, which publishes nothing and owns its feeds from the start. */
const ALONE: Sharing = {
  state: () => null,
  start: nothing,
  take: nothing,
  release: () => undefined,
  settled: nothing,
  beats: [],
  stop: nothing,
}

type Of = {
  manager: () => FeedManager
  ingest: Ingest
  sources: SourcesInterface
  history: HistoryInterface
  picture: PictureInterface
  /** Returns the state of the feeds owned by this process. */
  stateHere: () => FeedsState
}

export function sharingOf(ground: Ground, of: Of): Sharing {
  const { processes, lease, log, assembly } = ground
  if (!processes.isShared) return ALONE
  const { history, picture, manager } = of
  const restore = async () => {
    // Who has the feeds holds all there is.
    if (!lease.isOthers) return
    // Published rows lost here are stored by then.
    await sleep(SETTLE_MS)
    history.recorder.storedElsewhere(await lease.mark())
    await history.counts.refresh()
    await picture.restore()
  }
  const published = new RemoteFeedStates(processes, log)
  const sea = new SharedSea({ ...ground, ...of, restore })
  return {
    state: () => published.state,
    start: async () => {
      await published.start()
      await sea.start()
    },
    take: async ({ mark, isFirst }) => {
      await sea.take(mark)
      // The first owner starts with the feeds of its own command line; a successor takes those of its predecessor.
      await manager().load(assembly.feeds, { removes: isFirst })
    },
    release: () => sea.release(),
    settled: () => sea.settled(),
    beats: [
      { everyMs: PUSH_EVERY_MS, work: () => lease.isOurs && published.publish(of.stateHere()) },
      { everyMs: STORED_MS, work: () => sea.publishStored() },
    ],
    stop: async () => {
      await sea.stop()
      await published.stop()
    },
  }
}
