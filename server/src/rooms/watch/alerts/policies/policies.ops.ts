import type { AlertAudience } from '@samudra/contract/alert-audience'
import {
  createEscalationPolicy,
  deleteEscalationPolicy,
  editEscalationPolicy,
  escalationPolicyKind,
  getEscalationPolicies,
  getEscalationPolicyVersions,
  type EscalationStep,
} from '@samudra/contract/escalation-policies'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import {
  byName,
  pageOfObjects,
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../../platform/kernel/objects/object-calls.ts'
import { versionOf } from '../../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Uses } from '../../../../platform/kernel/objects/references.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { IdentityInterface } from '../../../centre/identity/room.ts'
import { presentPolicy, type HeldPolicy, type PolicyBody } from './policy.ts'

export type PolicyNeeds = {
  policies: Objects<PolicyBody>
  clock: Clock
  send: Send
  uses: Uses
  identity: Pick<IdentityInterface, 'everyone'>
}

export const policyOps = (needs: PolicyNeeds): Handled[] =>
  [create, list, versions, edit, remove].map((make) => make(needs))

const present = ({ policies }: PolicyNeeds, one: HeldPolicy, caller: Caller) =>
  presentPolicy(one, policies.isChangedBy(one, caller))
const pushedOf = (needs: PolicyNeeds): PushedObjects<PolicyBody> => ({
  objects: needs.policies,
  kind: escalationPolicyKind,
  send: needs.send,
  show: (one, caller) => present(needs, one, caller),
})

/** Throws VALIDATION for an audience that names a user who does not exist. */
export async function checkAudience(
  { identity }: Pick<PolicyNeeds, 'identity'>,
  { users }: AlertAudience,
  field: string,
): Promise<void> {
  if (users.length === 0) return
  const known = new Set((await identity.everyone()).map(({ userId }) => userId))
  const unknown = users.find((id) => !known.has(id))
  if (unknown === undefined) return
  const why = `names ${unknown}, who does not exist`
  throw new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })
}
async function checkSteps(needs: PolicyNeeds, steps: readonly EscalationStep[]) {
  for (const [i, { audience }] of steps.entries())
    await checkAudience(needs, audience, `steps.${i}.audience.users`)
}

const create = (needs: PolicyNeeds) =>
  handle(createEscalationPolicy, async ({ input, caller, record }) => {
    const { visibility, ...body } = input
    await checkSteps(needs, body.steps)
    const made = await saveObject(pushedOf(needs), { caller, record }, {}, { visibility, bodyOf: () => body })
    return present(needs, made, caller)
  })

const list = (needs: PolicyNeeds) =>
  handle(getEscalationPolicies, ({ input, caller }) =>
    pageOfObjects(
      { ...needs, objects: needs.policies },
      { input, caller },
      { order: byName, show: (some) => some.map((one) => present(needs, one, caller)) },
    ),
  )

const versions = (needs: PolicyNeeds) =>
  handle(getEscalationPolicyVersions, async ({ input, caller }) => {
    const all = await needs.policies.versions(input.id, caller)
    return { items: all.map((one) => ({ ...present(needs, one, caller), ...versionOf(one) })) }
  })

const edit = (needs: PolicyNeeds) =>
  handle(editEscalationPolicy, async ({ input, caller, record }) => {
    const { id, expected_version, reason, ...changes } = input
    const before = needs.policies.writable(id, caller)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const { visibility, ...body } = { ...before.body, visibility: before.visibility, ...given }
    await checkSteps(needs, body.steps)
    const after = await saveObject(
      pushedOf(needs),
      { caller, record },
      { id, expected_version },
      { visibility, reason, bodyOf: () => body },
    )
    return present(needs, after, caller)
  })

const remove = (needs: PolicyNeeds) =>
  handle(deleteEscalationPolicy, async ({ input, caller, record }) => {
    needs.policies.writable(input.id, caller)
    await needs.uses.refuseUsed({ kind: 'escalation policy', id: input.id }, caller, 'definitions')
    return removeObject(pushedOf(needs), { caller, record }, input)
  })
