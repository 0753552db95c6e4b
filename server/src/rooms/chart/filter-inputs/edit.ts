import { listKind } from '@samudra/contract/vessel-lists'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { pushObject } from '../../../platform/kernel/objects/object-calls.ts'
import type { Also } from '../../../platform/kernel/objects/objects.sql.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { List, ListBody, Membership } from './lists.ts'
import type { Member } from './members.sql.ts'

/**
 * Answers whom to put on a list and whom to take off, null where nothing is to change. `also`: a part of the statement that does it,
 * with `opened` as the version of the list.
 */
export type NextMembers = (list: List) => { come: Member[]; go: string[]; also?: Also } | null
type Needs = { lists: Objects<ListBody>; membership: Membership; send: Send }

/** Adds vessels to a list and removes others; a faster change is included. */
export async function editMembers(
  { lists, membership, send }: Needs,
  caller: Caller,
  id: string,
  reason: string,
  next: NextMembers,
): Promise<void> {
  for (;;) {
    const before = await membership.writable(id, caller)
    const moves = next(before)
    if (moves === null) return
    try {
      const after = await membership.move(caller, before, { ...moves, reason })
      return pushObject({ objects: lists, kind: listKind, send }, 'update', after, before)
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'VERSION_CONFLICT') throw error
    }
  }
}
