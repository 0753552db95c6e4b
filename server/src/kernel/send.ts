import type { Push } from '@samudra/contract/kernel'
import type { Caller } from './caller.ts'

/** Tells the open screens; who is told is decided where it is sent. */
export type Send = <Payload>(
  push: Push<Payload>,
  payload: Payload,
  audience: (caller: Caller) => boolean,
) => void
