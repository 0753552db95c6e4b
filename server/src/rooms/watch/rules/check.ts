import type { Misfit } from '@samudra/contract/misfits'
import type { Rule } from '@samudra/contract/rule-keeping'
import { placedNodesOf } from '@samudra/contract/rule-tree'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { baselineOfRule } from '@samudra/rules/areas/area-query'
import { faultOfKey } from '@samudra/rules/plans/condition-needs'
import { isShownToFewer, type Visible } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { AreaBody } from '../../chart/filter-inputs/room.ts'
import { checkActions, type ActionNeeds } from './actions.ts'
import type { WeatherInterface } from '../../chart/weather/room.ts'
import type { Worlds } from './evaluation/make-world.ts'
import { faultOf } from './fault.ts'
import { refuseUnknowable } from './evaluation/never-known.ts'
import { namesIn, type NamedThing, type NamingRule } from './rule-references.ts'
import { layersOf } from './evaluation/world.ts'

export type CheckNeeds = ActionNeeds & {
  areas: Objects<AreaBody>
  portName: (id: string) => string | null
  worlds: Pick<Worlds, 'bare'>
  weather: Pick<WeatherInterface, 'whyNone'>
  /** Returns whether the vessels of an area are counted. */
  isCounted: (area: string) => boolean
}
/** Findings of a check of a rule: errors, each with the path of the condition or field at fault, and warnings. */
export type Checked = { faults: Misfit[]; warnings: string[] }

/**
 * Returns errors to fix before a rule is enabled, worded for its author; `groups` see a rule shared with a group.
 * Throws RULE_INVALID for conditions that can never be known.
 */
export async function checkRule(
  needs: CheckNeeds,
  rule: EvaluatedRule,
  caller: Caller,
  groups: readonly string[] = caller.groups,
): Promise<Checked> {
  refuseUnknowable(rule)
  const fault = faultOf(rule, await needs.worlds.bare([rule]))
  const faults = [
    ...(fault === null ? [] : [fault]),
    ...faultsOfNamed(needs, { ...rule, group_ids: groups }, caller),
  ]
  if (needs.weather.whyNone !== '' && layersOf([rule]).length > 0)
    faults.push({ field: pathOfKind(rule, 'weather'), why: needs.weather.whyNone })
  faults.push(...faultsOfBaseline(needs, rule))
  const ofKey = faultOfKey(rule)
  if (ofKey !== null) faults.push({ field: 'dedupe.key', why: ofKey })
  if (rule.valid_from !== undefined && rule.valid_to !== undefined && rule.valid_to <= rule.valid_from)
    faults.push({ field: 'valid_to', why: 'valid_to must lie after valid_from' })
  const ofActions = await checkActions(needs, rule, caller)
  return { faults: [...faults, ...ofActions.faults], warnings: ofActions.warnings }
}

/** Returns the findings of a check as a rule keeps them. */
export const validationOf = ({ faults, warnings }: Checked): Rule['validation'] => ({
  errors: [...new Set(faults.map(({ why }) => why))],
  warnings,
  ...(faults.length === 0 ? {} : { fields: faults }),
})

/** Returns the refusal of a rule for its faults; `at` is the field of the input that holds the rule, '' for its fields. */
export function ruleInvalid(words: string, faults: readonly Misfit[], at = ''): OperationError {
  const fields = faults.map(({ field, why }) => ({ field: at === '' ? field : `${at}.${field}`, why }))
  return new OperationError('RULE_INVALID', `${words}: ${fields[0]!.why}.`, { fields })
}

/** Returns the path of the first condition of a kind. */
function pathOfKind(rule: EvaluatedRule, kind: string): string {
  for (const [path, node] of placedNodesOf(rule)) if ('k' in node && node.k === kind) return path
  return 'when'
}

/** Returns why the baseline that a rule is compared with will never be known; empty where it may be. */
function faultsOfBaseline({ isCounted }: Pick<CheckNeeds, 'isCounted'>, rule: EvaluatedRule): Misfit[] {
  const place = baselineOfRule(rule)
  if (place === null) return []
  if (!isCounted(place.area))
    return [
      {
        field: pathOfKind(rule, 'zone'),
        why: 'names an area that is not counted; show it to the whole centre, so that it has a baseline',
      },
    ]
  const strange = place.kinds?.find((kind) => !SHIP_GROUPS.includes(kind as never))
  return strange === undefined
    ? []
    : [
        {
          field: pathOfKind(rule, 'attr'),
          why: `compares ship_type ${strange}, which is not counted; the types are ${SHIP_GROUPS.join(', ')}`,
        },
      ]
}

type NamedNeeds = Omit<CheckNeeds, 'worlds' | 'weather' | 'isCounted' | 'identity' | 'webhooks'>
/** Returns errors for named objects hidden from users of the rule, as a rule reveals what it names. */
export function faultsOfNamed(
  needs: NamedNeeds,
  rule: NamingRule & Omit<Visible, 'owner_id'>,
  caller: Caller,
): Misfit[] {
  return [...namesIn(rule)].flatMap(({ path, ...thing }) =>
    whysOfNamed(needs, thing, rule, caller).map((why) => ({ field: path, why })),
  )
}

function whysOfNamed(
  { areas, lists, portName }: NamedNeeds,
  { kind, id }: Omit<NamedThing, 'path'>,
  rule: Omit<Visible, 'owner_id'>,
  caller: Caller,
): string[] {
  if (kind === 'port') return portName(id) === null ? ['names a port that is not there; choose another'] : []
  if (kind === 'list') return whyHidden('a list', lists, { id, rule, caller })
  const whys = whyHidden('an area', areas, { id, rule, caller })
  if (kind === 'structure' && areas.find(id)?.body.type !== 'INFRASTRUCTURE')
    whys.push('is near an area that is no infrastructure; choose one of that type, or use a zone with NEAR')
  return whys
}

function whyHidden<Body>(
  thing: string,
  objects: Objects<Body>,
  { id, rule, caller }: { id: string; rule: Omit<Visible, 'owner_id'>; caller: Caller },
): string[] {
  const found = objects.find(id)
  if (found === undefined || !objects.isSeenBy(found, caller))
    return [`names ${thing} that is not there; choose another`]
  return isShownToFewer(found, rule)
    ? [`names ${thing} that fewer see than the rule; show it to them, or the rule to fewer`]
    : []
}
