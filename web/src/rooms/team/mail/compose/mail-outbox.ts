import type { Mail } from '@samudra/contract/mail'
import { getMail, saveDraft, sendDraftMail } from '@samudra/contract/mail-calls'
import type { Code } from '@samudra/contract/wire/messages'
import { create } from 'zustand'
import { toast } from '../../../../kit/toasts.ts'
import { keepStore } from '../../../../store/saved-stores.ts'
import { call, Refused } from '../../../../wire/call.ts'
import { serverNow } from '../../../../wire/transport.ts'
import { openComposing, undoSent, useComposing, type Composing } from './composing.store.ts'
import { contentOf, isChanged } from './save-draft.ts'

/** Mail that waits for the server. */
export type Outgoing = {
  mail: Composing
  sendAt: string | null
  state: 'SENDING' | 'FAILED'
  fault: string | null
}

/** Pause before the next try while the server is away, milliseconds. */
const RETRY_MS = 5000

/** Mails that were sent and have not reached the server yet; they outlive the page. */
export const useMailOutbox = create<{ waiting: readonly Outgoing[]; isAway: boolean }>(() => ({
  waiting: [],
  isAway: false,
}))
keepStore(useMailOutbox, {
  name: 'mail.outbox',
  of: 'user',
  read: ({ waiting }) => ({ waiting }),
  restore: ({ waiting }) => ({ waiting: Array.isArray(waiting) ? (waiting as Outgoing[]) : [] }),
})

const change = (key: string, to: (one: Outgoing) => Partial<Outgoing>) =>
  useMailOutbox.setState(({ waiting }) => ({
    waiting: waiting.map((one) => (one.mail.key === key ? { ...one, ...to(one) } : one)),
  }))
const drop = (key: string) =>
  useMailOutbox.setState(({ waiting }) => ({ waiting: waiting.filter(({ mail }) => mail.key !== key) }))

/** Puts the mail into the outbox and begins to send. */
export function sendComposed(mail: Composing, sendAt: string | null) {
  useMailOutbox.setState(({ waiting }) => ({
    waiting: [...waiting, { mail, sendAt, state: 'SENDING', fault: null }],
  }))
  useComposing.setState({ mail: null })
  void runMailOutbox()
}

/** Opens a mail of the outbox again to be changed. */
export function takeBack(key: string) {
  const one = useMailOutbox.getState().waiting.find(({ mail }) => mail.key === key)
  if (one === undefined) return
  drop(key)
  void openComposing({ ...one.mail, fault: one.fault })
}

let isRunning = false
/** Sends what waits, one mail after the other; while the server is away it tries again every 5 s. */
export async function runMailOutbox(): Promise<void> {
  if (isRunning) return
  isRunning = true
  try {
    for (;;) {
      const next = useMailOutbox.getState().waiting.find(({ state }) => state === 'SENDING')
      if (next === undefined) return
      try {
        const sent = await send(next)
        drop(next.mail.key)
        useMailOutbox.setState({ isAway: false })
        announce(sent, next)
      } catch (error) {
        if (isFinal(error)) fail(next.mail.key, (error as Error).message)
        else {
          useMailOutbox.setState({ isAway: true })
          await pause()
        }
      }
    }
  } finally {
    isRunning = false
  }
}

/** Refusals that end by themselves. */
const PASSING: readonly Code[] = ['RATE_LIMIT', 'UNAVAILABLE', 'MAINTENANCE', 'INTERNAL']
/** Returns true for a refusal that stays one: the server answered, and is not just busy. */
const isFinal = (error: unknown) => error instanceof Refused && !PASSING.includes(error.code)

/** A refused mail is opened again, unless another one is being written. */
function fail(key: string, fault: string) {
  change(key, () => ({ state: 'FAILED', fault }))
  toast(`The mail was not sent. ${fault}`, 'bad', { action: { label: 'Open', act: () => takeBack(key) } })
  if (useComposing.getState().mail === null) takeBack(key)
}

let wake: (() => void) | null = null
export const wakeMailOutbox = () => wake?.()
const pause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

/** Saves the draft, then sends that version of it: the server sends one version once, however often it is called. */
async function send(one: Outgoing): Promise<Mail> {
  let { mail } = one
  if (mail.draftId === null || isChanged(mail)) {
    const known = mail.draftId === null ? {} : { id: mail.draftId, expected_version: mail.version }
    const saved = await call(saveDraft, { ...contentOf(mail), ...known })
    mail = { ...mail, draftId: saved.id, version: saved.version, saved: mail.changes }
    change(mail.key, () => ({ mail }))
  }
  const id = mail.draftId ?? ''
  try {
    const later = one.sendAt === null ? {} : { send_at: one.sendAt }
    return await call(sendDraftMail, { id, expected_version: mail.version, ...later })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The answer of an earlier try was lost: the mail is on its way already.
    const now = await call(getMail, { id, peek: true }).catch(() => null)
    if (now?.state === 'QUEUED' || now?.state === 'SENT') return now
    throw error
  }
}

/** Shortest time in which a user can press Undo, milliseconds. */
const LEAST_UNDO_MS = 1000
function announce(sent: Mail, { mail, sendAt }: Outgoing) {
  if (sendAt !== null)
    return toast('The mail will be sent later. It is in Sent.', 'good', { action: undo(sent, mail) })
  const left = sent.undo_until === null ? 0 : Date.parse(sent.undo_until) - serverNow()
  if (left < LEAST_UNDO_MS) return toast('Mail sent', 'good')
  return toast('Mail sent', 'good', { ms: left, action: undo(sent, mail), sort: { key: 'mail-sent' } })
}

const undo = ({ id }: Mail, { mailbox }: Composing) => ({
  label: 'Undo',
  act: () => void undoSent(id, mailbox).catch((error: unknown) => toast((error as Error).message, 'bad')),
})
