import type { Mail, MailLink, MailPriority } from '@samudra/contract/mail'
import { getMailTexts } from '@samudra/contract/mail-boxes'
import { forwardMail, getMail, replyMail, undoSendMail } from '@samudra/contract/mail-calls'
import { create } from 'zustand'
import type { Attachment } from '../../../../kit/messages/attachment.ts'
import { toast } from '../../../../kit/toasts.ts'
import { keepStore } from '../../../../store/saved-stores.ts'
import { call } from '../../../../wire/call.ts'
import { addressText } from '../mail-text.ts'

export type Recipients = 'to' | 'cc' | 'bcc'
/** Mail that is being written. */
export type Composing = Record<Recipients, readonly string[]> & {
  /** Grows with each mail that is opened, so that its fields are new ones. */
  key: string
  /** Draft on the server; null before the first save. */
  draftId: string | null
  version: number
  /** Mailbox of a duty role; null for the own one. */
  mailbox: string | null
  subject: string
  body: string
  format: 'html' | 'text'
  attachments: readonly Attachment[]
  links: readonly MailLink[]
  requestReceipt: boolean
  priority: MailPriority
  replyOf: Mail['reply_of']
  /** True for an answer drafted by the server, while the user has not written in it. */
  isFresh: boolean
  /** Counts changes; the draft is saved when it differs from `saved`. */
  changes: number
  saved: number
  savedAt: number | null
  fault: string | null
  /** The draft was changed elsewhere since it was opened. */
  isConflict: boolean
  size: 'open' | 'large' | 'small'
}

/** The mail that is being written; it outlives a crash of the page. */
export const useComposing = create<{ mail: Composing | null }>(() => ({ mail: null }))
keepStore(useComposing, {
  name: 'mail.composing',
  of: 'tab',
  read: ({ mail }) => ({ mail }),
  restore: ({ mail }) => ({ mail: isComposing(mail) ? withoutLost(mail) : null }),
})

const isComposing = (value: unknown): value is Composing =>
  typeof value === 'object' && value !== null && 'key' in value && 'body' in value && 'attachments' in value
/** Leaves out files whose upload ended with the page. */
const withoutLost = (mail: Composing): Composing => ({
  ...mail,
  attachments: mail.attachments.filter(({ state }) => state === 'READY'),
})

const EMPTY: Omit<Composing, 'key'> = {
  to: [],
  cc: [],
  bcc: [],
  draftId: null,
  version: 0,
  mailbox: null,
  subject: '',
  body: '',
  format: 'html',
  attachments: [],
  links: [],
  requestReceipt: false,
  priority: 'NORMAL',
  replyOf: null,
  isFresh: false,
  changes: 0,
  saved: 0,
  savedAt: null,
  fault: null,
  isConflict: false,
  size: 'open',
}

export const composingNow = () => useComposing.getState().mail

/** Changes the mail that is being written; `isContent` when it has to be saved. */
export function changeComposing(change: Partial<Composing>, isContent = true) {
  useComposing.setState(({ mail }) =>
    mail === null ? {} : { mail: { ...mail, ...change, changes: mail.changes + (isContent ? 1 : 0) } },
  )
}

/** Changes a mail if it is still the one being written. */
export function changeIfOpen(key: string, change: (mail: Composing) => Partial<Composing>) {
  useComposing.setState(({ mail }) => (mail?.key === key ? { mail: { ...mail, ...change(mail) } } : {}))
}

const newKey = () => crypto.randomUUID()
/** Saves the mail that is open before another takes its place. */
let saveBefore: () => Promise<unknown> = () => Promise.resolve()
export const beforeAnother = (save: () => Promise<unknown>) => (saveBefore = save)

/** Opens a mail to be written on; the one that is open is saved before. */
export async function openComposing(mail: Composing) {
  if (composingNow() !== null) await saveBefore().catch(() => undefined)
  useComposing.setState({ mail })
}

/** Opens a new mail, with the signature of its mailbox. */
export async function writeMail(start: Partial<Pick<Composing, 'mailbox' | 'to' | 'links' | 'subject'>>) {
  const body = withSignature('', await signatureOf(start.mailbox ?? null))
  await openComposing({ ...EMPTY, ...start, body, key: newKey() })
}

/** Last signature of each mailbox, for a mail that is written without a connection. */
const signatures = new Map<string | null, string>()
/** Longest wait for a signature before a mail is opened with the last one, milliseconds. */
const SIGNATURE_MS = 1500

/** Returns the signature of a mailbox; the last one while the server does not answer. */
async function signatureOf(mailbox: string | null): Promise<string> {
  const box = mailbox === null ? {} : { mailbox }
  const reading = call(getMailTexts, { kind: 'SIGNATURE', ...box }).then(
    ({ items }) => void signatures.set(mailbox, items.find(({ is_default: is }) => is)?.body ?? ''),
    () => undefined,
  )
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, SIGNATURE_MS))])
  return signatures.get(mailbox) ?? ''
}

/** Puts a signature below an empty line, above the quoted text. */
const withSignature = (body: string, signature: string) =>
  signature === '' ? body : `<p></p>${signature}${body}`

/** Returns a draft of the server as it is written on. */
export function composingOf(mail: Mail, mailbox: string | null): Composing {
  return {
    ...EMPTY,
    key: newKey(),
    draftId: mail.id,
    version: mail.version,
    mailbox,
    to: mail.to.map(addressText),
    cc: mail.cc.map(addressText),
    bcc: mail.bcc.map(addressText),
    subject: mail.subject,
    body: mail.body,
    attachments: mail.attachments.map(({ id, name, size, content_type }): Attachment => ({
      key: id,
      id,
      name,
      size,
      type: content_type,
      state: 'READY',
      progress: 1,
      preview: null,
      fault: null,
    })),
    links: mail.links,
    requestReceipt: mail.receipt_requested,
    priority: mail.priority,
    replyOf: mail.reply_of,
    savedAt: Date.parse(mail.at),
  }
}

/** Makes a mail that is not sent yet a draft again, and opens it. */
export const undoSent = async (id: string, mailbox: string | null) =>
  openComposing(composingOf(await call(undoSendMail, { id }), mailbox))

const attempt = async (act: () => Promise<void>) => {
  try {
    await act()
  } catch (error) {
    toast((error as Error).message, 'bad')
  }
}

export const editDraft = (id: string, mailbox: string | null) =>
  attempt(async () => openComposing(composingOf(await call(getMail, { id, peek: true }), mailbox)))

/** Opens an answer: the server makes the draft with recipients and quoted text. */
export const answer = (id: string, all: boolean, mailbox: string | null) =>
  attempt(async () => openAnswer(await call(replyMail, { id, all, draft: true }), mailbox))

export const forward = (id: string, mailbox: string | null) =>
  attempt(async () => openAnswer(await call(forwardMail, { id, to: [], draft: true }), mailbox))

async function openAnswer(draft: Mail, mailbox: string | null) {
  const mail = composingOf(draft, mailbox)
  await openComposing({ ...mail, body: withSignature(mail.body, await signatureOf(mailbox)), isFresh: true })
}
