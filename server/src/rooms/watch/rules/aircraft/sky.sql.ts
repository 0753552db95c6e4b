import type { SavedAircraft } from '@samudra/rules/values/aircraft'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { Client } from '../findings/results.sql.ts'

/** Keeps aircraft as rules remember them. */
export async function keepSky(client: Client, sky: SavedAircraft): Promise<void> {
  await client.query(
    `insert into rule_sky (sky) values ($1::jsonb) on conflict (one) do update set sky = excluded.sky`,
    [JSON.stringify(sky)],
  )
}
/** Returns null if nothing is saved. */
export async function readSky(db: Db): Promise<SavedAircraft | null> {
  const { rows } = await sql<{ sky: SavedAircraft }>`select sky from rule_sky`.execute(query(db))
  return rows[0]?.sky ?? null
}
/** No rule of aircraft is evaluated any more. */
export async function forgetSky(db: Db): Promise<void> {
  await sql`delete from rule_sky`.execute(query(db))
}
