import type { RuleAction, RuleActionOutcome } from '@samudra/contract/rule-actions'
import { sql } from 'kysely'
import type { Also } from '../../../../platform/kernel/objects/objects.sql.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { resultsOfKeys, type Client, type ResultRow } from './results.sql.ts'

/** Which action of which live result. */
export type ActionKey = Pick<ResultRow, 'mmsi'> & { result_id: string; place: number }
export type NewAction = ActionKey & { rule_id: string; action: RuleAction }
/** Something a rule does of one hit, with the hit as it stands. */
export type DueAction = NewAction & { row: ResultRow }
export type DoneAction = NewAction & Pick<RuleActionOutcome, 'state' | 'why'>

const KEYS = `unnest($1::int[], $2::text[], $3::smallint[]) as k (mmsi, result_id, place)`
const keysOf = (actions: readonly ActionKey[]) => [
  actions.map(({ mmsi }) => mmsi),
  actions.map(({ result_id }) => result_id),
  actions.map(({ place }) => place),
]
const IS_ONE = 'd.mmsi = k.mmsi and d.result_id = k.result_id and d.place = k.place'

/** Notes what is to be done, with what else a transaction stores; what is noted already is not noted again. */
export async function storeActions(
  client: Client,
  actions: readonly NewAction[],
  now: number,
): Promise<void> {
  if (actions.length === 0) return
  await client.query(
    `insert into rule_deeds (mmsi, result_id, place, rule_id, action, noted_at)
     select mmsi, result_id, place, rule_id, action, $2
     from jsonb_to_recordset($1::jsonb) as r (mmsi int, result_id text, place smallint, rule_id text, action jsonb)
     on conflict do nothing`,
    [JSON.stringify(actions), new Date(now)],
  )
}

/** Returns true if an action waits to be done or to be recorded. */
export async function isActionOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from rule_deeds where recorded_at is null) as is_open`.execute(query(db))
  return rows[0]!.is_open
}

const READ = 'd.mmsi, d.result_id, d.place, d.rule_id, d.action, d.state, d.why'
/**
 * Locks waiting actions of some kinds until the end of the transaction, earliest first; no other process takes them.
 */
export async function claimActions(
  client: Client,
  kinds: readonly RuleAction['do'][],
  limit: number,
): Promise<DueAction[]> {
  const { rows } = await client.query<NewAction>(
    `select ${READ} from rule_deeds d where recorded_at is null and state = 'WAITS' and action ->> 'do' = any($1::text[])
     order by noted_at, mmsi, result_id, place limit $2 for update skip locked`,
    [kinds, limit],
  )
  const results = await resultsOfKeys(
    client,
    rows.map(({ mmsi, result_id: id }) => ({ mmsi, id })),
  )
  const byKey = new Map(results.map((row) => [`${row.mmsi} ${row.id}`, row]))
  const rowOf = ({ mmsi, result_id }: NewAction) => byKey.get(`${mmsi} ${result_id}`)
  const gone = rows.filter((due) => rowOf(due) === undefined)
  if (gone.length > 0) await settleActions(client, gone, GONE)
  return rows.flatMap((due) => {
    const row = rowOf(due)
    return row === undefined ? [] : [{ ...due, row }]
  })
}
const GONE = { state: 'REFUSED', why: 'the hit was deleted' } as const

/** Stores the outcome of waiting actions. */
export async function settleActions(
  client: Client,
  actions: readonly ActionKey[],
  { state, why }: Pick<RuleActionOutcome, 'state' | 'why'>,
): Promise<void> {
  await client.query(
    `update rule_deeds d set state = $4, why = $5 from ${KEYS} where ${IS_ONE} and d.state = 'WAITS'`,
    [...keysOf(actions), state, why],
  )
}

/** Returns SQL that marks actions as done in the statement that opens the object version by which they are done. */
export const alsoDone = (actions: readonly ActionKey[]): Also => sql`,
  deeds_done as (
    update rule_deeds d set state = 'DONE'
    from opened, jsonb_to_recordset(${JSON.stringify(actions)}::jsonb) as k (mmsi int, result_id text, place smallint)
    where ${sql.raw(IS_ONE)} and d.state = 'WAITS'
  )`

/** Returns actions done or refused that are not in the audit record, and marks them as recorded. */
export async function takeUnrecorded(client: Client, limit: number, now: number): Promise<DoneAction[]> {
  const { rows } = await client.query<DoneAction>(
    `with due as (
       select mmsi, result_id, place from rule_deeds where recorded_at is null and state <> 'WAITS'
       order by noted_at limit $1 for update skip locked)
     update rule_deeds d set recorded_at = $2 from due k where ${IS_ONE} returning ${READ}`,
    [limit, new Date(now)],
  )
  return rows
}

/** Returns done and waiting actions of live results, in the order of their rules. */
export async function actionsOfResults(
  db: Db,
  results: readonly { mmsi: number; id: string }[],
): Promise<DoneAction[]> {
  const { rows } = await sql<DoneAction>`
    select ${sql.raw(READ)} from rule_deeds d join unnest(
      ${results.map(({ mmsi }) => mmsi)}::int[], ${results.map(({ id }) => id)}::text[]) as r (mmsi, id)
    on d.mmsi = r.mmsi and d.result_id = r.id order by d.place`.execute(query(db))
  return rows
}

export async function deleteActions(db: Db, before: Date): Promise<void> {
  await sql`delete from rule_deeds where noted_at < ${before}`.execute(query(db))
}
