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

/** Maximum number of raw lines in a test result, and maximum length of each. */
const MOST_LINES = 20
const MOST_OF_A_LINE = 200
/** Kinds of feeds with binary, unreadable data. */
const BINARY: readonly FeedKind[] = ['beast-tcp']

/** Returns the input of a feed during some seconds, while it runs normally. */
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

/** Returns the same for an unsaved feed: connected for that time, and nothing reaches the picture. */
export async function tried(
  row: FeedRow,
  of: { clock: Clock; site: Site },
  seconds: number,
  signal: AbortSignal | undefined,
) {
  const feed = new RunningFeed(row, CONNECTORS[row.kind], {
    ...of,
    // A bus without subscribers.
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
