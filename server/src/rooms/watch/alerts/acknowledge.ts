import { isOpen, work, type Act, type Actor } from '@samudra/contract/alert-workflow'
import type { AlertRow } from './alert.ts'
import type { Escalation } from './raising/escalation.ts'

export type Assignee = { id: string; name: string }
type Working = { act: Act; hand: Actor; assignee: Assignee | null; escalation: Escalation; now: number }
export type Worked = { ok: true; row: AlertRow; isSame: boolean } | { ok: false; code: string; why: string }

/** Most comments of one user on an alert; one more that closes it is always taken. */
const MOST_COMMENTS = 200
const CLOSING: ReadonlySet<Act['action']> = new Set(['RESOLVE', 'DISMISS'])

/** Returns the alert as stored after an action. */
export function worked(before: AlertRow, { act, hand, assignee, escalation, now }: Working): Worked {
  const made = work(before, act, hand, now)
  if (!made.ok) return made
  if (made.isSame) return { ok: true, row: before, isSame: true }
  if (act.comment !== undefined && !CLOSING.has(act.action) && commentsOf(before, hand) >= MOST_COMMENTS)
    return {
      ok: false,
      code: 'TOO_LARGE',
      why: `You have written ${MOST_COMMENTS} comments on this alert, the maximum for one user.`,
    }
  const owners = {
    ACTOR: { owner_id: hand.id, owner: hand.name },
    ASSIGNEE: { owner_id: assignee?.id ?? null, owner: assignee?.name ?? null },
    NONE: { owner_id: null, owner: null },
    SAME: {},
  }
  const isAcked = act.action === 'ACK' || act.action === 'UNSHELVE'
  const row: AlertRow = {
    ...before,
    ...owners[made.owner],
    state: made.state,
    version: before.version + 1,
    changed_at: now,
    ...(isAcked && before.acked_at === null ? { acked_by: hand.name, acked_at: now } : {}),
    ...(act.action === 'REOPEN' ? { acked_by: null, acked_at: null } : {}),
    disposition: isOpen(made.state) ? null : (act.disposition ?? before.disposition),
    shelved_until: made.state === 'SHELVED' ? (act.until ?? before.shelved_until) : null,
    shelved_by: act.action === 'SHELVE' ? hand.name : made.state === 'SHELVED' ? before.shelved_by : null,
    ...(made.escalation === 'STOPS' ? escalation.endedBy(act.action, before, now) : {}),
    ...(made.escalation === 'BEGINS' ? escalation.begins(before, now) : {}),
    comments:
      act.comment === undefined
        ? before.comments
        : [
            ...before.comments,
            {
              at: new Date(now).toISOString(),
              by: hand.name,
              by_id: hand.id,
              action: act.action,
              text: act.comment,
            },
          ],
  }
  return { ok: true, row, isSame: false }
}

const commentsOf = ({ comments }: AlertRow, { id }: Actor) =>
  comments.filter(({ by_id }) => by_id === id).length
