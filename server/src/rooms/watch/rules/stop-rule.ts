import { ruleKind } from '@samudra/contract/rule-keeping'
import type { Ground } from '../../../platform/ground.ts'
import { ADMINISTRATORS, users } from '../../../platform/kernel/http/audience.ts'
import { SAMUDRA } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { pushObject } from '../../../platform/kernel/objects/object-calls.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { RuleBody } from './rule.ts'

const SCREEN = { kind: 'screen', path: '/home/main/dashboard/rules' } as const

export type Putting = Pick<Ground, 'bus' | 'send' | 'log'>
/** Changes the state of a rule automatically and notifies its owner. */
export async function putRule(
  { bus, send, log }: Putting,
  rules: Objects<RuleBody>,
  id: string,
  { status, why, text }: { status: RuleBody['status']; why: string; text: (name: string) => string },
) {
  const before = rules.find(id)
  if (before === undefined || before.body.status === status) return
  const error_reason = status === 'ERROR' ? why : ''
  try {
    await rules.follow(SAMUDRA, id, why, (body) => ({ ...body, status, error_reason }))
    pushObject({ objects: rules, kind: ruleKind, send }, 'update', rules.find(id) ?? before, before)
    bus.publish('notice', {
      kind: 'JOB',
      severity: 'WARNING',
      text: text(before.body.name),
      link: SCREEN,
      audience: users(before.owner_id),
    })
  } catch (error) {
    log.error('the state of a rule could not be changed', { rule: id, status, error: sentenceOf(error) })
  }
}

/** Stops a rule that fails or finds too much, and notifies its owner. */
export const stopRule = (needs: Putting, rules: Objects<RuleBody>, id: string, why: string) =>
  putRule(needs, rules, id, {
    status: 'ERROR',
    why,
    text: (name) => `Your rule ${name} was stopped: ${why}.`,
  })

type Labelled = { label: string }
const notifyAdministrators = ({ bus }: Pick<Ground, 'bus'>, text: string) =>
  bus.publish('notice', { kind: 'JOB', severity: 'WARNING', text, link: SCREEN, audience: ADMINISTRATORS })

/** Notifies administrators that a detector failed; it is retried when the rules are prepared the next time. */
export const notifyFailed = (needs: Pick<Ground, 'bus'>, { label }: Labelled, why: string) =>
  notifyAdministrators(
    needs,
    `The detector ${label} was stopped: ${why}. It starts again when a rule or a threshold changes.`,
  )

/** Notifies administrators that a detector finds more than users can review; it continues after the hour. */
export const notifyBurst = (needs: Pick<Ground, 'bus'>, { label }: Labelled, why: string) =>
  notifyAdministrators(needs, `The detector ${label} is paused until the next hour: ${why}.`)
