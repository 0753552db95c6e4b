import { sql } from 'kysely'
import type { StaticFields } from './static-fields.ts'
import type { Db } from '../platform/needs/database.ts'
import { query } from '../platform/needs/query.ts'

export type IdentityRow = { mmsi: number; split: number; fields: StaticFields; marks: number }

/**
 * Returns the version valid at an instant; for a contact first received later, its first. It makes two look-ups in one
 * index.
 */
const believed = (at: Date) => sql`
  (select fields, marks from static_versions version
   where version.mmsi = contact.mmsi and version.split = contact.split and known_from <= ${at}
   order by known_from desc limit 1)
  union all
  (select fields, marks from static_versions version
   where version.mmsi = contact.mmsi and version.split = contact.split and known_from > ${at}
   order by known_from limit 1)
  limit 1`

/** Returns the identities of all or some contacts at an instant. */
export async function identitiesAt(
  db: Db,
  at: Date,
  mmsis: readonly number[] | null = null,
): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select contact.mmsi, contact.split, known.fields, known.marks
    from statics contact cross join lateral (${believed(at)}) known
    where ${mmsis}::int[] is null or contact.mmsi = any(${mmsis}::int[])`.execute(query(db))
  return rows
}

/** Returns the changes of identity after an instant and up to another; `at` in epoch ms. */
export async function identityChanges(
  db: Db,
  from: Date,
  to: Date,
): Promise<(IdentityRow & { at: number })[]> {
  const { rows } = await sql<IdentityRow & { at: number }>`
    select mmsi, split, (extract(epoch from known_from) * 1000)::float8 as at, fields, marks from static_versions
    where known_from > ${from} and known_from <= ${to} order by mmsi, split, known_from`.execute(query(db))
  return rows
}

/** Returns the identities at an instant of the contacts whose data changed between two instants. */
export async function changedIdentities(db: Db, one: Date, other: Date, at: Date): Promise<IdentityRow[]> {
  const [from, to] = one < other ? [one, other] : [other, one]
  const { rows } = await sql<IdentityRow>`
    select contact.mmsi, contact.split, known.fields, known.marks
    from (select distinct mmsi, split from static_versions where known_from > ${from} and known_from <= ${to}) contact
    cross join lateral (${believed(at)}) known`.execute(query(db))
  return rows
}
