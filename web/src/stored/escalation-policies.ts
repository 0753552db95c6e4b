import { escalationPolicyKind } from '@samudra/contract/escalation-policies'
import { declareStore } from './stores.ts'

/** Escalation policies as they are now. */
export const escalationPolicies = declareStore(escalationPolicyKind, { isOfNow: true })
