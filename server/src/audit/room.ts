import { sentenceOf } from '../kernel/errors.ts'
import type { Audited } from '../kernel/http.ts'
import type { Keys } from '../kernel/keys.ts'
import type { Log } from '../kernel/log.ts'
import type { Room } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { auditOps } from './audit.ops.ts'
import { append } from './audit.sql.ts'
import { hashOf, written, type ChainedRecord } from './chain.ts'

export type AuditRoom = Room & {
  /** Leaves the record of a call; resolves when it is durable. */
  leave(call: Audited): Promise<void>
}

type Unlinked = Omit<ChainedRecord, 'seq' | 'prev_hash' | 'hash'>
type Waiting = { record: Unlinked; done: () => void; failed: (error: unknown) => void }

/** What was done, by whom, in a chain. Records that come together are stored together. */
export function auditRoom(needs: { db: Db; clock: Clock; log: Log; keys: Keys }): AuditRoom {
  const { db, clock, keys, log } = needs
  const key = keys.audit
  let waiting: Waiting[] = []
  let storing: Promise<void> | null = null

  async function store(batch: Waiting[]) {
    try {
      await append(db, (head) => {
        let { seq, hash } = head
        return batch.map(({ record }) => {
          const linked = { ...record, seq: ++seq, prev_hash: hash }
          hash = hashOf(key, linked)
          return { ...linked, hash }
        })
      })
      for (const one of batch) one.done()
    } catch (error) {
      log.error('audit records could not be stored', { records: batch.length, error: sentenceOf(error) })
      for (const one of batch) one.failed(error)
    }
  }
  async function drain() {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await store(batch)
    }
    storing = null
  }
  const settled = async () => {
    await storing
  }

  return {
    name: 'audit',
    ops: auditOps({ db, clock, key, settled }),
    leave: ({ action, caller, requestId, address, result, entry }) => {
      const record: Unlinked = {
        at: new Date(clock.now()),
        actor_id: entry.actorId ?? caller.userId,
        actor: entry.actor ?? caller.username,
        session_id: caller.sessionId,
        action,
        object_type: entry.objectType ?? '',
        object_id: entry.objectId ?? '',
        before: written(entry.before),
        after: written(entry.after),
        reason: entry.reason ?? '',
        ip: address,
        request_id: requestId,
        result,
      }
      return new Promise<void>((done, failed) => {
        waiting.push({ record, done, failed })
        storing ??= drain()
      })
    },
    stop: settled,
  }
}
