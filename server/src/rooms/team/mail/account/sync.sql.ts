import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

export type FolderRow = {
  path: string
  folder: string
  uid_validity: string
  uid_next: number
  modseq: string
}

export async function foldersRead(db: Db, account: string): Promise<FolderRow[]> {
  const { rows } =
    await sql<FolderRow>`select path, folder, uid_validity, uid_next::float8 as uid_next, modseq
    from mail_account_folders where account = ${account}`.execute(query(db))
  return rows
}

export async function noteFolder(db: Db, account: string, row: FolderRow): Promise<void> {
  await sql`insert into mail_account_folders (account, path, folder, uid_validity, uid_next, modseq)
    values (${account}, ${row.path}, ${row.folder}, ${row.uid_validity}, ${row.uid_next}, ${row.modseq})
    on conflict (account, path) do update set folder = excluded.folder, uid_validity = excluded.uid_validity,
      uid_next = excluded.uid_next, modseq = excluded.modseq`.execute(query(db))
}

/** Adds an own folder to a mailbox under a name; returns the folder of that name when there is one. */
export async function ownFolder(db: Db, mailbox: string, id: string, name: string): Promise<string> {
  const { rows } = await sql<{ folder: string }>`
    with added as (insert into mail_folders (mailbox, folder, name) values (${mailbox}, ${id}, ${name})
      on conflict do nothing returning folder)
    select folder from added union all
    select folder from mail_folders where mailbox = ${mailbox} and lower(name) = lower(${name}) limit 1`.execute(
    query(db),
  )
  return rows[0]!.folder
}

/** Returns which mail each uid of a folder is. */
export async function uidsOf(db: Db, account: string, path: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ uid: number; mail_id: string }>`
    select uid::float8 as uid, mail_id from mail_account_uids
    where account = ${account} and path = ${path}`.execute(query(db))
  return new Map(rows.map(({ uid, mail_id }) => [uid, mail_id]))
}

export async function placesOf(db: Db, mailId: string): Promise<{ path: string; uid: number }[]> {
  const { rows } = await sql<{ path: string; uid: number }>`
    select path, uid::float8 as uid from mail_account_uids where mail_id = ${mailId}`.execute(query(db))
  return rows
}

export async function notePlace(
  db: Db,
  account: string,
  { path, uid, mailId }: { path: string; uid: number; mailId: string },
): Promise<void> {
  await sql`insert into mail_account_uids (account, path, uid, mail_id) values (${account}, ${path}, ${uid}, ${mailId})
    on conflict (account, path, uid) do update set mail_id = excluded.mail_id`.execute(query(db))
}
export async function forgetPlaces(
  db: Db,
  account: string,
  path: string,
  uids: readonly number[],
): Promise<void> {
  await sql`delete from mail_account_uids
    where account = ${account} and path = ${path} and uid = any(${uids}::bigint[])`.execute(query(db))
}
export async function forgetFolder(db: Db, account: string, path: string): Promise<void> {
  await sql`delete from mail_account_uids where account = ${account} and path = ${path}`.execute(query(db))
}

export type RemoteFlags = { isSeen: boolean; isStarred: boolean; isAnswered: boolean; isForwarded: boolean }
export type MailState = RemoteFlags & { id: string; folder: string; state: string; rawHash: string | null }

/** Returns the state of some mails here; mails that are gone for their user are missing, also under a legal hold. */
export async function statesOf(db: Db, ids: readonly string[]): Promise<Map<string, MailState>> {
  const { rows } = await sql<MailState>`select id, folder, state, raw_hash as "rawHash", is_seen as "isSeen",
      is_starred as "isStarred", is_answered as "isAnswered", is_forwarded as "isForwarded"
    from mail_messages where id = any(${ids}::text[]) and folder <> 'Held'`.execute(query(db))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sets what the other server has of mails: flags and folder. Returns the ids of those that changed. */
export const applyRemote = (
  db: Db,
  changes: readonly { id: string; folder: string; flags: RemoteFlags }[],
): Promise<string[]> =>
  inTransaction(db, async (client) => {
    await client.query("select set_config('samudra.mail_sync', 'on', true)")
    const { rows } = await client.query<{ id: string }>(
      `update mail_messages m set folder = c.folder, is_seen = c.seen, is_starred = c.starred, is_answered = c.answered,
         is_forwarded = c.forwarded
       from jsonb_to_recordset($1) as c (id text, folder text, seen boolean, starred boolean, answered boolean,
         forwarded boolean)
       where m.id = c.id and (m.folder, m.is_seen, m.is_starred, m.is_answered, m.is_forwarded)
           is distinct from (c.folder, c.seen, c.starred, c.answered, c.forwarded)
         and not exists (select 1 from mail_account_changes w where w.mail_id = m.id)
       returning m.id`,
      [
        JSON.stringify(
          changes.map(({ id, folder, flags }) => ({
            id,
            folder,
            seen: flags.isSeen,
            starred: flags.isStarred,
            answered: flags.isAnswered,
            forwarded: flags.isForwarded,
          })),
        ),
      ],
    )
    return rows.map(({ id }) => id)
  })

/** Removes mails that the other server has no more; under a legal hold they are hidden. Returns them. */
export const removeRemote = (
  db: Db,
  ids: readonly string[],
  isHeld: boolean,
): Promise<{ id: string; raw_hash: string | null }[]> =>
  inTransaction(db, async (client) => {
    await client.query("select set_config('samudra.mail_sync', 'on', true)")
    const { rows } = await client.query<{ id: string; raw_hash: string | null }>(
      `${isHeld ? "update mail_messages m set folder = 'Held'" : 'delete from mail_messages m'} where id = any($1)
         and not exists (select 1 from mail_account_uids u where u.mail_id = m.id) returning id, raw_hash`,
      [ids],
    )
    return rows
  })

/** Returns mails that users changed, the oldest change first, each with the time of its change. */
export async function changesOf(db: Db, account: string, limit: number): Promise<{ id: string; at: Date }[]> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select mail_id as id, changed_at as at from mail_account_changes
    where account = ${account} order by changed_at limit ${limit}`.execute(query(db))
  return rows
}
/** Removes a change that the other server has, unless the mail changed again since. */
export async function changeSent(db: Db, id: string, at: Date): Promise<void> {
  await sql`delete from mail_account_changes
    where mail_id = ${id} and date_trunc('milliseconds', changed_at) <= ${at}`.execute(query(db))
}
