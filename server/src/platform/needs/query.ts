import { Kysely } from 'kysely'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Db } from './database.ts'

/** Contents of a Db; only engines make one. */
export type OpenDb = { readonly kysely: Kysely<unknown>; readonly pool: Lender }
/** Where connections come from. */
export type Lender = { connect(): Promise<pg.PoolClient>; end(): Promise<void> }

/** Wraps an open database for the rooms. For the engines. */
export const sealDb = (open: OpenDb) => open as unknown as Db
const opened = (db: Db) => db as unknown as OpenDb

/** The query builder over the tables a room names. For `*.sql.ts`. */
export const query = <Tables>(db: Db) => opened(db).kysely as Kysely<Tables>

/** Runs `work` on one connection in one transaction. For `*.sql.ts`. */
export async function inTransaction<T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await opened(db).pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (thrown) {
    await client.query('rollback').catch((error: Error) => {
      broken = error
    })
    throw thrown
  } finally {
    client.release(broken)
  }
}

/** SQLSTATE classes of errors that one row of a transaction causes and the others do not. */
const OWN_ERROR = /^(22|23|40)/
/** Returns whether work of a transaction failed for what one part of it holds, so that the other parts may be done alone. */
export const isOwnError = (thrown: unknown): boolean =>
  OWN_ERROR.test((thrown as { code?: string } | null)?.code ?? '')

/** Writes binary COPY bytes (header and trailer included) through `client` and waits until they are in. */
export function copyBytes(client: pg.PoolClient, statement: string, chunks: Uint8Array[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(statement))
    stream.on('error', reject)
    stream.on('finish', resolve)
    for (const chunk of chunks) stream.write(chunk)
    stream.end()
  })
}

/** The bytes of a COPY out of the transaction of `client`, to be read to their end. */
export const copiedFrom = (client: pg.PoolClient, statement: string): AsyncIterable<Uint8Array> =>
  client.query(copyTo(statement))

/** A COPY as streams, for backup and restore. The caller releases the client when the stream ends. */
export async function copyStreams(db: Db) {
  const client = await opened(db).pool.connect()
  return {
    client,
    out: (statement: string) => client.query(copyTo(statement)),
    into: (statement: string) => client.query(copyFrom(statement)),
  }
}
