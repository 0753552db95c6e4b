import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedCounters, FeedKind, FeedTest } from '@samudra/contract/feeds'
import type { Clock } from '../../../platform/needs/clock.ts'
import { Bus } from '../../../platform/kernel/cluster/topic-bus.ts'
import type { Topics } from '../../../sea/topics.ts'
import type { Site } from './reading/connector.ts'
import { CONNECTORS } from './connectors/all.ts'
import { RunningFeed } from './feed.ts'
import type { FeedRow } from './feeds.sql.ts'
import { Ingest } from './ingest.ts'

/** Lines told as they came, and how much of each. */
const MOST_LINES = 20
const MOST_OF_A_LINE = 200
/** Kinds that bring bytes nobody reads as text. */
const BINARY: readonly FeedKind[] = ['beast-tcp']

/** What comes by a feed in so many seconds, told while it runs as always. */
export async function receivedFrom(
  feed: RunningFeed,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<FeedTest> {
  const before = feed.counted()
  const lines: string[] = []
  const untap = BINARY.includes(feed.row.kind) ? () => undefined : feed.tap((chunk) => note(lines, chunk))
  try {
    await sleep(seconds * 1000, undefined, signal === undefined ? {} : { signal })
  } finally {
    untap()
  }
  const { state } = feed.state()
  return {
    seconds,
    state,
    why: feed.lastError,
    counters: less(feed.counted(), before),
    lines,
  }
}

/** The same of one that is not kept: connected for so long, and nothing of it reaches the picture. */
export async function tried(
  row: FeedRow,
  of: { clock: Clock; site: Site },
  seconds: number,
  signal: AbortSignal | undefined,
) {
  const feed = new RunningFeed(row, CONNECTORS[row.kind], {
    ...of,
    // A bus nobody hears.
    ingest: new Ingest(new Bus<Topics>(() => undefined), { judge: () => undefined }),
    sources: { stationNumber: () => -1 },
    accepting: () => true,
    lease: { isOurs: true },
  })
  feed.start()
  try {
    return await receivedFrom(feed, seconds, signal)
  } finally {
    await feed.stop()
  }
}

function note(lines: string[], chunk: Uint8Array) {
  if (lines.length >= MOST_LINES) return
  const text = Buffer.from(chunk.subarray(0, MOST_LINES * MOST_OF_A_LINE)).toString('latin1')
  for (const line of text.split(/\r?\n/)) {
    const plain = line.replaceAll(/[^\x20-\x7e]/g, '·').slice(0, MOST_OF_A_LINE)
    if (plain !== '' && lines.length < MOST_LINES) lines.push(plain)
  }
}

const less = (after: FeedCounters, before: FeedCounters) =>
  Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - before[name as keyof FeedCounters]]),
  ) as FeedCounters
