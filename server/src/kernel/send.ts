import { heartbeat } from '@samudra/contract/live'
import type { Push } from '@samudra/contract/kernel'
import type { Caller } from './caller.ts'

/** Tells the open screens; who is told is decided where it is sent. */
export type Send = <Payload>(
  push: Push<Payload>,
  payload: Payload,
  audience: (caller: Caller) => boolean,
) => void

/** Whose screens are open: an audience that is asked for and takes nobody. */
export function listeners(send: Send): Caller[] {
  const found: Caller[] = []
  send(heartbeat, {}, (caller) => {
    found.push(caller)
    return false
  })
  return found
}
