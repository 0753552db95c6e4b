import { retryMail, saveDraft, sendDraftMail, sendMail, undoSendMail } from '@samudra/contract/mail-calls'
import { uploadMailFile } from '@samudra/contract/mail-files'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { mailFor } from '../access.ts'
import { boxOf } from '../directory.ts'
import { MB, type MailRoom } from '../mail.ts'
import { accept } from '../store/accept.ts'
import { presentMail } from '../store/present-mail.ts'
import { rawBytes } from '../store/raw-files.sql.ts'
import { contentOf } from './content.ts'
import { storeDraft } from './mail-drafts.sql.ts'
import { checkSendable, queueDraft, retryMailRow, undoQueued } from './queue.sql.ts'
import { Readable } from 'node:stream'

export const composeOps = (room: MailRoom): Handled[] => [
  handle(sendMail, async ({ input, caller, record }) => {
    const box = await boxOf(room, caller, input.mailbox)
    await checkOriginal(room, caller, input.reply_of)
    const content = contentOf(input)
    await checkSendable(room, content, box.id)
    const draft = await storeDraft(room, { box, by: caller.userId, content })
    record({
      objectType: 'mail',
      objectId: draft.id,
      after: { to: input.to, cc: input.cc, bcc: input.bcc, subject: draft.subject },
    })
    const queued = await queueDraft(room, draft, { expectedVersion: draft.version, sendAt: input.send_at })
    return presentMail(room, queued)
  }),
  handle(saveDraft, async ({ input, caller, record }) => {
    const stored = input.id === undefined ? undefined : await mailFor(room, caller, input.id)
    const box = await boxOf(room, caller, stored?.mailbox ?? input.mailbox)
    await checkOriginal(room, caller, input.reply_of)
    const draft = await storeDraft(room, {
      box,
      by: caller.userId,
      content: contentOf(input),
      id: input.id,
      expectedVersion: input.expected_version,
    })
    record({ objectType: 'mail', objectId: draft.id })
    return presentMail(room, draft)
  }),
  handle(sendDraftMail, async ({ input, caller, record }) => {
    const draft = await mailFor(room, caller, input.id)
    record({
      objectType: 'mail',
      objectId: draft.id,
      after: { ...recipientsOf(draft.draft), subject: draft.subject },
    })
    const queued = await queueDraft(room, draft, {
      expectedVersion: input.expected_version,
      sendAt: input.send_at,
    })
    return presentMail(room, queued)
  }),
  handle(undoSendMail, async ({ input, caller, record }) => {
    const mail = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: mail.id })
    return presentMail(room, await undoQueued(room, mail))
  }),
  handle(retryMail, async ({ input, caller, record }) => {
    const mail = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: mail.id })
    const again = await retryMailRow(room, mail)
    const local = again.filter((one) => one.toLowerCase().endsWith(`@${room.domain}`))
    if (mail.raw_hash !== null && local.length > 0) await deliverAgain(room, mail.id, mail.raw_hash, local)
    return presentMail(room, await mailFor(room, caller, mail.id))
  }),
  upload(room),
]

const recipientsOf = (content: { to: string[]; cc: string[]; bcc: string[] } | null) => ({
  to: content?.to ?? [],
  cc: content?.cc ?? [],
  bcc: content?.bcc ?? [],
})

/** Throws NOT_FOUND where the caller may not read the mail that is answered or forwarded. */
async function checkOriginal(
  room: MailRoom,
  caller: Caller,
  original: { id: string } | undefined,
): Promise<void> {
  if (original !== undefined) await mailFor(room, caller, original.id)
}

/** Delivers a sent mail to local recipients whose mailboxes were full. */
async function deliverAgain(room: MailRoom, id: string, hash: string, to: readonly string[]): Promise<void> {
  const results = await accept(room, {
    raw: Readable.from(rawBytes(room.raw, hash)),
    envelope: { from: '', to },
    isOwn: true,
  })
  await room.outcome(
    id,
    results.map(({ recipient, result }) => ({
      recipient,
      state: result === 'STORED' ? ('SENT' as const) : ('FAILED' as const),
      answer: result === 'STORED' ? '' : 'The mailbox is full.',
    })),
  )
}

const upload = (room: MailRoom) =>
  handle(uploadMailFile, ({ input, caller, bytes, record }) => {
    record({ objectType: 'mail_file' })
    return room.attachments.receive({ name: input.name, by: caller.userId, bytes }, async (come, keep) => {
      const most = room.settings.number('mail.max_attachment_mb')
      if (come.size === 0) throw new OperationError('BAD_FORMAT', 'The file is empty.')
      if (come.size > most * MB)
        throw new OperationError(
          'TOO_LARGE',
          `The attachments of a mail may have ${most} MB; send a smaller file.`,
        )
      if (come.why !== null) throw new OperationError('SCAN_BLOCKED', come.why)
      const { id, name, size, type } = await keep({})
      record({ objectId: id, after: { name, size } })
      return { id, name, size, content_type: type }
    })
  })
