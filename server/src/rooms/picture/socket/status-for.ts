import type { PictureStatus } from '@samudra/contract/socket'
import type { Caller } from '../../../platform/kernel/http/caller.ts'

/** Returns the status limited to what the caller may see. */
export function statusFor(caller: Caller, total: () => number, status: PictureStatus): PictureStatus {
  if (caller.visibility.all) return status
  const feeds = status.feeds.filter((feed) => caller.visibility.source(feed.source))
  const perSecond = feeds.reduce((sum, feed) => sum + feed.rate_per_min, 0) / 60
  return {
    at: status.at,
    contacts: total(),
    fixes_per_s: perSecond,
    sentences_per_s: perSecond,
    p50_latency_ms: null,
    p95_latency_ms: null,
    delays: status.delays.filter(({ source }) => caller.visibility.source(source)),
    feeds,
  }
}
