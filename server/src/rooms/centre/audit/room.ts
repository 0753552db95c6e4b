import { room, type RoomInterface } from '../../../platform/ground.ts'
import { SAMUDRA } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Entry } from '../../../platform/kernel/http/handle.ts'
import type { Audited } from '../../../platform/kernel/http/http.ts'
import { auditOps } from './audit.ops.ts'
import { head, type Client } from './audit.sql.ts'
import { asText, bounded, written } from './chain.ts'
import { AuditLog, type Unlinked } from './audit-log.ts'

/** Action done by the clock. */
export type Step = { action: string; entry: Entry }

/** Room of the audit record: all actions with their users, in a chain. */
export const audit = room({
  name: 'audit',
  uses: {},
  open: async ({ db, clock, log, assembly: { keys } }) => {
    const auditLog = new AuditLog(db, log, keys.audit)
    /** Logs the end of the chain outside the database too, so that an old end cannot be put back unnoticed. */
    const logEnd = async () => {
      const { seq, hash } = await head(db)
      log.info('end of the audit record', { seq, hash })
    }
    const door = {
      /** Records a call; resolves when the record is durable, or stored in the given transaction. */
      leave: (call: Audited, transaction?: Client) => {
        const record = recordOf(call, new Date(clock.now()))
        return transaction === undefined ? auditLog.keep(record) : auditLog.keepWith(transaction, [record])
      },
      /** Records work that no call started, in the transaction of that work: both are stored, or neither. */
      leaveWith: async (client: Client, steps: readonly Step[]) => {
        if (steps.length === 0) return
        const at = new Date(clock.now())
        const records = steps.map((step) => recordOf({ ...BY_THE_CLOCK, ...step }, at))
        await auditLog.keepWith(client, records)
      },
    }
    return {
      ops: auditOps({ db, clock, key: keys.audit, settled: () => auditLog.settled() }),
      door,
      jobs: [
        {
          name: 'audit.end',
          does: 'Log the end of the audit record',
          when: { cron: '0 * * * *', zone: 'UTC' },
          work: logEnd,
        },
      ],
      stop: async () => {
        await auditLog.settled()
        await logEnd().catch((error: unknown) =>
          log.warn('the end of the audit record cannot be logged', { error: sentenceOf(error) }),
        )
      },
    }
  },
})

/** Interface of the room. */
export type AuditInterface = RoomInterface<typeof audit>

const BY_THE_CLOCK = { caller: SAMUDRA, requestId: '', address: '', result: 'OK' }

const recordOf = ({ action, caller, requestId, address, result, entry }: Audited, at: Date): Unlinked => ({
  at,
  actor_id: entry.actorId ?? caller.userId,
  actor: asText(entry.actor ?? caller.username),
  session_id: caller.sessionId,
  action,
  object_type: entry.objectType ?? '',
  object_id: bounded(entry.objectId ?? '', 'id'),
  before: written(entry.before),
  after: written(entry.after),
  reason: bounded(entry.reason ?? '', 'reason'),
  ip: address,
  request_id: requestId,
  result,
})
