import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import type { Draft } from '../../../../platform/needs/files.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import { enterOutgoing } from '../compose/outgoing.sql.ts'
import { storeRaws } from '../store/raw-files.sql.ts'

export type OutgoingRow = {
  id: string
  mail_id: string | null
  /** Account of the sender on another server; null of the own mailboxes. */
  account: string | null
  raw_hash: string
  envelope_from: string
  recipient: string
  attempts: number
  created_at: Date
  last_answer: string
  delayed_reported: boolean
}

/**
 * Takes recipients that are due, or whose process stopped amid sending, for the time of a lease: all of some messages,
 * so that a message goes to its recipients at once.
 */
export async function takeDue(
  db: Db,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<OutgoingRow[]> {
  const at = new Date(now)
  const { rows } = await sql<OutgoingRow>`
    update mail_outgoing o set state = 'SENDING', attempts = o.attempts + 1, updated_at = ${at},
      leased_until = ${new Date(now + leaseMs)}
    from (select id from mail_outgoing
      where state in ('QUEUED', 'SENDING', 'DEFERRED') and next_at <= ${at}
        and (leased_until is null or leased_until <= ${at})
      order by next_at limit ${limit} for update skip locked) due
    where o.id = due.id
    returning o.id, o.mail_id, o.raw_hash, o.envelope_from, o.recipient, o.attempts, o.created_at, o.last_answer,
      o.delayed_reported,
      (select a.id from mail_messages m join mail_accounts a on a.id = m.mailbox where m.id = o.mail_id) as account`.execute(
    query(db),
  )
  return rows
}

/** Records the outcome for one recipient; `nextAt` is the time of the next attempt of a deferred one. */
export async function recordOutcome(
  db: Db,
  id: string,
  outcome: {
    state: 'SENT' | 'DEFERRED' | 'FAILED'
    answer: string
    nextAt: number
    isDelayReported: boolean
  },
  now: number,
): Promise<void> {
  await sql`update mail_outgoing set state = ${outcome.state}, last_answer = ${outcome.answer}, leased_until = null,
      next_at = ${new Date(outcome.nextAt)}, delayed_reported = ${outcome.isDelayReported}, updated_at = ${new Date(now)}
    where id = ${id}`.execute(query(db))
}

/** Returns whether a message waits for a recipient, or went to it. */
export async function isEntered(db: Db, rawHash: string, recipient: string): Promise<boolean> {
  const { rows } =
    await sql`select from mail_outgoing where raw_hash = ${rawHash} and recipient = ${recipient}
    limit 1`.execute(query(db))
  return rows.length > 0
}

/** Stores a message without a sender, and enters its recipient. */
export const enterMessage = (db: Db, draft: Draft, recipient: string, at: Date): Promise<void> =>
  inTransaction(db, async (client) => {
    await storeRaws(client, [{ draft, index: null }], at)
    const of = { mailId: null, rawHash: draft.hash, from: '', at }
    await enterOutgoing(client, of, [{ recipient, state: 'QUEUED', answer: '' }])
  })
