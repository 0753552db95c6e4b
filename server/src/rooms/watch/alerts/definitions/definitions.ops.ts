import {
  CROSSING_DETECTORS,
  alertDefinitionKind,
  createAlertDefinition,
  deleteAlertDefinition,
  editAlertDefinition,
  enableDisableAlertDefinition,
  getAlertDefinitions,
  getAlertDefinitionVersions,
  type AlertDefinition,
  type AlertDefinitionDraft,
} from '@samudra/contract/alert-definitions'
import { BUILT_IN_POLICIES } from '@samudra/contract/escalation-policies'
import { isOpen } from '@samudra/contract/alert-workflow'
import type { IdentityInterface } from '../../../centre/identity/room.ts'
import { isShownToFewer } from '../../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import {
  byName,
  pageOfObjects,
  removeObject,
  saveObject,
  pushObject,
} from '../../../../platform/kernel/objects/object-calls.ts'
import { groupsAfter, versionOf } from '../../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { PictureInterface } from '../../../picture/picture/room.ts'
import type { RulesInterface } from '../../rules/room.ts'
import { precisionOf } from '../alerts.ops.ts'
import { checkAudience } from '../policies/policies.ops.ts'
import type { PolicyBody } from '../policies/policy.ts'
import { presentDefinition, type DefinitionBody, type HeldDefinition } from './definition.ts'
import { isReviewDue } from './definition-review.ts'
import { sumsOf, type SeenNeeds } from '../alert-visibility.ts'

export type DefinitionNeeds = SeenNeeds & {
  clock: Clock
  rules: RulesInterface
  picture: Pick<PictureInterface, 'checkFilter'>
  identity: Pick<IdentityInterface, 'everyone'>
  policies: Objects<PolicyBody>
}

export const definitionOps = (needs: DefinitionNeeds): Handled[] =>
  [create, list, versions, edit, remove, enable].map((make) => make(needs))

const WEEK_MS = 7 * 86_400_000
const bare = ({ definitions: { objects } }: DefinitionNeeds, one: HeldDefinition, caller: Caller) =>
  presentDefinition(one, objects.isChangedBy(one, caller), null)
const pushed = (needs: DefinitionNeeds) => ({
  objects: needs.definitions.objects,
  kind: alertDefinitionKind,
  send: needs.send,
  show: (one: HeldDefinition, caller: Caller) => bare(needs, one, caller),
})

/** With what they raised in a week, as far as the caller may know of it. */
async function show(needs: DefinitionNeeds, ones: readonly HeldDefinition[], caller: Caller) {
  const from = needs.clock.now() - WEEK_MS
  const sums = await sumsOf(needs, { from }, caller)
  return ones.map((one) => {
    const mine = sums.filter(({ definition_id }) => definition_id === one.id)
    const stats = { fired_7d: countOf(mine), precision: precisionOf(mine) }
    return presentDefinition(one, needs.definitions.objects.isChangedBy(one, caller), stats)
  })
}
const countOf = (sums: readonly { n: number }[]) => sums.reduce((sum, { n }) => sum + n, 0)
const showOne = async (needs: DefinitionNeeds, one: HeldDefinition, caller: Caller) =>
  (await show(needs, [one], caller))[0]!

const refused = (field: string, why: string) =>
  new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })

/**
 * Throws VALIDATION for what a definition may not say, NOT_FOUND for a rule the caller does not see; `group_ids`: who
 * sees one that is shown to a group.
 */
async function check(
  needs: DefinitionNeeds,
  draft: AlertDefinitionDraft,
  caller: Caller,
  group_ids: readonly string[] = caller.groups,
) {
  const { trigger, visibility, subject, severity, sound, audience, review_due, crossing } = draft
  if (crossing !== undefined && !('builtin' in trigger && CROSSING_DETECTORS.includes(trigger.builtin)))
    throw refused('crossing', `is only allowed for the detectors ${CROSSING_DETECTORS.join(' and ')}`)
  if (
    'rule_id' in trigger &&
    isShownToFewer(needs.rules.get(trigger.rule_id, caller), { visibility, group_ids })
  )
    throw refused('visibility', 'is wider than the visibility of the rule; share the rule first')
  if (severity === 'CRITICAL' && sound === 'NONE')
    throw refused('sound', 'cannot be NONE for critical alerts; choose another')
  if (subject !== undefined) needs.picture.checkFilter(subject, caller)
  if (review_due !== undefined && Date.parse(review_due) <= needs.clock.now())
    throw refused('review_due', 'has passed; choose a later day')
  await checkAudience(needs, audience, 'audience.users')
}
/** Throws VALIDATION for an escalation policy that the caller does not see. */
function checkPolicy({ policies }: DefinitionNeeds, id: string, caller: Caller) {
  if (BUILT_IN_POLICIES.some((one) => one === id)) return
  const policy = policies.find(id)
  if (policy === undefined || !policies.isSeenBy(policy, caller))
    throw refused('escalation_policy_id', 'names no escalation policy that you see; choose another')
}

const create = (needs: DefinitionNeeds) =>
  handle(createAlertDefinition, async ({ input, caller, record }) => {
    const { enabled, ...draft } = input
    await check(needs, draft, caller)
    checkPolicy(needs, draft.escalation_policy_id, caller)
    const { visibility, ...values } = draft
    const made = await saveObject(
      pushed(needs),
      { caller, record },
      {},
      {
        visibility,
        bodyOf: (): DefinitionBody => ({
          ...values,
          state: enabled ? 'ENABLED' : 'DRAFT',
          disabled_until: null,
          error_reason: '',
        }),
      },
    )
    return showOne(needs, made, caller)
  })

const list = (needs: DefinitionNeeds) =>
  handle(getAlertDefinitions, async ({ input, caller }) => {
    const { enabled, type, owner, review_due } = input
    const isRequest = (one: HeldDefinition) =>
      (enabled === undefined || bare(needs, one, caller).enabled === enabled) &&
      (type === undefined || ('builtin' in one.body.trigger && one.body.trigger.builtin === type)) &&
      (owner === undefined || one.owner === owner) &&
      (review_due === undefined || (one.body.review_due ?? '9') <= review_due)
    const page = await pageOfObjects(
      { ...needs, objects: needs.definitions.objects },
      { input, caller },
      { isQuery: isRequest, order: byName, show: (some) => some },
    )
    const items: AlertDefinition[] =
      input.as_of === undefined
        ? await show(needs, page.items, caller)
        : page.items.map((one) => bare(needs, one, caller))
    return { ...page, items }
  })

const versions = (needs: DefinitionNeeds) =>
  handle(getAlertDefinitionVersions, async ({ input, caller }) => {
    const all = await needs.definitions.objects.versions(input.id, caller)
    return { items: all.map((one) => ({ ...bare(needs, one, caller), ...versionOf(one) })) }
  })

const edit = (needs: DefinitionNeeds) =>
  handle(editAlertDefinition, async ({ input, caller, record }) => {
    const { id, expected_version, reason, ...changes } = input
    const { objects } = needs.definitions
    const before = objects.writable(id, caller)
    const { state, disabled_until, ...was } = before.body
    const next = Object.fromEntries(
      Object.entries({ ...was, visibility: before.visibility, ...changes }).filter(
        ([, value]) => value !== null || value === undefined,
      ),
    ) as AlertDefinitionDraft
    const draft: AlertDefinitionDraft = {
      ...next,
      severity: changes.severity === undefined ? was.severity : changes.severity,
    }
    await check(
      needs,
      changes.review_due === undefined ? withoutReview(draft) : draft,
      caller,
      groupsAfter(before, caller),
    )
    if (draft.escalation_policy_id !== was.escalation_policy_id)
      checkPolicy(needs, draft.escalation_policy_id, caller)
    const { visibility, ...values } = draft
    const isReviewed = state === 'REVIEW_DUE' && changes.review_due !== undefined
    const after = await saveObject(
      pushed(needs),
      { caller, record },
      { id, expected_version },
      {
        visibility,
        reason,
        bodyOf: (): DefinitionBody => ({
          ...values,
          state: state === 'ERROR' ? 'DRAFT' : isReviewed ? 'ENABLED' : state,
          disabled_until,
          error_reason: '',
        }),
      },
    )
    return showOne(needs, after, caller)
  })
/** A day of review that was not touched may have passed. */
function withoutReview({ review_due: _due, ...draft }: AlertDefinitionDraft): AlertDefinitionDraft {
  return draft
}

const remove = (needs: DefinitionNeeds) =>
  handle(deleteAlertDefinition, async ({ input, caller, record }) => {
    const sums = await sumsOf(needs, { definitionId: input.id }, caller)
    const { id } = await removeObject(pushed(needs), { caller, record }, input)
    return { id, open_alerts: countOf(sums.filter(({ state }) => isOpen(state))) }
  })

const enable = (needs: DefinitionNeeds) =>
  handle(enableDisableAlertDefinition, async ({ input, caller, record }) => {
    const { id, enabled, reason, until } = input
    const { objects } = needs.definitions
    record({ objectType: 'alert_definition', objectId: id, reason })
    const before = objects.writable(id, caller)
    record({ before: bare(needs, before, caller) })
    if (until !== undefined && Date.parse(until) <= needs.clock.now())
      throw refused('until', 'has passed; choose a later time')
    if (enabled) await mayBeEnabled(needs, before, caller)
    const body: DefinitionBody = {
      ...before.body,
      state: enabled ? 'ENABLED' : 'DISABLED',
      disabled_until: until ?? null,
      error_reason: '',
    }
    const at = { id, expected_version: before.version }
    const after = await objects.change(caller, at, { body, reason }, (one) => bare(needs, one, caller))
    record({ after: bare(needs, after, caller) })
    pushObject(pushed(needs), 'update', after, before)
    return showOne(needs, after, caller)
  })

/** Throws VALIDATION and NOT_FOUND for what may not raise alerts as it stands (contract D7). */
async function mayBeEnabled(
  needs: DefinitionNeeds,
  { body, visibility, group_ids }: HeldDefinition,
  caller: Caller,
) {
  if (body.state === 'ERROR')
    throw refused('enabled', `is not allowed in state ERROR: ${body.error_reason}; correct it first`)
  if (isReviewDue(body, needs.clock.now()))
    throw refused('review_due', 'has passed; set a new review date first')
  await check(needs, { ...body, visibility }, caller, group_ids)
}
