import { listKind } from '@samudra/contract/vessel-lists'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { tellObject } from '../kernel/object-calls.ts'
import type { Objects } from '../kernel/objects.ts'
import type { Send } from '../kernel/send.ts'
import type { List, ListBody, Member, Membership } from '../places/room.ts'

type Needs = { lists: Objects<ListBody>; membership: Membership; send: Send }

/** Puts ships on a list and takes others off; whoever was faster is taken along. `next` answers null where nothing is to change. */
export async function edit(
  { lists, membership, send }: Needs,
  caller: Caller,
  id: string,
  reason: string,
  next: (list: List) => { come: Member[]; go: string[] } | null,
): Promise<void> {
  for (;;) {
    const before = await membership.writable(id, caller)
    const moves = next(before)
    if (moves === null) return
    try {
      const after = await membership.move(caller, before, { ...moves, reason })
      return tellObject({ objects: lists, kind: listKind, send }, 'update', after, before)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'VERSION_CONFLICT') throw error
    }
  }
}
