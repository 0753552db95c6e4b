import { MOST_MEMBERS } from '@samudra/contract/vessel-lists'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { List, Member } from '../../chart/filter-inputs/room.ts'
import type { DueAction } from '../rules/room.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { alikeOf, AT_ONCE, DONE, settled, type ActionNeeds, type Judge } from './judge.ts'

const HOUR_MS = 3_600_000
type Alike = ReturnType<typeof alikeOf<'ADD_TO_LIST'>>[number]

/** Puts ships on lists as the owners of rules, those of one rule in one version of a list. Answers how many it took, none where it should not go on. */
export async function putOnLists(needs: ActionNeeds, judge: Judge): Promise<number> {
  const { rules, log } = needs
  const dueActions = await rules.actions.take(null, ['ADD_TO_LIST'], AT_ONCE)
  const { may, knowers } = await settled(needs, null, dueActions, judge)
  let failed = 0
  for (const same of alikeOf(may, 'ADD_TO_LIST')) {
    const [first] = same.actions
    const judged = judge(first!, knowers(first!.row))
    if (!('owner' in judged)) continue
    try {
      await putAlike(needs, judged.owner, same)
    } catch (error) {
      if (error instanceof OperationError)
        await rules.actions.settle(null, same.actions, { state: 'REFUSED', why: error.message })
      else {
        // The others of this turn are done; this is tried the next time.
        failed += same.actions.length
        log.error('vessels could not be added to a list', { rule: same.rule_id, error: sentenceOf(error) })
      }
    }
  }
  rules.show(dueActions.map(({ row }) => row))
  return failed > 0 ? 0 : dueActions.length
}

/** Puts the ships of some hits of a rule on its list; that it is done is stored with them. Throws NOT_FOUND, FORBIDDEN, VALIDATION. */
async function putAlike(
  { rules, filterInputs, clock }: ActionNeeds,
  owner: Caller,
  { rule_id, action, actions: dueActions }: Alike,
) {
  const rule = rules.named(rule_id)
  if (rule === undefined) return
  const reason = `Found by the rule ${rule.title}`
  const now = clock.now()
  const membership = {
    reason,
    added_by: owner.username,
    added_by_id: owner.userId,
    added_at: new Date(now).toISOString(),
    expires_at: new Date(now + action.expires_h * HOUR_MS).toISOString(),
  }
  const wanted = [...new Set(dueActions.flatMap(shipsOf))]
  await filterInputs.editMembers(owner, action.list, reason, (list) => {
    if (list.body.kind === 'DYNAMIC')
      throw new OperationError('VALIDATION', 'The list is dynamic; choose a static list.')
    const fresh = comingOn(list, filterInputs.membership.membersOf(list), { wanted, membership, now })
    if (fresh.length === 0) return null
    return {
      come: fresh.map((mmsi) => ({ mmsi, ...membership })),
      go: fresh,
      also: rules.actions.alsoDone(dueActions),
    }
  })
  // Existing members need no new version of the list.
  await rules.actions.settle(null, dueActions, DONE)
}

const shipsOf = ({ row: { mmsi, other_mmsi } }: DueAction) =>
  [mmsi, ...(other_mmsi === null ? [] : [other_mmsi])].map(mmsiText)

type Coming = { wanted: readonly string[]; membership: Omit<Member, 'mmsi'>; now: number }
/**
 * Returns vessels not on a list, or that the same rule added for a shorter time. Entries of a person or another rule
 * stay unchanged. Throws VALIDATION if there are too many.
 */
function comingOn(list: List, members: readonly Member[], { wanted, membership, now }: Coming): string[] {
  const inForce = members.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > now)
  const there = new Map(inForce.map((one) => [one.mmsi, one]))
  const coming = wanted.filter((mmsi) => {
    const before = there.get(mmsi)
    if (before === undefined) return true
    const isOwn = before.reason === membership.reason && before.added_by_id === membership.added_by_id
    return isOwn && before.expires_at !== null && before.expires_at < membership.expires_at!
  })
  if (inForce.length + coming.filter((mmsi) => !there.has(mmsi)).length > MOST_MEMBERS)
    throw new OperationError('VALIDATION', `This list is full: the maximum is ${MOST_MEMBERS} vessels.`)
  return coming
}
