import { MESSAGES } from '@samudra/contract/wire/messages'
import { toast } from '../kit/toasts.ts'

/** Failures of several sockets within this time have one cause, milliseconds. */
const ONE_CAUSE_MS = 10_000
let shownAt = Number.NEGATIVE_INFINITY

/** Reports that a socket cannot be opened, once for all sockets that fail together. */
export function reportSocketFailure(now: number = Date.now()) {
  if (now - shownAt < ONE_CAUSE_MS) return
  shownAt = now
  toast(MESSAGES.chatSocketFailed, 'bad')
}
