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

/** Returns accounts of one user, or all whose users may log in. */
export async function accountsOf(db: Db, userId: string | null): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`select a.* from mail_accounts a where ${
    userId === null
      ? sql`exists (select from users u where u.id = a.user_id and u.status = 'ACTIVE' and u.deleted_at is null)`
      : sql`a.user_id = ${userId}`
  } order by lower(a.name), a.id`.execute(query(db))
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

/**
 * Removes an account with its mails here, without changes at its server. Returns the mails. A legal hold of its user
 * preserves them, hidden in the own mailbox of the user.
 */
export const removeAccount = (
  db: Db,
  { id, user_id }: Pick<AccountRow, 'id' | 'user_id'>,
  isHeld: boolean,
): Promise<{ id: string; raw_hash: string | null }[]> =>
  inTransaction(db, async (client) => {
    await client.query("select set_config('samudra.mail_sync', 'on', true)")
    if (isHeld)
      await client.query(
        `update mail_messages set mailbox = $2, folder = 'Held', incoming_hash = null where mailbox = $1`,
        [id, user_id],
      )
    await client.query('delete from mail_accounts where id = $1', [id])
    const { rows } = await client.query<{ id: string; raw_hash: string | null }>(
      'delete from mail_messages where mailbox = $1 returning id, raw_hash',
      [id],
    )
    for (const table of ['mail_folders', 'mail_texts', 'mail_blocked', 'mail_boxes'])
      await client.query(`delete from ${table} where mailbox = $1`, [id])
    return rows
  })

/** Returns the mailboxes of users under a legal hold: their own, and those of their accounts. */
export async function heldBoxes(db: Db, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from mail_accounts where user_id = any(${userIds}::text[])`.execute(query(db))
  return [...userIds, ...rows.map(({ id }) => id)]
}

export async function noteState(
  db: Db,
  id: string,
  { state, why, syncedAt }: { state: AccountRow['state']; why: string; syncedAt: number | null },
): Promise<void> {
  await sql`update mail_accounts set state = ${state}, why = ${why},
      synced_at = coalesce(${syncedAt === null ? null : new Date(syncedAt)}, synced_at)
    where id = ${id}`.execute(query(db))
}
