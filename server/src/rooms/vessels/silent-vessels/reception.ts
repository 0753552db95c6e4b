import type { SourceStatus } from '@samudra/contract/feeds'
import type { SourceNames } from '../../../sea/names.ts'
import type { FeedChange } from './outages.sql.ts'

/** Shorter interruptions are of the line and not of the receiver. */
const OUTAGE_MS = 2 * 60_000
const RECEIVING = new Set(['UP', 'SLOW', 'STALE'])

/** Reception of one source: since when without an outage, null while nothing is received; and its last message. */
export type Reception = { since: number | null; lastMessageAt: string | null }

/** Returns the end of the last outage of a feed, or its first state if it had none; null while it does not receive. */
export function receivingSince(changes: readonly { at: Date; state: string }[]): number | null {
  let since: number | null = null
  let stoppedAt: number | null = null
  for (const { at, state } of changes) {
    const time = at.getTime()
    if (!RECEIVING.has(state)) stoppedAt ??= time
    else {
      if (since === null || (stoppedAt !== null && time - stoppedAt >= OUTAGE_MS)) since = time
      stoppedAt = null
    }
  }
  return stoppedAt === null ? since : null
}

/** Reception of every source by its number. A source receives as long as one of its feeds does. */
export function receptionOf(
  statuses: readonly SourceStatus[],
  changes: readonly FeedChange[],
  names: SourceNames,
): Map<number, Reception> {
  const byFeed = new Map<number, FeedChange[]>()
  for (const change of changes) byFeed.set(change.number, [...(byFeed.get(change.number) ?? []), change])
  const since = new Map<number, number>()
  for (const ofFeed of byFeed.values()) {
    const at = receivingSince(ofFeed)
    const { source } = ofFeed[0]!
    if (at !== null) since.set(source, Math.min(at, since.get(source) ?? Infinity))
  }
  const statusOf = new Map(statuses.map((status) => [status.source, status]))
  return new Map(
    names.sources().map(({ number, code }) => {
      const status = statusOf.get(code)
      const isReceiving = status !== undefined && RECEIVING.has(status.state)
      return [
        number,
        {
          // The state is written down a moment after it changed.
          since: isReceiving ? (since.get(number) ?? Date.parse(status.since)) : null,
          lastMessageAt: status?.last_message_at ?? null,
        },
      ]
    }),
  )
}
