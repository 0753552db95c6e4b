import type { MailText } from '@samudra/contract/mail-boxes'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

/** Blocked senders and texts of one mailbox, and contacts of one user. */
export const MOST_BLOCKED = 1000
export const MOST_TEXTS = 100
export const MOST_CONTACTS = 5000

export const blockSender = (db: Db, mailbox: string, address: string, since: Date) =>
  sql`insert into mail_blocked (mailbox, address, since)
    select ${mailbox}, ${address}, ${since} where (select count(*) from mail_blocked where mailbox = ${mailbox}) < ${MOST_BLOCKED}
    on conflict do nothing`.execute(query(db))
export const unblockSender = (db: Db, mailbox: string, address: string) =>
  sql`delete from mail_blocked where mailbox = ${mailbox} and address = ${address}`.execute(query(db))
export async function blockedSenders(db: Db, mailbox: string) {
  const { rows } = await sql<{ address: string; since: Date }>`
    select address, since from mail_blocked where mailbox = ${mailbox} order by address limit ${MOST_BLOCKED}`.execute(
    query(db),
  )
  return rows.map(({ address, since }) => ({ address, since: since.toISOString() }))
}

const TEXT = sql`id, kind, name, subject, body, is_default`
export async function textsOf(
  db: Db,
  mailbox: string,
  kind: MailText['kind'] | undefined,
): Promise<MailText[]> {
  const { rows } = await sql<MailText>`
    select ${TEXT} from mail_texts where mailbox = ${mailbox} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    order by kind, lower(name) limit ${MOST_TEXTS * 2}`.execute(query(db))
  return rows
}

/** Stores a signature or template; of defaults the last one stays. Returns its fate. */
export const storeText = (
  db: Db,
  mailbox: string,
  text: MailText,
  isNew: boolean,
): Promise<'STORED' | 'NAME_TAKEN' | 'NONE' | 'TOO_MANY'> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`mail texts ${mailbox}`])
    const { rows } = await client.query<{ id: string; name: string }>(
      'select id, name from mail_texts where mailbox = $1 and kind = $2',
      [mailbox, text.kind],
    )
    if (!isNew && !rows.some(({ id }) => id === text.id)) return 'NONE'
    if (rows.some(({ id, name }) => id !== text.id && name.toLowerCase() === text.name.toLowerCase()))
      return 'NAME_TAKEN'
    if (isNew && rows.length >= MOST_TEXTS) return 'TOO_MANY'
    if (text.is_default)
      await client.query('update mail_texts set is_default = false where mailbox = $1 and kind = $2', [
        mailbox,
        text.kind,
      ])
    await client.query(
      `insert into mail_texts (id, mailbox, kind, name, subject, body, is_default) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do update set name = excluded.name, subject = excluded.subject, body = excluded.body,
         is_default = excluded.is_default`,
      [text.id, mailbox, text.kind, text.name, text.subject, text.body, text.is_default],
    )
    return 'STORED'
  })
export const deleteText = async (db: Db, mailbox: string, id: string): Promise<boolean> =>
  (await sql`delete from mail_texts where mailbox = ${mailbox} and id = ${id} returning 1`.execute(query(db)))
    .rows.length > 0

export type ContactRow = { id: string; name: string; address: string }
export async function contactsOf(
  db: Db,
  userId: string,
  prefix: string,
  limit: number,
): Promise<ContactRow[]> {
  const like = `${prefix.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ContactRow>`
    select id, name, address from mail_contacts
    where user_id = ${userId} and (lower(name) like ${like} or lower(name) like ${`% ${like}`} or lower(address) like ${like})
    order by lower(name) limit ${limit}`.execute(query(db))
  return rows
}
export async function storeContact(db: Db, userId: string, contact: ContactRow, isNew: boolean) {
  const { id, name, address } = contact
  const { rows } = await (
    isNew
      ? sql`insert into mail_contacts (id, user_id, name, address) select ${id}, ${userId}, ${name}, ${address}
        where (select count(*) from mail_contacts where user_id = ${userId}) < ${MOST_CONTACTS}
        on conflict do nothing returning 1`
      : sql`update mail_contacts set name = ${name}, address = ${address} where id = ${id} and user_id = ${userId}
        and not exists (select from mail_contacts o where o.user_id = ${userId} and lower(o.address) = lower(${address})
          and o.id <> ${id}) returning 1`
  ).execute(query(db))
  return rows.length > 0
}
export const deleteContact = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (
    await sql`delete from mail_contacts where user_id = ${userId} and id = ${id} returning 1`.execute(
      query(db),
    )
  ).rows.length > 0
