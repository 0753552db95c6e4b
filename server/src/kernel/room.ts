import type { Op } from '@samudra/contract/kernel'
import type { Caller } from './caller.ts'

/** What a handler is given besides its input. */
export type Call<In> = {
  input: In
  /** Who calls; operations declared public get a caller too when a token came along. */
  caller: Caller
  requestId: string
  /** Address and program of the client, for the session row. */
  client: { address: string; agent: string }
}

/** An operation and what it does. */
export type Handled = { op: Op<unknown, unknown>; run: (call: Call<unknown>) => Promise<unknown> }

export const handle = <In, Out>(op: Op<In, Out>, run: (call: Call<In>) => Promise<Out>): Handled => ({
  op,
  run: run as (call: Call<unknown>) => Promise<unknown>,
})

/** A room's door: the operations it answers, and what it does from start to stop. */
export type Room = {
  name: string
  ops: Handled[]
  start?: () => Promise<void>
  /** Ends what the room began and brings what it holds to rest; called in reverse order of start. */
  stop?: () => Promise<void>
}
