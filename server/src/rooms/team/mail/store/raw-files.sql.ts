import type pg from 'pg'
import type { Draft, Files } from '../../../../platform/needs/files.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { sql } from 'kysely'
import type { MailIndex } from '../reading/indexed-mail.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { lockFileHashes, removeUnnamed } from '../../../../platform/kernel/files/files.sql.ts'

/** Kind of the files that hold raw messages. */
export const RAW_KIND = 'mail-raw'

/** Raw message that is stored, with its content where mailboxes show it. */
export type NewRaw = { draft: Draft; index: MailIndex | null }

/** Stores raw messages and their bodies, each once, within the transaction that stores their mails. */
export async function storeRaws(client: pg.PoolClient, raws: readonly NewRaw[], at: Date): Promise<void> {
  const byHash = new Map(raws.map((raw) => [raw.draft.hash, raw]))
  const some = [...byHash.values()]
  // Bytes under these hashes are removed before these locks, or not at all.
  await lockFileHashes(client, [...byHash.keys()])
  await client.query(
    `with named as (
       insert into files (id, hash, size, type, name, user_id, at, is_scanned, kind, of_id, place, is_whole)
       select id, hash, size, 'message/rfc822', 'mail.eml', '', $4, false, $5, hash, 0, true
       from unnest($1::text[], $2::text[], $3::float8[]) r (id, hash, size)
       where not exists (select from files f where f.kind = $5 and f.of_id = r.hash))
     insert into mail_bodies (raw_hash, body_html, body_text, remote_pictures, attachments)
     select raw_hash, body_html, body_text, remote_pictures, attachments
     from jsonb_populate_recordset(null::mail_bodies, $6::jsonb) on conflict do nothing`,
    [
      some.map(() => ulid(at.getTime())),
      some.map(({ draft }) => draft.hash),
      some.map(({ draft }) => draft.size),
      at,
      RAW_KIND,
      JSON.stringify(some.flatMap(({ draft, index }) => (index === null ? [] : bodyRow(draft.hash, index)))),
    ],
  )
  await Promise.all(some.map(({ draft }) => draft.store()))
}

const bodyRow = (raw_hash: string, { html, text, remotePictures, attachments }: MailIndex) => ({
  raw_hash,
  body_html: html,
  body_text: text,
  remote_pictures: remotePictures,
  attachments,
})

/** Removes the bytes of a raw message that came to no mailbox. */
export const removeRaw = (db: Db, raw: Files, hash: string): Promise<void> =>
  removeUnnamed(db, hash, () => raw.remove(hash))

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
