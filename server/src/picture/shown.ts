import { NONE16 } from '../kernel/topics.ts'
import { NOBODY_ROW, type ContactStore } from './contact-store.ts'

/** How the feeds are ranked, by feed number. */
export type Ranking = {
  priority(feed: number): number
  trust(feed: number): number
}

/** A fix stays in play while it is at most this much older than the newest one of any source. */
const IN_PLAY_MS = 3 * 60_000
/** The same for a contact that hardly moves and therefore reports rarely (M.1371-5, table 1: 3 min at anchor). */
const IN_PLAY_SLOW_MS = 10 * 60_000
const SLOW_TENTHS = 30

/** How far behind the newest fix a row may be and still be shown. */
export function inPlayMs(store: ContactStore, row: number): number {
  const { navStatus, sog } = store.rows
  const status = navStatus[row]!
  const isSlow = status === 1 || status === 5 || (sog[row] !== NONE16 && sog[row]! < SLOW_TENTHS)
  return isSlow ? IN_PLAY_SLOW_MS : IN_PLAY_MS
}

const anyRow = () => true

/**
 * The row to show: among the sources in play the one of the highest priority (lowest number), then of the
 * highest trust, then the newest. `may` leaves out rows a caller may not see.
 */
export function chooseShown(
  store: ContactStore,
  id: number,
  ranking: Ranking,
  may: (row: number) => boolean = anyRow,
): number {
  const { rows } = store
  let newest = -Infinity
  for (let row = store.firstRow[id]!; row !== NOBODY_ROW; row = rows.next[row]!)
    if (rows.observedAt[row]! > newest && may(row)) newest = rows.observedAt[row]!
  let best = NOBODY_ROW
  for (let row = store.firstRow[id]!; row !== NOBODY_ROW; row = rows.next[row]!) {
    if (newest - rows.observedAt[row]! > inPlayMs(store, row) || !may(row)) continue
    if (best === NOBODY_ROW || ranks(rows, row, best, ranking)) best = row
  }
  return best
}

function ranks(rows: ContactStore['rows'], row: number, best: number, ranking: Ranking): boolean {
  const byPriority = ranking.priority(rows.feed[row]!) - ranking.priority(rows.feed[best]!)
  if (byPriority !== 0) return byPriority < 0
  const byTrust = ranking.trust(rows.feed[row]!) - ranking.trust(rows.feed[best]!)
  if (byTrust !== 0) return byTrust > 0
  return rows.observedAt[row]! > rows.observedAt[best]!
}
