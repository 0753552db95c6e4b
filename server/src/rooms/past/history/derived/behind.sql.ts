import type pg from 'pg'

/**
 * Prefix of the entries for fixes behind others. Fix ids continue when the clock steps back, so fixes may arrive
 * before others with lower ids. Where that is so is stored with the fixes until they are derived from: a search for
 * fixes above an id begins there.
 */
const PREFIX = 'fixes behind '

/** Notes that some fixes up to an id arrived as early as an instant, epoch ms. */
export async function rememberBehind(client: pg.PoolClient, lastFixId: number, at: number): Promise<void> {
  await client.query(
    'insert into derivations (name, upto_fix_id) values ($1, $2::bigint) on conflict do nothing',
    [PREFIX + String(lastFixId), String(Math.floor(at))],
  )
}

/** The earliest arrival of fixes that were noted and are not derived from yet, epoch ms; Infinity when there are none. */
export async function earliestBehind(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ at: string | null }>(
    `select min(upto_fix_id) as at from derivations where name like '${PREFIX}%'`,
  )
  return Number(rows[0]?.at ?? Infinity)
}

/** Forgets what is derived from by now. */
export async function forgetBehind(client: pg.PoolClient): Promise<void> {
  await client.query(`
    delete from derivations where name like '${PREFIX}%' and substr(name, ${PREFIX.length + 1})::bigint <= (
      select upto_fix_id from derivations where name = 'fixes')`)
}
