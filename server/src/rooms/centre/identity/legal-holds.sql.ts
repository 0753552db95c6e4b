import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type LegalHoldRow = {
  id: string
  user_id: string
  username: string
  reason: string
  set_by: string
  set_at: Date
  released_by: string | null
  released_at: Date | null
  release_reason: string | null
}

/** Stores a hold; returns undefined where the user has an open one. */
export async function insertHold(
  db: Db,
  hold: Pick<LegalHoldRow, 'id' | 'user_id' | 'username' | 'reason' | 'set_by' | 'set_at'>,
): Promise<LegalHoldRow | undefined> {
  const { id, user_id, username, reason, set_by, set_at } = hold
  const { rows } = await sql<LegalHoldRow>`
    insert into legal_holds (id, user_id, username, reason, set_by, set_at)
    values (${id}, ${user_id}, ${username}, ${reason}, ${set_by}, ${set_at})
    on conflict do nothing returning *`.execute(query(db))
  return rows[0]
}

/** Releases an open hold; returns undefined where there is none. */
export async function releaseHold(
  db: Db,
  id: string,
  by: string,
  reason: string,
  at: Date,
): Promise<LegalHoldRow | undefined> {
  const { rows } = await sql<LegalHoldRow>`
    update legal_holds set released_by = ${by}, released_at = ${at}, release_reason = ${reason}
    where id = ${id} and released_at is null returning *`.execute(query(db))
  return rows[0]
}

/** Returns holds, the latest first; of one user, and open ones only, where given. */
export async function readHolds(
  db: Db,
  { userId, isOpen }: { userId?: string | undefined; isOpen: boolean },
): Promise<LegalHoldRow[]> {
  const { rows } = await sql<LegalHoldRow>`
    select * from legal_holds
    where (${userId ?? null}::text is null or user_id = ${userId ?? null})
      and (released_at is null or not ${isOpen}::bool)
    order by set_at desc, id desc limit 5000`.execute(query(db))
  return rows
}

/** Returns the ids of users under an open hold. */
export async function heldUserIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from legal_holds where released_at is null`.execute(query(db))
  return rows.map(({ user_id }) => user_id)
}
