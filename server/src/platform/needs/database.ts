import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'

declare const opaque: unique symbol
/**
 * The database as rooms hold it: something to hand to the queries in `*.sql.ts`, and nothing more.
 * `needs/query.ts` opens it.
 */
export interface Db {
  readonly [opaque]: 'database'
}

/** A transaction under way, to be handed on: what others store with it stands with the rest of it, or not at all. */
export type Transaction = Pick<pg.PoolClient, 'query'>

/** Space on the disk of the database that is set aside for administrators. */
export interface Reserve {
  /** True from when a part was released until all of it is set aside again. */
  readonly isReleased: boolean
  /** Releases a part while the disk is full. */
  makeRoom(): Promise<void>
  /** Sets aside what is missing, while the disk has room. */
  refill(): Promise<void>
}

export interface Database {
  readonly db: Db
  /** "embedded" or "external", for healthz and the start-up lines. */
  readonly engine: 'embedded' | 'external'
  /** Brings the schema up to date; refuses a database of a newer version. Returns the names that ran. */
  migrate(): Promise<string[]>
  /** Where to look when it is in trouble, without a password. */
  readonly whereabouts: string
  /** Missing where the disk is another machine's. */
  readonly reserve?: Reserve
  close(): Promise<void>
}

/** A COPY into a table: binary rows are written to it; `done` resolves when they are durable. */
export type CopyIn = { stream: Writable; done: Promise<void> }
export type CopyOut = Readable
