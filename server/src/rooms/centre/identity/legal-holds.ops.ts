import { getLegalHolds, releaseLegalHold, setLegalHold, type LegalHold } from '@samudra/contract/legal-holds'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { insertHold, readHolds, releaseHold, type LegalHoldRow } from './legal-holds.sql.ts'
import { NOT_THERE } from './needs.ts'
import { userById } from './users.sql.ts'

type Needs = { db: Db; clock: Clock }

const present = ({ set_at, released_at, ...row }: LegalHoldRow): LegalHold => ({
  ...row,
  set_at: set_at.toISOString(),
  released_at: released_at?.toISOString() ?? null,
})

/** Legal holds: set and released by administrators for a reason, each with an audit record. */
export const legalHoldOps = (needs: Needs): Handled[] => [set(needs), list(needs), release(needs)]

const set = ({ db, clock }: Needs) =>
  handle(setLegalHold, async ({ input: { user_id, reason }, caller, record }) => {
    record({ objectType: 'legal_hold', objectId: user_id, reason })
    // A deleted account may be held too, while it is stored.
    const user = await userById(db, user_id)
    if (user === undefined) throw NOT_THERE()
    const row = await insertHold(db, {
      id: ulid(clock.now()),
      user_id,
      username: user.username,
      reason,
      set_by: caller.username,
      set_at: new Date(clock.now()),
    })
    if (row === undefined)
      throw new OperationError(
        'DUPLICATE',
        `${user.username} is already under a legal hold. Release it first.`,
      )
    const hold = present(row)
    record({ objectId: hold.id, after: hold })
    return hold
  })

const list = ({ db, clock }: Needs) =>
  handle(getLegalHolds, async ({ input }) => {
    const rows = await readHolds(db, { userId: input.user_id, isOpen: input.state !== 'ALL' })
    return pageOf(rows.map(present), input, clock.now())
  })

const release = ({ db, clock }: Needs) =>
  handle(releaseLegalHold, async ({ input: { id, reason }, caller, record }) => {
    record({ objectType: 'legal_hold', objectId: id, reason })
    const row = await releaseHold(db, id, caller.username, reason, new Date(clock.now()))
    if (row === undefined)
      throw new OperationError('NOT_FOUND', 'This legal hold does not exist or was released.')
    const hold = present(row)
    record({ after: hold })
    return hold
  })
