import type { MailServerAddress } from '@samudra/contract/mail-accounts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

export type AccountRow = {
  id: string
  user_id: string
  name: string
  address: string
  username: string
  secret: Buffer
  imap: MailServerAddress
  smtp: MailServerAddress
  state: 'CONNECTING' | 'CONNECTED' | 'FAILED'
  why: string
  synced_at: Date | null
  version: number
}

/** Returns accounts, of one user or of all. */
export async function accountsOf(db: Db, userId: string | null): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`select * from mail_accounts
    ${userId === null ? sql`` : sql`where user_id = ${userId}`} order by lower(name), id`.execute(query(db))
  return rows
}
export async function accountById(db: Db, id: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`select * from mail_accounts where id = ${id}`.execute(query(db))
  return rows[0]
}

export async function storeAccount(
  db: Db,
  account: Pick<AccountRow, 'id' | 'user_id' | 'name' | 'address' | 'username' | 'secret' | 'imap' | 'smtp'>,
): Promise<AccountRow> {
  const { id, user_id, name, address, username, secret, imap, smtp } = account
  const { rows } = await sql<AccountRow>`
    insert into mail_accounts (id, user_id, name, address, username, secret, imap, smtp)
    values (${id}, ${user_id}, ${name}, ${address}, ${username}, ${secret}, ${JSON.stringify(imap)}::jsonb,
      ${JSON.stringify(smtp)}::jsonb)
    on conflict (id) do update set name = excluded.name, address = excluded.address, username = excluded.username,
      secret = excluded.secret, imap = excluded.imap, smtp = excluded.smtp, state = 'CONNECTING', why = '',
      version = mail_accounts.version + 1
    returning *`.execute(query(db))
  return rows[0]!
}

/** Removes an account with its mails; the changes are not for its server. */
export const removeAccount = (db: Db, id: string): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query('delete from mail_accounts where id = $1', [id])
    await client.query('delete from mail_messages where mailbox = $1', [id])
    await client.query('delete from mail_folders where mailbox = $1', [id])
    await client.query('delete from mail_boxes where mailbox = $1', [id])
  })

export async function noteState(
  db: Db,
  id: string,
  { state, why, syncedAt }: { state: AccountRow['state']; why: string; syncedAt: number | null },
): Promise<void> {
  await sql`update mail_accounts set state = ${state}, why = ${why},
      synced_at = coalesce(${syncedAt === null ? null : new Date(syncedAt)}, synced_at)
    where id = ${id}`.execute(query(db))
}
