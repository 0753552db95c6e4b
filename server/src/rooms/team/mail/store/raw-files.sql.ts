import type pg from 'pg'
import type { Draft, Files } from '../../../../platform/needs/files.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { lockFileHash } from '../../../../platform/kernel/files/files.sql.ts'

/** Kind of the files that hold raw messages. */
export const RAW_KIND = 'mail-raw'

/** Stores the bytes of a raw message and names them, within the transaction that stores its mails. */
export async function storeRaw(client: pg.PoolClient, draft: Draft, at: Date): Promise<void> {
  // Bytes under this hash are removed before this lock, or not at all.
  await lockFileHash(client, draft.hash)
  await client.query(
    `insert into files (id, hash, size, type, name, user_id, at, is_scanned, kind, of_id, place, is_whole)
     select $1, $2, $3, 'message/rfc822', 'mail.eml', '', $4, false, $5, $2, 0, true
     where not exists (select from files where kind = $5 and of_id = $2)`,
    [ulid(at.getTime()), draft.hash, draft.size, at, RAW_KIND],
  )
  await draft.store()
}

/** Removes raw messages and bodies that no mail has any more; returns the ids of their files. */
export async function unusedRaws(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const { rows } = await sql<{ hash: string }>`
    select h as hash from unnest(${hashes}::text[]) h
    where not exists (select from mail_messages where raw_hash = h)
      and not exists (select from mail_outgoing where raw_hash = h and state in ('QUEUED', 'SENDING', 'DEFERRED'))`.execute(
    query(db),
  )
  const unused = rows.map(({ hash }) => hash)
  await sql`delete from mail_bodies where raw_hash = any(${unused}::text[])`.execute(query(db))
  const files = await sql<{ id: string }>`
    select id from files where kind = ${RAW_KIND} and of_id = any(${unused}::text[])`.execute(query(db))
  return files.rows.map(({ id }) => id)
}

/** Yields a raw message, or a range of it. */
export async function* rawBytes(
  raw: Files,
  hash: string,
  range: { from?: number; to?: number } = {},
): AsyncGenerator<Uint8Array> {
  yield* (await raw.read(hash, range)) ?? []
}
