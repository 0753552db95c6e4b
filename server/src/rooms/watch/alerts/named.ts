import type { Act } from '@samudra/contract/alert-workflow'
import { isAddressed, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import type { AlertRow } from './alert.ts'
import { groupNotification, alertNotification, subjectOf } from './alert-notifier.ts'

type Known = Awaited<ReturnType<IdentityInterface['everyone']>>[number]
type Named = { act: Act; by: Known; assignee: Known | null; mentioned: readonly Known[] }

/**
 * Returns notifications of an alert action to the assignee and to users mentioned in the comment, as far as each may
 * know the alert.
 */
export function notifiedByAction(
  rows: readonly AlertRow[],
  { act, by, assignee, mentioned }: Named,
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification[] {
  if (rows.length === 0) return []
  const stated = act.comment === undefined ? '' : `: ${act.comment}`
  const handed = assignee !== null && assignee.userId !== by.userId ? [assignee] : []
  const named = mentioned.filter(({ userId }) => handed.every((one) => one.userId !== userId))
  return [
    ...notified(rows, handed, `${by.username} hands over to you`, stated, knowers),
    ...notified(rows, named, `${by.username} requests your review of`, stated, knowers),
  ]
}

function notified(
  rows: readonly AlertRow[],
  to: readonly Known[],
  words: string,
  stated: string,
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification[] {
  const [row] = rows
  const there = to.filter((one) => rows.some((each) => isAddressed(knowers(each), one)))
  if (there.length === 0 || row === undefined) return []
  const audience = users(...there.map(({ userId }) => userId))
  return rows.length === 1
    ? [alertNotification(row, `${words} ${subjectOf(row)}${stated}`, audience, knowers(row))]
    : [groupNotification(rows, { text: `${words} alerts${stated}`, to: audience, knowers })]
}
