import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { StoredAlert } from '../alert.ts'
import type { Client } from '../alerts.sql.ts'
import { countSince, storeBurst, lockSince, type AlertBurst } from '../raising/raise.sql.ts'

const MINUTE_MS = 60_000
/** Groups of one flood: one for each of the definitions that came first, and one for all others. */
const MOST_GROUPS = 20

type Flooding = { flood: AlertBurst; limit: number; now: number }

/**
 * The same alerts, new ones in groups while more than `limit` come in a minute, with those of the minute before when that
 * begins. It is over when half as many come.
 */
export async function grouped(
  client: Client,
  changed: readonly StoredAlert[],
  { flood, limit, now }: Flooding,
): Promise<{ rows: StoredAlert[]; begins: boolean }> {
  const isNew = ({ version }: StoredAlert) => version === 1
  const fresh = changed.filter(isNew).length
  if (fresh === 0) return { rows: [...changed], begins: false }
  const count = fresh + (await countSince(client, now - MINUTE_MS))
  const goesOn = flood.flood !== null && count > limit / 2
  if (count <= limit && !goesOn) {
    if (flood.flood !== null) await storeBurst(client, { flood: null, flood_groups: [] })
    return { rows: [...changed], begins: false }
  }
  const id = goesOn ? flood.flood! : ulid(now)
  const groups = goesOn ? [...flood.flood_groups] : []
  const inGroup = (row: StoredAlert): StoredAlert => ({ ...row, group_key: `${id}.${groupOf(row, groups)}` })
  const known = new Set(changed.map((row) => row.id))
  const before = goesOn ? [] : await lockSince(client, now - MINUTE_MS)
  const earlier = before
    .filter((row) => !known.has(row.id) && row.group_key === null)
    .map((row) => inGroup({ ...row, version: row.version + 1, changed_at: now }))
  const since = new Set(before.map((row) => row.id))
  const rows = changed.map((row) =>
    isNew(row) || (since.has(row.id) && row.group_key === null) ? inGroup(row) : row,
  )
  await storeBurst(client, { flood: id, flood_groups: groups })
  return { rows: [...earlier, ...rows], begins: !goesOn }
}

/** The number of the group of an alert; who comes first has one of its own. */
function groupOf({ definition_id, rule_id }: StoredAlert, groups: string[]): number {
  const of = definition_id ?? rule_id
  const at = groups.indexOf(of)
  if (at >= 0) return at
  if (groups.length < MOST_GROUPS - 1) return groups.push(of) - 1
  return MOST_GROUPS - 1
}
