import type { Rule } from '@samudra/contract/rule-keeping'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { baselineOfRule } from '@samudra/rules/areas/area-query'
import { faultOfKey } from '@samudra/rules/plans/condition-needs'
import { isShownToFewer, type Visible } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { AreaBody, ListBody } from '../../chart/filter-inputs/room.ts'
import { checkActions, type ActionNeeds } from './actions.ts'
import type { WeatherInterface } from '../../chart/weather/room.ts'
import type { Worlds } from './evaluation/make-world.ts'
import { faultOf } from './fault.ts'
import { refuseUnknowable } from './evaluation/never-known.ts'
import { namedBy } from './rule.ts'
import { layersOf } from './evaluation/world.ts'

export type CheckNeeds = ActionNeeds & {
  areas: Objects<AreaBody>
  portName: (id: string) => string | null
  worlds: Pick<Worlds, 'bare'>
  weather: Pick<WeatherInterface, 'whyNone'>
  /** Returns whether the vessels of an area are counted. */
  isCounted: (area: string) => boolean
}
/**
 * Returns errors to fix before a rule is enabled, worded for its author; `groups` see a rule shared with a group.
 * Throws VALIDATION for conditions that can never be known.
 */
export async function checkRule(
  needs: CheckNeeds,
  rule: EvaluatedRule,
  caller: Caller,
  groups: readonly string[] = caller.groups,
): Promise<Rule['validation']> {
  refuseUnknowable(rule)
  const fault = faultOf(rule, await needs.worlds.bare([rule]))
  const errors = [
    ...(fault === null ? [] : [fault]),
    ...faultsOfNamed(needs, { ...rule, group_ids: groups }, caller),
  ]
  if (needs.weather.whyNone !== '' && layersOf([rule]).length > 0) errors.push(needs.weather.whyNone)
  errors.push(...faultsOfBaseline(needs, rule))
  const ofKey = faultOfKey(rule)
  if (ofKey !== null) errors.push(ofKey)
  if (rule.valid_from !== undefined && rule.valid_to !== undefined && rule.valid_to <= rule.valid_from)
    errors.push('valid_to must be after valid_from')
  const ofActions = await checkActions(needs, rule, caller)
  return { errors: [...errors, ...ofActions.errors], warnings: ofActions.warnings }
}

/** Returns why the baseline that a rule is compared with will never be known; empty where it may be. */
function faultsOfBaseline({ isCounted }: Pick<CheckNeeds, 'isCounted'>, rule: EvaluatedRule): string[] {
  const place = baselineOfRule(rule)
  if (place === null) return []
  if (!isCounted(place.area))
    return ['names an area that is not counted; show it to the whole centre, so that it has a baseline']
  const strange = place.kinds?.find((kind) => !SHIP_GROUPS.includes(kind as never))
  return strange === undefined
    ? []
    : [`compares ship_type ${strange}, which is not counted; the types are ${SHIP_GROUPS.join(', ')}`]
}

/** Returns errors for named objects hidden from users of the rule, as a rule reveals what it names. */
export function faultsOfNamed(
  { areas, lists, portName }: Omit<CheckNeeds, 'worlds' | 'weather' | 'isCounted' | 'identity' | 'webhooks'>,
  rule: Parameters<typeof namedBy>[0] & Omit<Visible, 'owner_id'>,
  caller: Caller,
): string[] {
  const named = namedBy(rule)
  const faults: string[] = []
  const look = (thing: string, objects: Objects<AreaBody> | Objects<ListBody>, ids: Iterable<string>) => {
    for (const id of ids) {
      const found = objects.find(id)
      if (found === undefined || !(objects as Objects<unknown>).isSeenBy(found, caller))
        faults.push(`names ${thing} that does not exist; choose another`)
      else if (isShownToFewer(found, rule))
        faults.push(`names ${thing} that some users of the rule may not see; share it, or restrict the rule`)
    }
  }
  look('an area', areas, named.areas)
  look('a list', lists, named.lists)
  for (const id of named.structures)
    if (areas.find(id)?.body.type !== 'INFRASTRUCTURE')
      faults.push(
        'uses near with an area that is not infrastructure; choose one of that type, or use a zone with NEAR',
      )
  for (const id of named.ports)
    if (portName(id) === null) faults.push('names a port that does not exist; choose another')
  return [...new Set(faults)]
}
