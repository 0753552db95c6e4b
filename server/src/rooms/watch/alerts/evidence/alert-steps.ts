import { isOpen, type AlertAction } from '@samudra/contract/alert-workflow'
import type { AlertVersion } from './alert-steps.sql.ts'

/** One step of an alert: an action of a user, or what the system made of it. */
export type AlertStep = {
  /** ISO 8601, UTC. */
  at: string
  /** User name; null for the system. */
  by: string | null
  /** One sentence. */
  what: string
  comment: string | null
}

const ACTION_SENTENCES: Readonly<Record<AlertAction, (after: AlertVersion) => string>> = {
  ACK: () => 'Acknowledged the alert.',
  ASSIGN: ({ owner }) => `Assigned the alert to ${owner ?? 'another user'}.`,
  START: () => 'Started work on the alert.',
  SHELVE: ({ shelved_until: until }) => `Shelved the alert until ${secondsOf(until)}.`,
  UNSHELVE: () => 'Unshelved the alert.',
  RESOLVE: ({ disposition }) => `Resolved the alert as ${VERDICTS[disposition ?? ''] ?? 'done'}.`,
  DISMISS: ({ disposition }) => `Dismissed the alert as ${VERDICTS[disposition ?? ''] ?? 'nothing to do'}.`,
  REOPEN: () => 'Reopened the alert.',
  COMMENT: () => 'Commented on the alert.',
}
const VERDICTS: Readonly<Record<string, string>> = {
  TRUE_POSITIVE: 'true',
  BENIGN: 'true but harmless',
  INCONCLUSIVE: 'inconclusive',
  FALSE_POSITIVE: 'a false alarm',
  DUPLICATE: 'a duplicate',
  EXPECTED: 'expected',
}
const secondsOf = (iso: string | null) =>
  iso === null ? 'later' : `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Returns the steps between versions of an alert, in order; versions that change nothing a reader needs are left out. */
export function stepsOf(versions: readonly AlertVersion[]): AlertStep[] {
  return versions.flatMap((after, i) => {
    const before = versions[i - 1]
    const step = (what: string, by: string | null = null, comment: string | null = null): AlertStep => ({
      at: new Date(after.at).toISOString(),
      by,
      what,
      comment,
    })
    if (before === undefined)
      return after.version === 1 ? [step('The alert was raised.')] : [step('Earlier steps are left out.')]
    const comment = after.comments.length > before.comments.length ? after.comments.at(-1)! : null
    const action = after.action ?? comment?.action ?? olderAction(before, after)
    if (action === null) return systemSteps(before, after).map((what) => step(what))
    const by = after.actor ?? comment?.by ?? after.owner ?? 'a user whose name was not stored'
    return [step(ACTION_SENTENCES[action](after), by, comment?.text ?? null)]
  })
}

/** Action that made a version which does not name it; null where the system made it. */
function olderAction(before: AlertVersion, after: AlertVersion): AlertAction | null {
  if (before.state === after.state) return null
  if (after.state === 'ACKNOWLEDGED') return before.state === 'SHELVED' ? 'UNSHELVE' : 'ACK'
  if (after.state === 'IN_PROGRESS') return 'START'
  if (after.state === 'SHELVED') return 'SHELVE'
  if (after.state === 'RESOLVED') return 'RESOLVE'
  if (after.state === 'DISMISSED') return 'DISMISS'
  return isOpen(before.state) ? null : 'REOPEN'
}

function systemSteps(before: AlertVersion, after: AlertVersion): string[] {
  const steps: string[] = []
  if (after.count > before.count) steps.push(`Repeated, ${after.count} times in total.`)
  if (after.condition !== before.condition) steps.push(CONDITION_SENTENCES[after.condition])
  if (after.escalation_level > before.escalation_level)
    steps.push(`Escalated to level ${after.escalation_level}: no user had acknowledged the alert.`)
  if (before.state === 'SHELVED' && after.state === 'NEW') steps.push('Shelving ended.')
  return steps
}
const CONDITION_SENTENCES: Readonly<Record<AlertVersion['condition'], string>> = {
  ACTIVE: 'The behaviour continued.',
  CLEARED: 'The behaviour ended.',
  REVISED: 'Late data changed the finding: it is not true.',
}
