import { instantOf } from '@samudra/nautical/instant'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { RuleBody } from '../rule.ts'
import { putRule, type Putting } from '../stop-rule.ts'

/** A rule whose review is due is evaluated so much longer, and then disabled (contract D7). */
const STILL_MS = 7 * 86_400_000

/** Returns true if the review of a rule was due by an instant, epoch ms. */
export const isReviewDue = ({ review_due }: Pick<RuleBody, 'review_due'>, now: number): boolean =>
  review_due !== undefined && instantOf(review_due) <= now

/** Starts reviews of rules on their day, and disables rules not reviewed for a week; notifies their owners. */
export async function reviewRules({
  clock,
  rules,
  ...needs
}: Putting & { clock: Clock; rules: Objects<RuleBody> }) {
  const now = clock.now()
  for (const { id, domain, body } of rules.all()) {
    if (domain !== 'REAL' || !isReviewDue(body, now)) continue
    const until = instantOf(body.review_due!) + STILL_MS
    if (body.status === 'ENABLED')
      await putRule(needs, rules, id, {
        status: 'REVIEW_DUE',
        why: 'its review is due',
        text: (name) =>
          `Your rule ${name} is due for review: set a new review date, or it is disabled on ${new Date(until).toISOString().slice(0, 10)}.`,
      })
    else if (body.status === 'REVIEW_DUE' && until <= now)
      await putRule(needs, rules, id, {
        status: 'DISABLED',
        why: 'it was not reviewed for a week',
        text: (name) => `Your rule ${name} was disabled: it was not reviewed for a week.`,
      })
  }
}
