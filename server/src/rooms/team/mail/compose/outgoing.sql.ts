import type { Mail } from '@samudra/contract/mail'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import type { Files } from '../../../../platform/needs/files.ts'
import { storeRaws } from '../store/raw-files.sql.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'

/** Recipient that a mail goes to outside, or could not be delivered to. */
export type OutgoingRecipient = { recipient: string; state: 'QUEUED' | 'SENT' | 'FAILED'; answer: string }

/** Enters recipients of a message, within the transaction that sends it. */
export async function enterOutgoing(
  client: Pick<pg.PoolClient, 'query'>,
  { mailId, rawHash, from, at }: { mailId: string | null; rawHash: string; from: string; at: Date },
  recipients: readonly OutgoingRecipient[],
): Promise<void> {
  if (recipients.length === 0) return
  const rows = recipients.map(({ recipient, state, answer }) => ({
    id: ulid(at.getTime()),
    mail_id: mailId,
    raw_hash: rawHash,
    envelope_from: from,
    recipient,
    state,
    attempts: 0,
    next_at: at,
    leased_until: null,
    delayed_reported: false,
    last_answer: answer,
    created_at: at,
    updated_at: at,
  }))
  await client.query(
    'insert into mail_outgoing select * from jsonb_populate_recordset(null::mail_outgoing, $1::jsonb)',
    [JSON.stringify(rows)],
  )
}

/** Returns how far a mail came to each of its recipients; at most 1000. */
export async function deliveriesOf(db: Db, mailId: string): Promise<Mail['deliveries']> {
  const { rows } = await sql<Omit<Mail['deliveries'][number], 'at'> & { at: Date }>`
    select recipient, state, last_answer as answer, updated_at as at from mail_outgoing
    where mail_id = ${mailId} order by id limit 1000`.execute(query(db))
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Enters the failed recipients of a mail again; returns them. Those of a domain are delivered by the caller, and not sent out. */
export async function retryFailed(
  client: Pick<pg.PoolClient, 'query'>,
  mailId: string,
  { at, domain }: { at: Date; domain: string },
) {
  const { rows } = await client.query<{ id: string; recipient: string; raw_hash: string }>(
    `update mail_outgoing set attempts = 0, next_at = $2, updated_at = $2, leased_until = null,
       state = case when lower(recipient) like '%@' || $3 then state else 'QUEUED' end
     where mail_id = $1 and state = 'FAILED' returning id, recipient, raw_hash`,
    [mailId, at, domain.toLowerCase()],
  )
  return rows
}

/** Stores how far a mail came to some recipients, and with it the state of the mail. Returns the mail. */
export async function storeOutcome(
  db: Db,
  mailId: string,
  outcomes: readonly OutgoingRecipient[],
  at: Date,
): Promise<{ id: string; mailbox: string; folder: string } | undefined> {
  await sql`update mail_outgoing o set state = r.state, last_answer = r.answer, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) r (recipient text, state text, answer text)
    where o.mail_id = ${mailId} and lower(o.recipient) = lower(r.recipient)`.execute(query(db))
  const { rows } = await sql<{ id: string; mailbox: string; folder: string }>`
    update mail_messages set state = case when exists (
        select from mail_outgoing where mail_id = ${mailId} and state = 'FAILED') then 'FAILED' else 'SENT' end
    where id = ${mailId} and state in ('SENT', 'FAILED') returning id, mailbox, folder`.execute(query(db))
  return rows[0]
}

/** Queues a message of this server itself to another server; its envelope has no sender, so that nothing answers it. */
export async function queueReport(
  { db, raw }: { db: Db; raw: Files },
  report: { raw: Uint8Array; recipient: string; at: Date },
): Promise<void> {
  const draft = await raw.receive([report.raw])
  try {
    await inTransaction(db, async (client) => {
      await storeRaws(client, [{ draft, index: null }], report.at)
      const recipients = [{ recipient: report.recipient, state: 'QUEUED' as const, answer: '' }]
      await enterOutgoing(client, { mailId: null, rawHash: draft.hash, from: '', at: report.at }, recipients)
    })
  } finally {
    await draft.drop()
  }
}
