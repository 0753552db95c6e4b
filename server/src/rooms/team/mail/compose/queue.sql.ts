import { sql } from 'kysely'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { MB, type MailRoom } from '../mail.ts'
import { isAccountBox, recipientsIn } from '../directory.ts'
import { lockBoxes } from '../store/mailboxes.sql.ts'
import { mailsById, updateMail, type MailRecord } from '../store/messages.sql.ts'
import { pushChanged } from '../store/push-mail.ts'
import { CHANGED, lockedMail, NO_DRAFT } from './mail-drafts.sql.ts'
import type { DraftContent } from './content.ts'
import { retryFailed } from './outgoing.sql.ts'

type Queueing = { expectedVersion: number; sendAt: string | undefined }

/** Queues a draft: it is sent after the time to undo it, or at `sendAt`. Throws VALIDATION, MAIL_REFUSED, TOO_LARGE, VERSION_CONFLICT. */
export async function queueDraft(
  room: MailRoom,
  mail: MailRecord,
  { expectedVersion, sendAt }: Queueing,
): Promise<MailRecord> {
  if (mail.draft === null || mail.state !== 'DRAFT') throw new OperationError('NOT_FOUND', NO_DRAFT)
  await checkSendable(room, mail.draft, mail.mailbox)
  const now = room.clock.now()
  const later = sendAt === undefined ? null : new Date(sendAt)
  const undoUntil = new Date(now + room.settings.number('mail.undo_s') * 1000)
  const due = later !== null && later > undoUntil ? later : undoUntil
  await inTransaction(room.db, async (client) => {
    await lockBoxes(client, [mail.mailbox])
    const { state, version } = await lockedMail(client, mail.id, mail.mailbox)
    if (state !== 'DRAFT') throw new OperationError('NOT_FOUND', NO_DRAFT)
    if (version !== expectedVersion) throw new OperationError('VERSION_CONFLICT', CHANGED)
    await updateMail(client, mail.id, {
      state: 'QUEUED',
      folder: 'Sent',
      at: new Date(now),
      undo_until: due === undoUntil ? undoUntil : null,
      send_at: due === undoUntil ? null : due,
    })
  })
  room.sendAt(due.getTime())
  return changed(room, mail, ['Drafts', 'Sent'])
}

/** Makes a draft again of a mail that is queued, or could not be sent at all. Throws IN_USE when it is sent. */
export async function undoQueued(room: MailRoom, mail: MailRecord): Promise<MailRecord> {
  await inTransaction(room.db, async (client) => {
    await lockBoxes(client, [mail.mailbox])
    const { state } = await lockedMail(client, mail.id, mail.mailbox)
    if (state !== 'QUEUED' && (state !== 'FAILED' || mail.draft === null))
      throw new OperationError('IN_USE', 'This mail is sent; it cannot be recalled.')
    await updateMail(client, mail.id, { state: 'DRAFT', folder: 'Drafts', undo_until: null, send_at: null })
  })
  return changed(room, mail, ['Drafts', 'Sent'])
}

/** Sends a failed mail again: all of it, or to the recipients that it did not reach. Returns those addresses. */
export async function retryMailRow(room: MailRoom, mail: MailRecord): Promise<string[]> {
  const now = new Date(room.clock.now())
  const recipients = await inTransaction(room.db, async (client) => {
    await lockBoxes(client, [mail.mailbox])
    const { state } = await lockedMail(client, mail.id, mail.mailbox)
    if (state !== 'FAILED') throw new OperationError('NOT_FOUND', 'Only a mail that failed is sent again.')
    if (mail.raw_hash === null) await client.query('delete from mail_outgoing where mail_id = $1', [mail.id])
    const again =
      mail.raw_hash === null ? [] : await retryFailed(client, mail.id, { at: now, domain: room.domain })
    await updateMail(
      client,
      mail.id,
      mail.raw_hash === null ? { state: 'QUEUED', undo_until: now } : { state: 'SENT' },
    )
    return again.map(({ recipient }) => recipient)
  })
  room.sendAt(now.getTime())
  await changed(room, mail, ['Sent'])
  return recipients
}

async function changed(
  room: MailRoom,
  { id, mailbox }: MailRecord,
  [folder, from]: [string, string?],
): Promise<MailRecord> {
  pushChanged(room, [{ id, mailbox, folder, ...(from === undefined ? {} : { from }) }])
  return (await mailsById(room.db, [id]))[0]!
}

/** Throws VALIDATION, MAIL_REFUSED, TOO_LARGE where a mail of a mailbox cannot be sent as it is. */
export async function checkSendable(room: MailRoom, content: DraftContent, mailbox: string): Promise<void> {
  const { found, unknown } = await recipientsIn(room, [...content.to, ...content.cc, ...content.bcc])
  if (unknown.length > 0)
    throw new OperationError('VALIDATION', `Correct the recipients: ${unknown.slice(0, 5).join(', ')}.`, {
      fields: [{ field: 'to', why: `names unknown recipients: ${unknown.slice(0, 20).join(', ')}` }],
    })
  if (found.length === 0)
    throw new OperationError('VALIDATION', 'Add a recipient.', {
      fields: [{ field: 'to', why: 'names no recipient' }],
    })
  const outside = found.filter(({ address }) => !address.toLowerCase().endsWith(`@${room.domain}`))
  if (outside.length > 0 && !room.sendsOutside && !isAccountBox(mailbox))
    throw new OperationError(
      'MAIL_REFUSED',
      `This installation sends no mail to other servers. Remove ${outside
        .slice(0, 3)
        .map(({ address }) => address)
        .join(', ')}, or ask an administrator for a mail relay.`,
    )
  const files = await room.attachments.byId(content.attachment_ids)
  const most = room.settings.number('mail.max_attachment_mb')
  if (files.reduce((sum, { size }) => sum + size, 0) > most * MB)
    throw new OperationError('TOO_LARGE', `The attachments of a mail may have ${most} MB; remove some.`)
}

/** Returns ids of mails whose time to be sent has come, the earliest first. */
export async function dueMails(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mail_messages where state = 'QUEUED' and coalesce(send_at, undo_until) <= ${now}
    order by coalesce(send_at, undo_until), id limit ${limit}`.execute(query(db))
  return rows.map(({ id }) => id)
}

/** Returns the time at which the next mail is sent; null where none waits. */
export async function nextDue(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(coalesce(send_at, undo_until)) as at from mail_messages where state = 'QUEUED'`.execute(
    query(db),
  )
  return rows[0]?.at ?? null
}

/** Puts off a mail that could not be sent for now. */
export const putOff = (db: Db, id: string, until: Date) =>
  sql`update mail_messages set send_at = ${until} where id = ${id} and state = 'QUEUED'`.execute(query(db))
