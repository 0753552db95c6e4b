import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

/**
 * Returns mailboxes of users who were deleted before an instant or are not known any more, without those under a hold.
 * Mailboxes of accounts on other servers are deleted with their accounts.
 */
export async function deletedUsersBoxes(db: Db, before: Date, held: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    select mailbox from mail_boxes b
    where not mailbox = any(${held}::text[]) and mailbox not like '%\\_%' and mailbox not like 'account-%'
      and not exists (select from users u where u.id = b.mailbox and (u.deleted_at is null or u.deleted_at >= ${before}))
    limit 1000`.execute(query(db))
  return rows.map(({ mailbox }) => mailbox)
}

/** Removes a mailbox with all that is in it; returns its mails. */
export const removeBox = (db: Db, mailbox: string): Promise<{ id: string; raw_hash: string | null }[]> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<{ id: string; raw_hash: string | null }>(
      'delete from mail_messages where mailbox = $1 returning id, raw_hash',
      [mailbox],
    )
    for (const table of ['mail_folders', 'mail_texts', 'mail_blocked', 'mail_boxes'])
      await client.query(`delete from ${table} where mailbox = $1`, [mailbox])
    await client.query('delete from mail_contacts where user_id = $1', [mailbox])
    return rows
  })

/** Forgets recipients whose mails are long sent or deleted. */
export const forgetOutgoing = (db: Db, before: Date) =>
  sql`delete from mail_outgoing o where updated_at < ${before} and state in ('SENT', 'FAILED')
    and not exists (select from mail_messages where id = o.mail_id)`.execute(query(db))
