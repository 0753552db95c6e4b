import { moveToTrash, deleteMailFromTrash, saveDraft, getMail } from '@samudra/contract/mail-calls'
import { call, Refused } from '../../../../wire/call.ts'
import {
  beforeAnother,
  changeIfOpen,
  composingNow,
  composingOf,
  useComposing,
  type Composing,
} from './composing.store.ts'

/** Interval at which a changed mail is saved as a draft, milliseconds. */
export const SAVE_MS = 3000

/** Returns the content of a mail as the server takes it. */
export const contentOf = (mail: Composing) => ({
  to: [...mail.to],
  cc: [...mail.cc],
  bcc: [...mail.bcc],
  subject: mail.subject,
  body: mail.body,
  body_format: 'html' as const,
  attachment_ids: mail.attachments.flatMap(({ id }) => id ?? []),
  links: [...mail.links],
  request_receipt: mail.requestReceipt,
  priority: mail.priority,
  ...(mail.mailbox === null ? {} : { mailbox: mail.mailbox }),
  ...(mail.replyOf === null ? {} : { reply_of: mail.replyOf }),
})

export const isChanged = ({ changes, saved }: Composing) => changes !== saved

/** Returns true for an answer, or an empty mail, in which the user has not written. */
const isUntouched = ({ isFresh, draftId, changes }: Composing) =>
  changes === 0 && (isFresh || draftId === null)

/** Saves that run now, by mail: a draft is saved once at a time, so that its versions follow each other. */
const running = new Map<string, Promise<unknown>>()

/** Saves the open mail if it changed; rejects when the server refuses or is away. */
export async function saveComposing(): Promise<void> {
  const open = composingNow()
  if (open === null) return
  await running.get(open.key)?.catch(() => undefined)
  const mail = composingNow()
  if (
    mail === null ||
    mail.key !== open.key ||
    mail.isConflict ||
    (!isChanged(mail) && mail.draftId !== null)
  )
    return
  const save = store(mail)
  running.set(mail.key, save)
  await save.finally(() => running.delete(mail.key))
}
beforeAnother(async () => {
  const mail = composingNow()
  if (mail !== null) await (isUntouched(mail) ? discardComposing() : saveComposing())
})

async function store(mail: Composing) {
  const { key, draftId, version, changes } = mail
  try {
    const known = draftId === null ? {} : { id: draftId, expected_version: version }
    const saved = await call(saveDraft, { ...contentOf(mail), ...known })
    changeIfOpen(key, () => ({
      draftId: saved.id,
      version: saved.version,
      saved: changes,
      savedAt: Date.now(),
      fault: null,
    }))
  } catch (error) {
    const code = error instanceof Refused ? error.code : null
    const isConflict = code === 'VERSION_CONFLICT'
    changeIfOpen(key, () => ({ isConflict, fault: isConflict ? null : (error as Error).message }))
    // The draft was discarded elsewhere: the next save makes another.
    if (code === 'NOT_FOUND' && draftId !== null) changeIfOpen(key, () => ({ draftId: null, version: 0 }))
    throw error
  }
}

/** Ends a version conflict: with this text over the other, or with the other one. */
export async function endConflict(mail: Composing, isMine: boolean): Promise<void> {
  if (mail.draftId === null) return
  const other = await call(getMail, { id: mail.draftId, peek: true })
  if (!isMine) return useComposing.setState({ mail: composingOf(other, mail.mailbox) })
  changeIfOpen(mail.key, ({ changes }) => ({
    isConflict: false,
    version: other.version,
    changes: changes + 1,
  }))
  await saveComposing()
}

/** Closes the open mail; what changed is saved as a draft first. */
export async function closeComposing(): Promise<void> {
  const mail = composingNow()
  if (mail !== null && isUntouched(mail)) return discardComposing()
  if (mail !== null && isChanged(mail)) await saveComposing()
  useComposing.setState({ mail: null })
}

/** Throws the open mail away, with its draft. */
export async function discardComposing(): Promise<void> {
  const mail = composingNow()
  useComposing.setState({ mail: null })
  if (mail === null) return
  await running.get(mail.key)?.catch(() => undefined)
  if (mail.draftId === null) return
  await call(moveToTrash, { id: mail.draftId })
  await call(deleteMailFromTrash, { id: mail.draftId })
}
