import type { Push } from '@samudra/contract/kernel'
import type { Caller } from './caller.ts'
import { listeners, type Send } from './send.ts'

/** How something looks to each of those who see it. */
export type Looks<Payload> = {
  isSeenBy: (caller: Caller) => boolean
  /** The same for callers it looks alike for. */
  alike: (caller: Caller) => string
  payload: (caller: Caller) => Payload
}

/** Tells each screen something as its user may see it: those it looks alike for are told together. */
export function sendAlike<Payload>(send: Send, push: Push<Payload>, looks: Looks<Payload>): void {
  const { isSeenBy, alike, payload } = looks
  const kinds = new Map(listeners(send).flatMap((one) => (isSeenBy(one) ? [[alike(one), one] as const] : [])))
  for (const [key, one] of kinds)
    send(push, payload(one), (caller) => isSeenBy(caller) && alike(caller) === key)
}
