import { forwardMail, replyMail } from '@samudra/contract/mail-calls'
import type { MailAddress } from '@samudra/contract/mail'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { mailFor } from '../access.ts'
import { boxOf, isUserBox } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import { attachmentBytes } from '../reading/attachment-bytes.ts'
import { plainHtml } from '../reading/composed-body.ts'
import { escapeHtml } from '../reading/sanitise.ts'
import { setAnsweringBy } from '../store/mail-changes.sql.ts'
import { bodyOfRaw, type MailRecord } from '../store/messages.sql.ts'
import { presentMail } from '../store/present-mail.ts'
import { withoutPrefix } from '../store/conversations.sql.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { contentOf, type DraftContent } from './content.ts'
import { storeDraft } from './mail-drafts.sql.ts'
import { checkSendable, queueDraft } from './queue.sql.ts'

export const replyOps = (room: MailRoom): Handled[] => [
  handle(replyMail, async ({ input, caller, record }) => {
    const original = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: original.id })
    const recipients = repliedTo(original, input.all ?? false)
    const content = contentOf({
      ...recipients,
      subject: `Re: ${withoutPrefix(original.subject)}`,
      body: `${htmlOf(input)}${await quoted(room, original)}`,
      attachment_ids: input.attachment_ids,
      links: original.links,
      reply_of: { id: original.id, as: 'REPLY' },
    })
    await takeUp(room, caller, original)
    return finish(room, caller, original, { content, isDraft: input.draft ?? false })
  }),
  handle(forwardMail, async ({ input, caller, record }) => {
    const original = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: original.id, after: { to: input.to ?? [] } })
    const files = input.keep_attachments === false ? [] : await copyAttachments(room, caller, original)
    const content = contentOf({
      to: input.to,
      subject: `Fwd: ${withoutPrefix(original.subject)}`,
      body: `${htmlOf(input)}${await forwarded(room, original)}`,
      attachment_ids: files,
      links: original.links,
      reply_of: { id: original.id, as: 'FORWARD' },
    })
    return finish(room, caller, original, { content, isDraft: input.draft ?? false })
  }),
]

async function finish(
  room: MailRoom,
  caller: Caller,
  original: MailRecord,
  { content, isDraft }: { content: DraftContent; isDraft: boolean },
) {
  const box = await boxOf(room, caller, original.mailbox)
  if (!isDraft) await checkSendable(room, content, box.id)
  const draft = await storeDraft(room, { box, by: caller.userId, content })
  if (isDraft) return presentMail(room, draft)
  return presentMail(
    room,
    await queueDraft(room, draft, { expectedVersion: draft.version, sendAt: undefined }),
  )
}

/** States in the mailbox of a duty role that a user answers, unless another does. */
async function takeUp(
  room: MailRoom,
  caller: Caller,
  { id, mailbox, answering_by }: MailRecord,
): Promise<void> {
  if (isUserBox(mailbox) || answering_by !== null) return
  await setAnsweringBy(room.db, id, {
    answering_by: caller.userId,
    answering_since: new Date(room.clock.now()),
  })
}

/** Returns the recipients of an answer; of an own mail they are those that it went to. */
function repliedTo({ sender, recipients, mailbox, state }: MailRecord, toAll: boolean) {
  const isSelf = ({ mailbox: of }: MailAddress) => of === mailbox
  const { to, cc, replyTo } = recipients
  const direct = state !== 'RECEIVED' ? to : replyTo.length > 0 ? replyTo : [sender]
  if (!toAll) return { to: direct.map(textOfAddress), cc: [] }
  const first = unique(state === 'RECEIVED' ? [...direct, ...to] : direct).filter((one) => !isSelf(one))
  const named = new Set(first.map(({ address }) => address.toLowerCase()))
  return {
    to: (first.length > 0 ? first : direct).map(textOfAddress),
    cc: unique(cc)
      .filter((one) => !isSelf(one) && !named.has(one.address.toLowerCase()))
      .map(textOfAddress),
  }
}

const unique = (some: readonly MailAddress[]) => [
  ...new Map(some.map((one) => [one.address.toLowerCase(), one])).values(),
]
const textOfAddress = ({ name, address }: MailAddress) =>
  name === '' ? address : `"${name.replaceAll(/["\\\r\n]/g, ' ')}" <${address}>`

const htmlOf = ({
  body = '',
  body_format,
}: {
  body?: string | undefined
  body_format?: 'html' | 'text' | undefined
}) => (body_format === 'text' ? plainHtml(body) : body === '' ? '<p></p>' : body)

const timeText = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Begin of a quotation, as the screens fold it. */
const who = ({ sender, at }: MailRecord) =>
  escapeHtml(`${sender.name || sender.address} wrote on ${timeText(at)}:`)

async function quoted(room: MailRoom, original: MailRecord): Promise<string> {
  return `<p>${who(original)}</p><blockquote type="cite">${await bodyHtml(room, original)}</blockquote>`
}
async function forwarded(room: MailRoom, original: MailRecord): Promise<string> {
  const { sender, recipients, subject, at } = original
  const lines = [
    'Forwarded mail',
    `From: ${textOfAddress(sender)}`,
    `Date: ${timeText(at)}`,
    `Subject: ${subject}`,
    `To: ${recipients.to.slice(0, 20).map(textOfAddress).join(', ')}`,
  ]
  return `<p>${lines.map(escapeHtml).join('<br />')}</p>${await bodyHtml(room, original)}`
}
/** Pictures of the mail stay with it: a quotation names them only. */
async function bodyHtml({ db }: MailRoom, { raw_hash }: MailRecord): Promise<string> {
  const body = raw_hash === null ? undefined : await bodyOfRaw(db, raw_hash)
  return (body?.body_html ?? '').replaceAll(/<img [^>]*src="cid:[^>]*>/g, '').slice(0, 500_000)
}

/** Uploads the attachments of a mail for another; a PDF with active links is refused. Returns the ids of the files. */
async function copyAttachments(room: MailRoom, caller: Caller, { raw_hash }: MailRecord): Promise<string[]> {
  if (raw_hash === null) return []
  const hash = raw_hash
  const ids: string[] = []
  for (const part of (await bodyOfRaw(room.db, hash))?.attachments ?? []) {
    if (part.size === 0) continue
    const bytes = attachmentBytes(room.raw, hash, part)
    const id = await room.attachments.receive(
      { name: part.name, by: caller.userId, bytes },
      async (come, keep) => {
        if (come.why !== null) throw new OperationError('SCAN_BLOCKED', `${part.name}: ${come.why}`)
        return (await keep({})).id
      },
    )
    ids.push(id)
  }
  return ids
}
