import type { SourceStatus } from '@samudra/contract/feeds'
import type { FeedState, PictureStatus } from '@samudra/contract/socket'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { QUALITY, REASON } from '../../../sea/fix-batch.ts'
import type { Ingest } from './ingest.ts'
import type { RunningFeed } from './feed.ts'
import type { FeedManager } from './manager.ts'
import { LATENCY_BUCKETS, Meter, bucketQuantile, latencyBucket } from './reading/meter.ts'
import type { SourcesInterface } from '../sources/room.ts'
import type { FeedState as Reported, FeedsState } from './several/remote-feed-states.ts'
import { UnreadData } from './reading/unread-data.ts'

const BEST_FIRST: FeedState[] = ['UP', 'SLOW', 'STALE', 'DOWN', 'PAUSED']
const HALF_LIFE_MS = 60_000
/** First bucket of the picture's own latency: 0.25 ms. */
const PICTURE_FIRST_MS = 0.25
const PICTURE_BUCKETS = 24

/** Counts by bucket that fade, so that quantiles speak of the last minute or two. */
class FadingBuckets {
  readonly counts: Float64Array
  #fadedAt = 0
  constructor(size: number) {
    this.counts = new Float64Array(size)
  }
  fade(now: number) {
    if (now - this.#fadedAt < HALF_LIFE_MS) return
    this.#fadedAt = now
    for (let i = 0; i < this.counts.length; i++) this.counts[i] = Math.floor(this.counts[i]! / 2)
  }
}

/** Measures what comes in: rates, latency by source, and how long a fix takes from arrival to the picture. */
export class FeedStatus {
  readonly fixes = new Meter()
  readonly #latencyBySource: (FadingBuckets | undefined)[] = []
  readonly #picture = new FadingBuckets(PICTURE_BUCKETS)
  readonly #manager: FeedManager
  readonly #registry: SourcesInterface
  readonly #ingest: Pick<Ingest, 'wrongClocks'>

  constructor(manager: FeedManager, sources: SourcesInterface, ingest: Pick<Ingest, 'wrongClocks'>) {
    this.#ingest = ingest
    this.#manager = manager
    this.#registry = sources
  }

  /** Notes a judged batch: `tookMs` from the arrival of its bytes to here. */
  note(batch: FixBatch, now: number, tookMs: number): void {
    this.fixes.add(batch.count, now)
    for (let i = 0; i < batch.count; i++) {
      const source = batch.source[i]!
      const buckets = (this.#latencyBySource[source] ??= new FadingBuckets(LATENCY_BUCKETS))
      const bucket = latencyBucket(batch.recTime[i]! - batch.observedAt[i]!)
      buckets.counts[bucket] = buckets.counts[bucket]! + 1
      if (
        batch.quality[i] === QUALITY.QUARANTINED &&
        batch.reasons[i]! & (REASON.JUMP | REASON.OUT_OF_ORDER)
      ) {
        const feed = this.#manager.byNumber(batch.feed[i]!)
        if (feed !== undefined) feed.counters.quarantined++
      }
    }
    const bucket = Math.min(
      PICTURE_BUCKETS - 1,
      Math.max(0, Math.ceil(Math.log2(Math.max(tookMs, 1e-3) / PICTURE_FIRST_MS))),
    )
    this.#picture.counts[bucket] = this.#picture.counts[bucket]! + batch.count
  }

  /** Returns the complete state, as published to other processes. */
  reported(contacts: number, now: number): FeedsState {
    return {
      picture: this.picture(contacts, now),
      sources: this.sources(now),
      feeds: Object.fromEntries(this.#manager.feeds().map((feed) => [feed.row.id, feedState(feed, now)])),
      received: this.fixes.total,
    }
  }

  picture(contacts: number, now: number): PictureStatus {
    this.#picture.fade(now)
    let sentences = 0
    const feeds = this.#manager.feeds().map((feed) => {
      sentences += feed.sentences.perSecond(now)
      return {
        id: feed.row.id,
        name: feed.row.name,
        source: this.#registry.sourceCode(feed.row.source_id),
        state: feed.state().state,
        rate_per_min: feed.sentences.perMinute(now),
        last_message_at: feed.lastMessageAt === null ? null : new Date(feed.lastMessageAt).toISOString(),
      }
    })
    return {
      at: new Date(now).toISOString(),
      contacts,
      fixes_per_s: this.fixes.perSecond(now),
      sentences_per_s: sentences,
      p50_latency_ms: bucketQuantile(this.#picture.counts, 0.5, PICTURE_FIRST_MS),
      p95_latency_ms: bucketQuantile(this.#picture.counts, 0.95, PICTURE_FIRST_MS),
      delays: this.#registry.sources().flatMap(({ code, number }) => {
        const { p50, p95 } = this.#latencyOf(number, now)
        return p50 === null || p95 === null ? [] : [{ source: code, p50_s: p50, p95_s: p95 }]
      }),
      feeds,
    }
  }

  /** From observation to arrival, seconds; null where nothing came lately. */
  #latencyOf(source: number, now: number): { p50: number | null; p95: number | null } {
    const buckets = this.#latencyBySource[source]
    buckets?.fade(now)
    const quantile = (share: number) => (buckets ? bucketQuantile(buckets.counts, share, 0.25) : null)
    return { p50: quantile(0.5), p95: quantile(0.95) }
  }

  sources(now: number): SourceStatus[] {
    const clocks = [...this.#ingest.wrongClocks()]
    return this.#registry.sources().flatMap((source) => {
      const feeds = this.#manager.feeds().filter((feed) => feed.row.source_id === source.number)
      // A source whose feeds are gone lives on in the past alone.
      if (feeds.length === 0) return []
      const states = feeds.map((feed) => feed.state())
      const state = BEST_FIRST.find((one) => states.some((its) => its.state === one)) ?? 'PAUSED'
      const last = Math.max(...feeds.map((feed) => feed.lastMessageAt ?? -Infinity))
      const { p50, p95 } = this.#latencyOf(source.number, now)
      const unread = new UnreadData()
      for (const feed of feeds) unread.add(feed.unread)
      return {
        source: source.code,
        name: source.name,
        state,
        rate_per_min: feeds.reduce((sum, feed) => sum + feed.sentences.perMinute(now), 0),
        baseline_rate: Math.round(feeds.reduce((sum, feed) => sum + feed.usualRate, 0)),
        last_message_at: Number.isFinite(last) ? new Date(last).toISOString() : null,
        p50_latency_s: p50,
        p95_latency_s: p95,
        errors_1h: feeds.reduce((sum, feed) => sum + feed.errorsLastHour(now), 0),
        wrong_clocks: clocks
          .filter((one) => feeds.some((feed) => feed.row.number === one.feed))
          .map((one) => ({
            station: this.#registry.stationCode(one.station),
            ahead_s: Math.round(one.aheadMs / 1000),
          })),
        unread_data: unread.reported(),
        since: new Date(Math.min(...states.map((one) => one.since), now)).toISOString(),
        affected_detectors: state === 'UP' || state === 'PAUSED' ? [] : ['FEED_DELAY'],
      }
    })
  }
}

/** Returns the state of a feed connected here. */
export function feedState(feed: RunningFeed, now: number): Reported {
  const { state, since } = feed.state()
  return {
    state,
    since: new Date(since).toISOString(),
    last_message_at: feed.lastMessageAt === null ? null : new Date(feed.lastMessageAt).toISOString(),
    last_error: feed.lastError,
    rate_per_min: feed.sentences.perMinute(now),
    counters: feed.counted(),
  }
}
