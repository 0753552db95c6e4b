import { allOf, isAddressed, type Audience } from '../../../../platform/kernel/http/audience.ts'
import type { ResultRow } from '../../rules/room.ts'
import type { AlertRow, StoredAlert } from '../alert.ts'
import { isGraver } from '../alert-visibility.ts'
import type { Match } from './match-hits.ts'
import type { Hit } from './raise.sql.ts'

type User = Parameters<typeof isAddressed>[1]
/** A match with the alert that it raises unless it counts in one that is there. */
export type Candidate = { match: Match; fresh: StoredAlert }
/** Hits with the alerts that they count in; by the id of an alert. */
export type Deduped = { hits: Hit[]; alerts: Map<string, StoredAlert> }

type Known = {
  /** Alerts with the keys of the candidates, the latest first. */
  same: readonly StoredAlert[]
  users: readonly User[]
  /** Returns the audience of an alert. */
  knowers: (row: AlertRow) => Audience
}

/** Counts each candidate in the alert that is there for the same thing, or adds its own. */
export function deduped(candidates: readonly Candidate[], { same, users, knowers }: Known): Deduped {
  const byKey = new Map<string, StoredAlert[]>()
  const put = (alert: StoredAlert) => {
    const like = byKey.get(alert.dedupe)
    if (like === undefined) byKey.set(alert.dedupe, [alert])
    else like.push(alert)
  }
  same.forEach(put)
  const alerts = new Map<string, StoredAlert>()
  const hits = candidates.map(({ match, fresh }) => {
    const like = byKey.get(fresh.dedupe) ?? []
    const before = like.find((one) => isSame(one, fresh, { users, knowers }))
    if (before === undefined) put(fresh)
    const alert = before ?? fresh
    alerts.set(alert.id, alert)
    return hitOf(alert.id, match)
  })
  return { hits, alerts }
}

/** Returns true if a hit counts in an existing alert: it has the same audience and is no graver. */
function isSame(before: AlertRow, fresh: AlertRow, { users, knowers }: Omit<Known, 'same'>): boolean {
  if (isGraver(fresh.severity, before.severity)) return false
  // A live hit is not counted in an alert of a recording, which does not escalate.
  if (fresh.escalates && !before.escalates) return false
  const isWithin =
    before.condition === 'ACTIVE' || before.last_at + before.window_min * 60_000 >= fresh.first_at
  if (!isWithin) return false
  const hidden: Audience = allOf(knowers(before), { to: 'not', those: knowers(fresh) })
  return !users.some((user) => isAddressed(hidden, user))
}

/** Returns what a later version of a hit changes. */
export const laterOf = ({ again, status, last_at, began_at, ended_at }: ResultRow) => ({
  again,
  status,
  last_at,
  began_at,
  ended_at,
})

const MOST_FIXES = 50
const hitOf = (alert_id: string, { row, raiser }: Match): Hit => ({
  alert_id,
  mmsi: row.mmsi,
  result_id: row.id,
  definition_id: raiser.id ?? '',
  first_at: row.first_at,
  fix_ids: fixesOf(row.explanation).slice(0, MOST_FIXES).map(String),
  ...laterOf(row),
})
type Why = { fix_ids: readonly unknown[]; of: readonly Why[] }
const fixesOf = (why: Why | null): unknown[] =>
  why === null ? [] : [...new Set([...why.fix_ids, ...why.of.flatMap(fixesOf)])]
