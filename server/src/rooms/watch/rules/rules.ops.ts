import {
  createRule,
  deleteRule,
  enableOrDisableRule,
  getRules,
  getRuleVersions,
  ruleKind,
  updateRule,
  type Rule,
} from '@samudra/contract/rule-keeping'
import { read } from '@samudra/contract/kernel'
import { RuleDraft } from '@samudra/contract/rules'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import {
  byName,
  pageOfObjects,
  removeObject,
  pushObject,
} from '../../../platform/kernel/objects/object-calls.ts'
import { groupsAfter, versionOf } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { checkRule, ruleInvalid, validationOf, type CheckNeeds } from './check.ts'
import type { DownSources } from './detectors/down.ts'
import {
  evaluatedOf,
  isEvaluated,
  NOT_LIVE,
  presentRule,
  type HeldRule,
  type LiveState,
  type RuleBody,
} from './rule.ts'
import { isReviewDue } from './reevaluation/rule-review.ts'
import { isPreviewed } from './runs/runs.sql.ts'
import type { SeenNeeds } from './rule-visibility.ts'
import type { StartingRules } from './evaluation/starting-rules.ts'
import { statsOf } from './findings/stats.ts'
import type { ShortBaselines } from './baselines/short-baselines.ts'
import type { UnknownWeather } from './weather/unknown-weather.ts'

export type RuleNeeds = CheckNeeds &
  SeenNeeds & {
    down: Pick<DownSources, 'keepBack'>
    unknown: Pick<UnknownWeather, 'keepBack'>
    short: Pick<ShortBaselines, 'keepBack'>
    starting: Pick<StartingRules, 'isStarting'>
    rules: Objects<RuleBody>
    clock: Clock
    send: Send
  }

export const ruleOps = (needs: RuleNeeds): Handled[] =>
  [create, update, list, versions, remove, enable].map((make) => make(needs))

const bare = ({ rules }: RuleNeeds, rule: HeldRule, caller: Caller) =>
  presentRule(rule, rules.isChangedBy(rule, caller), null)
const show = async (needs: RuleNeeds, shown: readonly HeldRule[], caller: Caller): Promise<Rule[]> => {
  const stats = await statsOf(needs, shown, caller)
  return shown.map((rule) =>
    presentRule(
      rule,
      needs.rules.isChangedBy(rule, caller),
      stats.get(rule.id)!,
      stateOf(needs, rule, caller),
    ),
  )
}
function stateOf(
  { down, unknown, short, starting }: RuleNeeds,
  held: HeldRule,
  { visibility }: Caller,
): LiveState {
  if (!isEvaluated(held)) return NOT_LIVE
  const rule = evaluatedOf(held)
  const blockedByOf = [down.keepBack(rule, visibility), unknown.keepBack(rule), short.keepBack(rule)]
    .filter((why) => why !== '')
    .join('; ')
  return { blockedBy: blockedByOf, starting: starting.isStarting(rule) }
}
const showOne = async (needs: RuleNeeds, rule: HeldRule, caller: Caller) =>
  (await show(needs, [rule], caller))[0]!
const pushChange = (
  { rules, send }: RuleNeeds,
  op: 'add' | 'update' | 'delete',
  now: HeldRule,
  before?: HeldRule,
) => pushObject({ objects: rules, kind: ruleKind, send }, op, now, before)
const dateOf = (text: string | null | undefined) => (text == null ? null : new Date(text))

const create = (needs: RuleNeeds) =>
  handle(createRule, async ({ input, caller, record }) => {
    const { visibility, valid_from, valid_to, ...draft } = input
    record({ objectType: 'rule' })
    const validation = validationOf(await checkRule(needs, { ...input, id: 'draft', version: 1 }, caller))
    const body: RuleBody = {
      ...draft,
      status: 'DRAFT',
      defined_version: 1,
      defined_by: caller.username,
      defined_by_id: caller.userId,
      error_reason: '',
      validation,
    }
    const period = { valid_from: dateOf(valid_from), valid_to: dateOf(valid_to) }
    const rule = await needs.rules.add(caller, { body, visibility, ...period })
    record({ objectId: rule.id, after: bare(needs, rule, caller) })
    pushChange(needs, 'add', rule)
    return showOne(needs, rule, caller)
  })

/** Fields that do not affect evaluation. */
const WORDS: ReadonlySet<string> = new Set(['name', 'description', 'review_due', 'visibility'])

const update = (needs: RuleNeeds) =>
  handle(updateRule, async ({ input, caller, record }) => {
    const { id, expected_version, reason = '', ...changes } = input
    const { rules } = needs
    record({ objectType: 'rule', objectId: id, ...(reason === '' ? {} : { reason }) })
    const before = rules.get(id, caller)
    record({ before: bare(needs, before, caller) })
    const was = evaluatedOf(before)
    const draft = drafted({ ...was, ...changes })
    const isOther = Object.entries(changes).some(
      ([name, value]) =>
        !WORDS.has(name) &&
        JSON.stringify(value ?? null) !== JSON.stringify(was[name as keyof RuleDraft] ?? null),
    )
    const version = isOther ? before.version + 1 : before.body.defined_version
    const { visibility, valid_from, valid_to, ...body } = draft
    const { defined_by, defined_by_id, status, error_reason } = before.body
    const checked = await checkRule(needs, { ...draft, id, version }, caller, groupsAfter(before, caller))
    const validation = validationOf(checked)
    const after = await rules.change(
      caller,
      { id, expected_version },
      {
        body: {
          ...body,
          status: isOther || status === 'ERROR' ? 'DRAFT' : reviewed(status, draft, needs.clock.now()),
          error_reason: isOther ? '' : error_reason,
          defined_version: version,
          defined_by: isOther ? caller.username : defined_by,
          defined_by_id: isOther ? caller.userId : defined_by_id,
          validation,
        },
        visibility,
        valid_from: dateOf(valid_from),
        valid_to: dateOf(valid_to),
        reason,
      },
      (current) => bare(needs, current, caller),
    )
    record({ after: bare(needs, after, caller) })
    pushChange(needs, 'update', after, before)
    return showOne(needs, after, caller)
  })

/** One that is given another day of review was reviewed. */
const reviewed = (status: RuleBody['status'], draft: RuleDraft, now: number) =>
  status === 'REVIEW_DUE' && !isReviewDue(draft, now) ? 'ENABLED' : status

/** Returns a user's input without removed fields, validated as strictly as new input. Throws RULE_INVALID. */
function drafted(given: object): RuleDraft {
  const names = Object.keys(RuleDraft.shape)
  const entries = Object.entries(given).filter(([name, value]) => value != null && names.includes(name))
  const reading = read(RuleDraft, Object.fromEntries(entries))
  if (reading.ok) return reading.value
  const { field, why } = reading.fields[0]!
  throw new OperationError('RULE_INVALID', `Check ${field}: ${why}.`, { fields: reading.fields })
}

const list = (needs: RuleNeeds) =>
  handle(getRules, async ({ input, caller }) => {
    const words = input.q?.trim().toLowerCase() ?? ''
    const { status, severity, owner, review_due } = input
    const isRequest = ({ owner: whose, body }: HeldRule) =>
      (status === undefined || body.status === status) &&
      (severity === undefined || body.severity === severity) &&
      (owner === undefined || whose === owner) &&
      (review_due === undefined || (body.review_due ?? '9') <= review_due) &&
      `${body.name}\n${body.description}`.toLowerCase().includes(words)
    const page = await pageOfObjects(
      { ...needs, objects: needs.rules },
      { input, caller },
      { isQuery: isRequest, order: byName, show: (some) => some },
    )
    const items =
      input.as_of === undefined
        ? await show(needs, page.items, caller)
        : page.items.map((rule) => bare(needs, rule, caller))
    return { ...page, items }
  })

const versions = (needs: RuleNeeds) =>
  handle(getRuleVersions, async ({ input, caller }) => {
    const all = await needs.rules.versions(input.id, caller)
    return { items: all.map((rule) => ({ ...bare(needs, rule, caller), ...versionOf(rule) })) }
  })

const remove = (needs: RuleNeeds) =>
  handle(deleteRule, ({ input, caller, record }) =>
    removeObject(
      {
        objects: needs.rules,
        kind: ruleKind,
        send: needs.send,
        show: (rule, who) => bare(needs, rule, who),
      },
      { caller, record },
      input,
    ),
  )

const enable = (needs: RuleNeeds) =>
  handle(enableOrDisableRule, async ({ input, caller, record }) => {
    const { id, enabled, reason = '', ack_preview } = input
    const { rules } = needs
    record({ objectType: 'rule', objectId: id, ...(reason === '' ? {} : { reason }) })
    const before = rules.writable(id, caller)
    record({ before: bare(needs, before, caller) })
    if (enabled) await mayBeEnabled(needs, before, caller, ack_preview)
    const body: RuleBody = { ...before.body, status: enabled ? 'ENABLED' : 'DISABLED', error_reason: '' }
    const at = { id, expected_version: before.version }
    const after = await rules.change(caller, at, { body, reason }, (current) => bare(needs, current, caller))
    record({ after: bare(needs, after, caller) })
    pushChange(needs, 'update', after, before)
    return showOne(needs, after, caller)
  })

const NOT_SEEN = 'is not the preview of a dry run of this version'
/** Throws RULE_INVALID, VALIDATION and FORBIDDEN for what may not be let loose by this caller. */
async function mayBeEnabled(needs: RuleNeeds, rule: HeldRule, caller: Caller, preview: string | undefined) {
  const evaluated = evaluatedOf(rule)
  if (isReviewDue(rule.body, needs.clock.now()))
    throw new OperationError(
      'VALIDATION',
      'The review of this rule is overdue. Set a new review date first.',
      {
        fields: [{ field: 'review_due', why: 'has passed' }],
      },
    )
  const { faults } = await checkRule(needs, evaluated, caller, rule.group_ids)
  if (faults.length > 0) throw ruleInvalid('This rule cannot be enabled', faults)
  if (preview === undefined || !(await isPreviewed(needs.db, evaluated, preview)))
    throw new OperationError('VALIDATION', 'Preview this rule first: make a dry run, and give its preview.', {
      fields: [{ field: 'ack_preview', why: NOT_SEEN }],
    })
  const isOfAll = rule.visibility === 'CENTRE' || rule.visibility === 'RELEASED'
  if (isOfAll && rule.body.defined_by_id === caller.userId)
    throw new OperationError(
      'FORBIDDEN',
      'A rule of the whole centre must be enabled by another administrator than its author.',
    )
}
