import type { EscalationPolicy, EscalationPolicyDraft } from '@samudra/contract/escalation-policies'
import { columnsOf, type Held } from '../../../../platform/kernel/objects/object-rules.ts'
import type { HeldKind, Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { ReferenceAnswer } from '../../../../platform/kernel/objects/references.ts'
import type { DefinitionBody } from '../definitions/definition.ts'

/** Stored body of an escalation policy; its visibility is a column of every object. */
export type PolicyBody = Omit<EscalationPolicyDraft, 'visibility'>
export type HeldPolicy = Held<PolicyBody>

export const POLICY_OBJECTS: HeldKind<PolicyBody> = { type: 'escalation_policy', noun: 'escalation policy' }

/** Returns a policy as the contract shows it. */
export const presentPolicy = (one: HeldPolicy, mine: boolean): EscalationPolicy => ({
  ...columnsOf(one, mine),
  ...one.body,
})

/** Names the alert definitions that follow a policy; without names where the caller does not see them. */
export const definitionsOfPolicy =
  (definitions: Objects<DefinitionBody>): ReferenceAnswer =>
  ({ kind, ids }, caller) => {
    const named = new Map<string, string[]>()
    if (kind !== 'escalation policy') return named
    for (const one of definitions.all()) {
      const { name, escalation_policy_id: id } = one.body
      if (!ids.includes(id)) continue
      const words = definitions.isSeenBy(one, caller)
        ? `Alert definition: ${name}`
        : 'An alert definition of another user'
      named.set(id, [...(named.get(id) ?? []), words])
    }
    return named
  }
