import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

const LOT = 500

export type ExportedMail = { id: string; raw_hash: string | null; sender: { address: string }; at: Date }

/** Yields the mails of a mailbox or of one folder, oldest first, in lots. Those deleted under a legal hold are with all. */
export async function* exportedMails(
  db: Db,
  mailbox: string,
  folder: string | null,
): AsyncGenerator<ExportedMail[]> {
  for (let after = { at: new Date(0), id: '' }; ;) {
    const { rows } = await sql<ExportedMail>`
      select id, raw_hash, sender, at from mail_messages where ${
        folder === null
          ? sql`(mailbox = ${mailbox} or mailbox in (select id from mail_accounts where user_id = ${mailbox}))`
          : sql`mailbox = ${mailbox} and folder = ${folder}`
      } and (at, id) > (${after.at}, ${after.id})
      order by at, id limit ${LOT}`.execute(query(db))
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOT) return
    after = { at: last.at, id: last.id }
  }
}
