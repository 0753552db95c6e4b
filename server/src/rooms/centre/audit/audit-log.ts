import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { append, appendAlone, type Chaining, type Client } from './audit.sql.ts'
import { hashOf, headMac, type ChainedRecord } from './chain.ts'

/** A record that has no place in the chain yet. */
export type Unlinked = Omit<ChainedRecord, 'seq' | 'prev_hash' | 'hash'>
type Waiting = { record: Unlinked; done: () => void; failed: (error: unknown) => void }

/** Puts records into the chain, one batch after another; those that come together are stored together. */
export class AuditLog {
  readonly #db: Db
  readonly #log: Log
  readonly #key: Buffer
  #waiting: Waiting[] = []
  #storing: Promise<void> | null = null

  constructor(db: Db, log: Log, key: Buffer) {
    this.#db = db
    this.#log = log
    this.#key = key
  }

  /** Resolves when the record is durable. */
  keep(record: Unlinked): Promise<void> {
    return new Promise<void>((done, failed) => {
      this.#waiting.push({ record, done, failed })
      this.#storing ??= this.#drain()
    })
  }

  /** Waits until what came is stored. */
  async settled(): Promise<void> {
    await this.#storing
  }

  async #drain() {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      await this.#store(batch)
    }
    this.#storing = null
  }

  /** Stores records in a transaction of the caller, which is to be over soon: others wait for the end of the chain. */
  keepWith(client: Client, records: readonly Unlinked[]): Promise<void> {
    return append(client, this.#chaining(records))
  }

  #chaining(records: readonly Unlinked[]): Chaining {
    return {
      link: (head) => {
        let { seq, hash } = head
        return records.map((record) => {
          const linked = { ...record, seq: ++seq, prev_hash: hash }
          hash = hashOf(this.#key, linked)
          return { ...linked, hash }
        })
      },
      seal: (head) => headMac(this.#key, head),
    }
  }

  async #store(batch: Waiting[]): Promise<void> {
    try {
      await appendAlone(this.#db, this.#chaining(batch.map(({ record }) => record)))
      for (const one of batch) one.done()
    } catch (error) {
      // One that cannot be stored must not take the others with it.
      if (batch.length > 1) {
        for (const one of batch) await this.#store([one])
        return
      }
      this.#log.error('an audit record could not be stored', { error: sentenceOf(error) })
      for (const one of batch) one.failed(error)
    }
  }
}
