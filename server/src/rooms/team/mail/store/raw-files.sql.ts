import type pg from 'pg'
import type { Draft, Files } from '../../../../platform/needs/files.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { MailIndex } from '../reading/indexed-mail.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
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

/** Removes the bytes of a raw message that nothing names. */
export const removeRaw = (db: Db, raw: Files, hash: string): Promise<void> =>
  removeUnnamed(db, hash, () => raw.remove(hash))

/** Removes those of some raw messages that no mail and no recipient needs, with their bodies. */
export async function removeUnusedRaws(db: Db, raw: Files, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const unused = await inTransaction(db, async (client) => {
    // Mails with these messages are stored before these locks, or after what follows.
    await lockFileHashes(client, hashes)
    const { rows } = await client.query<{ hash: string }>(
      `select h as hash from unnest($1::text[]) h
       where not exists (select from mail_messages where raw_hash = h)
         and not exists (select from mail_outgoing where raw_hash = h and state in ('QUEUED', 'SENDING', 'DEFERRED'))`,
      [hashes],
    )
    const some = rows.map(({ hash }) => hash)
    await client.query('delete from mail_bodies where raw_hash = any($1::text[])', [some])
    await client.query('delete from files where kind = $1 and of_id = any($2::text[])', [RAW_KIND, some])
    return some
  })
  for (const hash of unused) await removeRaw(db, raw, hash)
}

/** Yields a raw message, or a range of it. */
export async function* rawBytes(
  raw: Files,
  hash: string,
  range: { from?: number; to?: number } = {},
): AsyncGenerator<Uint8Array> {
  yield* (await raw.read(hash, range)) ?? []
}
