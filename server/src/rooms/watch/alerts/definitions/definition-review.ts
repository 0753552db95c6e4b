import { alertDefinitionKind } from '@samudra/contract/alert-definitions'
import { instantOf } from '@samudra/nautical/instant'
import type { IdentityInterface } from '../../../centre/identity/room.ts'
import { ADMINISTRATORS, users } from '../../../../platform/kernel/http/audience.ts'
import { SAMUDRA } from '../../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { pushObject } from '../../../../platform/kernel/objects/object-calls.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { RulesInterface } from '../../rules/room.ts'
import type { SamudraBus } from '../../../../sea/topics.ts'
import { isRaising, type DefinitionBody, type HeldDefinition } from './definition.ts'
import type { Definitions } from './definitions.ts'

type Needs = {
  clock: Clock
  log: Log
  send: Send
  bus: Pick<SamudraBus, 'publish'>
  rules: RulesInterface
  definitions: Definitions
  identity: Pick<IdentityInterface, 'everyone'>
}

/** A definition whose review is due raises so much longer (contract D7). */
const STILL_MS = 7 * 86_400_000
const SCREEN = '/home/main/dashboard/alerts/definitions'

/**
 * State that a definition enters by itself, its reason, and the notification of its owner; null for no notification.
 */
type Next = Pick<DefinitionBody, 'state' | 'error_reason'> & { why: string; notified: string | null }
const next = (state: DefinitionBody['state'], why: string, notifications: string | null): Next => ({
  state,
  error_reason: '',
  why,
  notified: notifications,
})
const inError = (why: string): Next => ({
  state: 'ERROR',
  error_reason: why,
  why,
  notified: `raises nothing: ${why}`,
})

/** Returns true if the review of a definition was due by an instant, epoch ms. */
export const isReviewDue = ({ review_due }: Pick<DefinitionBody, 'review_due'>, now: number): boolean =>
  review_due !== undefined && instantOf(review_due) <= now

/** Returns the state of a definition that time requires (contract D7); null if it stays as it is. */
function byTime(body: DefinitionBody, now: number): Next | null {
  const { state, disabled_until, review_due } = body
  const isDue = isReviewDue(body, now)
  const isLong = isDue && instantOf(review_due!) + STILL_MS <= now
  if (state === 'DISABLED' && disabled_until !== null && instantOf(disabled_until) <= now)
    return isLong
      ? next('DISABLED', 'its review is overdue', 'stays disabled: set a new review date, then enable it')
      : next('ENABLED', 'its pause has ended', null)
  if (state === 'REVIEW_DUE' && isLong)
    return next('DISABLED', 'it was not reviewed for a week', 'was disabled: it was not reviewed for a week')
  if (state === 'ENABLED' && isDue) {
    const until = new Date(instantOf(review_due!) + STILL_MS).toISOString().slice(0, 10)
    const notifications = `is due for review: set a new review date, or it is disabled on ${until}`
    return next('REVIEW_DUE', 'its review is due', notifications)
  }
  return null
}

/** Why one that is to raise alerts cannot; null where it can. */
function faultOf(
  { body, owner_id, owner }: HeldDefinition,
  rules: RulesInterface,
  known: ReadonlySet<string>,
) {
  const { trigger, subject } = body
  if ('rule_id' in trigger && rules.named(trigger.rule_id) === undefined) return 'its rule was deleted'
  // Its vessels are matched with the visibility of its owner.
  if (subject !== undefined && owner_id !== '' && !known.has(owner_id))
    return `${owner}, its owner, cannot log in, and no other user sees its vessels`
  return null
}

/**
 * Enables definitions whose rest ended, marks due reviews, disables those not reviewed for a week, and sets those that
 * cannot raise alerts to error. Notifies their owners; for definitions of the product, administrators.
 */
export async function reviewDefinitions(needs: Needs): Promise<void> {
  const now = needs.clock.now()
  const all = [...needs.definitions.objects.all()]
  let known: ReadonlySet<string> | null = null
  for (const one of all) {
    const due = byTime(one.body, now)
    if (due !== null) await put(needs, one, due)
    else if (isRaising(one) && (one.body.subject !== undefined || 'rule_id' in one.body.trigger)) {
      known ??= new Set((await needs.identity.everyone()).map(({ userId }) => userId))
      const fault = faultOf(one, needs.rules, known)
      if (fault !== null) await put(needs, one, inError(fault), known)
    }
  }
}

async function put(
  { definitions: { objects }, send, bus, log }: Needs,
  before: HeldDefinition,
  { state, error_reason, why, notified: notifications }: Next,
  known?: ReadonlySet<string>,
) {
  const { id, owner_id, body } = before
  try {
    // A user who changed it meanwhile has reviewed it and is not notified.
    const isPut = await objects.follow(SAMUDRA, id, why, (last) =>
      last === body ? { ...last, state, error_reason, disabled_until: null } : last,
    )
    if (!isPut) return
  } catch (error) {
    // Others wait for their turn all the same.
    log.error('the state of a definition could not be changed', {
      definition: id,
      state,
      error: sentenceOf(error),
    })
    return
  }
  const kind = alertDefinitionKind
  pushObject({ objects, kind, send }, 'update', objects.find(id) ?? before, before)
  if (notifications === null) return
  const isOwners = owner_id !== '' && known?.has(owner_id) !== false
  bus.publish('notice', {
    kind: 'JOB',
    severity: 'WARNING',
    text: `The alert definition ${body.name} ${notifications}.`,
    link: { kind: 'screen', path: SCREEN },
    audience: isOwners ? users(owner_id) : ADMINISTRATORS,
  })
}
