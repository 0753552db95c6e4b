import { ruleKind } from '@samudra/contract/rule-keeping'
import type { Ground } from '../ground.ts'
import { ADMINISTRATORS, users } from '../kernel/audience.ts'
import { SAMUDRA } from '../kernel/caller.ts'
import { sentenceOf } from '../kernel/errors.ts'
import { tellObject } from '../kernel/object-calls.ts'
import type { Objects } from '../kernel/objects.ts'
import { detectorOfRule } from './detectors.ts'
import type { RuleBody } from './rule.ts'

/** Ends a rule that fails or floods, and tells its owner. */
export async function stopRule(
  { bus, send, log }: Pick<Ground, 'bus' | 'send' | 'log'>,
  kept: Objects<RuleBody>,
  id: string,
  why: string,
) {
  const before = kept.find(id)
  if (before === undefined || before.body.status === 'ERROR') return
  try {
    await kept.follow(SAMUDRA, id, why, (body) => ({ ...body, status: 'ERROR', error_reason: why }))
    tellObject({ objects: kept, kind: ruleKind, send }, 'update', kept.find(id) ?? before, before)
    bus.publish('notice', {
      kind: 'JOB',
      severity: 'WARNING',
      text: `Your rule ${before.body.name} was ended: ${why}.`,
      link: { kind: 'screen', path: '/home/main/dashboard/rules' },
      audience: users(before.owner_id),
    })
  } catch (error) {
    log.error('a rule could not be ended', { rule: id, error: sentenceOf(error) })
  }
}

/** Tells administrators that a detector failed; it is tried again when rules are made ready the next time. */
export function tellFailed({ bus }: Pick<Ground, 'bus'>, id: string, why: string) {
  bus.publish('notice', {
    kind: 'JOB',
    severity: 'WARNING',
    text: `The detector ${detectorOfRule(id)?.label ?? id} was ended: ${why}. It begins again when a rule or a threshold is changed.`,
    link: { kind: 'screen', path: '/home/main/dashboard/rules' },
    audience: ADMINISTRATORS,
  })
}

/** Tells administrators that a detector finds more than anybody can look at; it goes on when the hour is over. */
export function tellFlood({ bus }: Pick<Ground, 'bus'>, id: string, why: string) {
  bus.publish('notice', {
    kind: 'JOB',
    severity: 'WARNING',
    text: `The detector ${detectorOfRule(id)?.label ?? id} is silent until the hour is over: ${why}.`,
    link: { kind: 'screen', path: '/home/main/dashboard/rules' },
    audience: ADMINISTRATORS,
  })
}
