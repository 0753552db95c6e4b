import type { Rule } from '@samudra/contract/rule-keeping'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Visibility } from '@samudra/contract/objects'
import { faultOfKey } from '@samudra/rules/asked'
import type { Caller } from '../kernel/caller.ts'
import type { Objects } from '../kernel/objects.ts'
import type { AreaBody, ListBody } from '../places/room.ts'
import { checkActions, type ActionNeeds } from './actions.ts'
import type { Worlds } from './make-world.ts'
import { faultOf } from './fault.ts'
import { refuseUnknowable } from './never-known.ts'
import { namedBy } from './rule.ts'

export type CheckNeeds = ActionNeeds & {
  areas: Objects<AreaBody>
  portName: (id: string) => string | null
  worlds: Pick<Worlds, 'bare'>
}
/** Who sees what is shown to the former sees what is shown to the latter. */
const WIDTH: Record<Visibility, number> = { PRIVATE: 0, GROUP: 1, CENTRE: 2, RELEASED: 3 }
/** What must be mended before a rule is enabled, as its writer is told. Throws VALIDATION for what nobody will ever know. */
export async function checkRule(
  needs: CheckNeeds,
  rule: EvaluatedRule,
  caller: Caller,
): Promise<Rule['validation']> {
  refuseUnknowable(rule)
  const fault = faultOf(rule, await needs.worlds.bare([rule]))
  const errors = [...(fault === null ? [] : [fault]), ...faultsOfNamed(needs, rule, caller)]
  const ofKey = faultOfKey(rule)
  if (ofKey !== null) errors.push(ofKey)
  if (rule.valid_from !== undefined && rule.valid_to !== undefined && rule.valid_to <= rule.valid_from)
    errors.push('valid_to must lie after valid_from')
  const ofActions = await checkActions(needs, rule, caller)
  return { errors: [...errors, ...ofActions.errors], warnings: ofActions.warnings }
}

/** A rule tells whoever sees it of what it names: that must not be hidden from them. */
export function faultsOfNamed(
  { areas, lists, portName }: Omit<CheckNeeds, 'worlds' | 'identity' | 'webhooks'>,
  rule: Parameters<typeof namedBy>[0] & Pick<EvaluatedRule, 'visibility'>,
  caller: Caller,
): string[] {
  const named = namedBy(rule)
  const faults: string[] = []
  const look = (noun: string, objects: Objects<AreaBody> | Objects<ListBody>, ids: Iterable<string>) => {
    for (const id of ids) {
      const found = objects.find(id)
      if (found === undefined || !(objects as Objects<unknown>).isSeenBy(found, caller))
        faults.push(`names a ${noun} that is not there; choose another`)
      else if (WIDTH[found.visibility] < WIDTH[rule.visibility])
        faults.push(
          `names a ${noun} that fewer see than the rule; show the ${noun} to them, or the rule to fewer`,
        )
    }
  }
  look('area', areas, named.areas)
  look('list', lists, named.lists)
  for (const id of named.structures)
    if (areas.find(id)?.body.type !== 'INFRASTRUCTURE')
      faults.push(
        'is near an area that is no infrastructure; choose one of that type, or use a zone with NEAR',
      )
  for (const id of named.ports)
    if (portName(id) === null) faults.push('names a port that is not there; choose another')
  return [...new Set(faults)]
}
