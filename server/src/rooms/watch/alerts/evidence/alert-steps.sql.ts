import type { AlertAction } from '@samudra/contract/alert-workflow'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { AlertRow } from '../alert.ts'

/** Fields of a version that its next step is read from; instants as ISO 8601. */
const FIELDS = [
  'state',
  'condition',
  'count',
  'owner',
  'escalation_level',
  'acked_by',
  'shelved_by',
  'disposition',
  'comments',
] as const satisfies (keyof AlertRow)[]
export type AlertVersion = Pick<AlertRow, (typeof FIELDS)[number]> & {
  version: number
  /** Epoch ms. */
  at: number
  shelved_until: string | null
  /** Null for versions by the system, and for those stored before actors were. */
  actor: string | null
  action: AlertAction | null
}

/** Returns the newest versions of an alert, the oldest of them first. */
export async function versionsOfAlert(db: Db, id: string, limit: number): Promise<AlertVersion[]> {
  const fields = sql.join(FIELDS.map((name) => sql`t.${sql.ref(name)}`))
  const { rows } = await sql<AlertVersion>`
    select v.version, (extract(epoch from v.known_from) * 1000)::float8 as at, v.actor, v.action,
      v.body ->> 'shelved_until' as shelved_until, ${fields}
    from (select * from alert_versions where id = ${id} order by version desc limit ${limit}) v
      cross join lateral jsonb_populate_record(null::alerts, v.body) t
    order by v.version`.execute(query(db))
  return rows
}
