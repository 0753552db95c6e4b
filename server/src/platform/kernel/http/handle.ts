import type { AuditedObject } from '@samudra/contract/audited-objects'
import type { Op } from '@samudra/contract/kernel'
import type { Transaction } from '../../needs/database.ts'
import type { Caller } from './caller.ts'

/** Details of a call for its audit record, besides user, time and outcome. */
export type Entry = {
  objectType?: AuditedObject
  objectId?: string
  /** The object as it was and as it is; secrets have no place in either. */
  before?: unknown
  after?: unknown
  reason?: string
  /** Actor, where known only after the call: a login. */
  actorId?: string
  actor?: string
}

/** Context of a handler besides its input. */
export type Call<In> = {
  input: In
  /** Caller; public operations have one when a token was sent. */
  caller: Caller
  requestId: string
  /**
   * Address and program of the client, for the session row; the origin its page came from; the half of the XSRF pair
   * the page sent back.
   */
  client: { address: string; agent: string; origin: string; isSecure: boolean; xsrf: string | undefined }
  cookies: {
    get(name: string): string | undefined
    /** Set for scripts to be unreachable unless `readable`; goes with requests to `path` of this site only. */
    set(name: string, value: string, more: { path: string; maxAgeS: number; readable?: boolean }): void
    clear(name: string, path: string): void
  }
  /** Which sealed-wire session the call came through; null when it came in the clear. */
  wire: { id: string } | null
  /** Adds to the audit record of this call; the last word on each field counts. */
  record(entry: Entry): void
  /**
   * Records this call in the audit within its transaction, so that neither exists without the other after a crash.
   * Adds `done` to the details of `record`. Call it late in the transaction: other records wait until it ends. A call
   * that fails afterwards is recorded too.
   */
  recordWith(transaction: Transaction, done: Entry): Promise<void>
  /** The bytes after the input of an operation with `stream: 'up'`; empty otherwise. */
  bytes: AsyncIterable<Uint8Array>
}

/** The answer of an operation with `stream: 'down'`: its Data, then bytes. */
export class Download<Out> {
  readonly data: Out
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  constructor(data: Out, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.data = data
    this.bytes = bytes
  }
}

/** An operation and what it does. */
export type Handled = { op: Op<unknown, unknown>; run: (call: Call<unknown>) => Promise<unknown> }

export const handle = <In, Out>(
  op: Op<In, Out>,
  run: (call: Call<In>) => Promise<Out | Download<Out>>,
): Handled => ({
  op,
  run: run as (call: Call<unknown>) => Promise<unknown>,
})
