import { WAITING_STATES, type AlertMark } from '@samudra/contract/alert-marks'
import type { AlertState } from '@samudra/contract/alert-workflow'
import { laterOf, type Alert } from '@samudra/contract/alerts'

type Alerts = ReadonlyMap<string, Alert>

/** Returns pushed alerts with further ones: each the latest version of its id, the `most` pushed last. */
export function pushedAfter(pushed: Alerts, alerts: readonly Alert[], most: number): Alerts {
  const next = new Map(pushed)
  for (const alert of alerts) {
    const latest = laterOf(next.get(alert.id), alert)
    next.delete(alert.id)
    next.set(alert.id, latest)
  }
  for (const id of next.keys()) {
    if (next.size <= most) break
    next.delete(id)
  }
  return next
}

type List = {
  /** Returns true for an alert that belongs to the list. */
  fits: (alert: Alert) => boolean
  /** The list continues after its last row, so older alerts are on a page not yet read. */
  hasMore: boolean
}

/** Returns rows of a list, by `known_at` then `id` descending, as they stand after what was pushed since it was read. */
export function rowsAfter(rows: readonly Alert[], pushed: Alerts, { fits, hasMore }: List): readonly Alert[] {
  if (pushed.size === 0) return rows
  const last = hasMore ? rows.at(-1) : undefined
  const read = new Map(rows.map((row) => [row.id, row]))
  let isSame = true
  for (const [id, alert] of pushed) {
    const row = read.get(id)
    if (row !== undefined && row.version >= alert.version) continue
    if (fits(alert)) {
      if (row === undefined && last !== undefined && isLater(last, alert)) continue
      read.set(id, alert)
    } else if (!read.delete(id)) continue
    isSame = false
  }
  if (isSame) return rows
  return [...read.values()].sort((a, b) => (isLater(a, b) ? -1 : 1))
}
const isLater = (one: Alert, other: Alert) =>
  one.known_at === other.known_at ? one.id > other.id : one.known_at > other.known_at

/** Counts waiting alerts by state, of one severity or of all. */
export function countsOf(
  marks: Iterable<AlertMark>,
  severity: string,
): Record<(typeof WAITING_STATES)[number], number> & Partial<Record<AlertState, number>> {
  const counts = { NEW: 0, ACKNOWLEDGED: 0, IN_PROGRESS: 0 }
  for (const mark of marks) if (severity === '' || mark.severity === severity) counts[mark.state]++
  return counts
}
