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

/** How often other processes are told how the feeds do, and how far is stored. */
const PUSH_EVERY_MS = 1000
const STORED_MS = 100
const SETTLE_MS = 1000

/** What a process with feeds owes others, and takes of them. */
export type Sharing = {
  /** How the feeds do, as the process told that has them; null when nobody did. */
  state(): FeedsState | null
  start(): Promise<void>
  /** The feeds are ours: what was told of them is complete, and `mark` is how far it was stored. */
  take(held: { mark: number; isFirst: boolean }): Promise<void>
  release(): void
  /** Resolves when what came would not be lost with this process; at once in one that is alone. */
  settled(): Promise<void>
  beats: Beat[]
  stop(): Promise<void>
}

const nothing = async () => undefined
/** A process alone tells nobody, and has its feeds from the start. */
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
  /** How the feeds do that this process has. */
  stateHere: () => FeedsState
}

export function sharingOf(ground: Ground, of: Of): Sharing {
  const { processes, lease, log, assembly } = ground
  if (!processes.isShared) return ALONE
  const { history, picture, manager } = of
  const restore = async () => {
    // Who has the feeds holds all there is.
    if (!lease.isOthers) return
    // What was told and is lost here is stored by then.
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
      // Who finds nobody begins with the feeds of its own command line; who takes over keeps those of the other.
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
