import { EVENT_CODES, eventTypeOf } from '@samudra/contract/event-types'
import { nearestTo } from '@samudra/contract/misfits'
import { BASELINE_METRICS } from '@samudra/contract/patterns'
import { nodesIn, placedNodesOf } from '@samudra/contract/rule-tree'
import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { WEATHER_LAYERS } from '@samudra/contract/weather'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { fieldsOfNode } from '../rule.ts'

/** Fields for which the product has no data, with the reason. */
const FIELDS: Readonly<Record<string, string>> = {
  depth_m: 'depth_m is not known here: the charts have no depths; leave the condition out',
  risk_level: 'risk_level is not known here: no source reports it; use lists of vessels',
}
const MARKS = ['BLACKLIST', 'IMO_MISMATCH', 'MMSI_DUPLICATE', 'ILLEGAL_MMSI', 'NAME_MISMATCH']

/** Returns the part of a condition that can never be known, and why; null for one that may be known. */
function neverKnown(node: RuleNode): { part: string; why: string } | null {
  if ('op' in node) return null
  switch (node.k) {
    case 'weather':
      return WEATHER_LAYERS.some((layer) => layer === node.layer)
        ? null
        : {
            part: 'layer',
            why: `${node.layer} is not a weather layer; use one of ${WEATHER_LAYERS.join(', ')}`,
          }
    case 'attr': {
      if (node.field !== 'anomaly' || node.cmp === 'exists') return null
      const strange = [node.value].flat().find((one) => !MARKS.includes(String(one)))
      if (strange === undefined) return null
      const why = `anomaly ${strange} is not an anomaly of the map; use one of ${MARKS.join(', ')}, or use the conditions of its detector`
      return { part: 'value', why }
    }
    case 'baseline':
      if (!BASELINE_METRICS.some((one) => one === node.metric))
        return {
          part: 'metric',
          why: `${node.metric} is not a baseline metric; use one of ${BASELINE_METRICS.join(', ')}`,
        }
      return node.metric === 'lane' && node.of !== 'TYPE'
        ? { part: 'of', why: 'lanes exist for ship types only; use of TYPE' }
        : null
    case 'event':
      return neverFound(node.types)
    default:
      return null
  }
}

function neverFound(types: readonly string[]): { part: string; why: string } | null {
  // A recipient might not see the area; a zone condition is checked against users who see it.
  const ofArea = types.indexOf('AREA_OF_INTEREST')
  if (ofArea !== -1)
    return {
      part: `types.${ofArea}`,
      why: 'AREA_OF_INTEREST is a condition of the area itself; use a zone with ENTER or INSIDE',
    }
  const at = types.findIndex((code) => eventTypeOf(code) === undefined)
  if (at === -1) return null
  const near = nearestTo(types[at]!, EVENT_CODES)
  const remedy =
    near.length === 0 ? 'getEventType and getDetectors name them all' : `nearest: ${near.join(', ')}`
  return {
    part: `types.${at}`,
    why: `${types[at]} is not an event type; ${remedy}`,
  }
}

/** Returns the parts of one condition that can never be known, without the conditions in it. */
function neverKnownIn(node: RuleNode): { part: string; why: string }[] {
  const never = neverKnown(node)
  const unknown = fieldsOfNode(node).flatMap((field) =>
    FIELDS[field] === undefined
      ? []
      : [{ part: 'k' in node && node.k === 'expr' ? 'text' : 'field', why: FIELDS[field] }],
  )
  return never === null ? unknown : [never, ...unknown]
}

/** Returns why a condition, or one in it, can never be known; null where all may be known. */
export const whyUnknowable = (node: RuleNode): string | null =>
  neverKnown(node)?.why ?? [...nodesIn(node)].flatMap(neverKnownIn)[0]?.why ?? null

/** Refuses conditions that would stay unknown for ever. Throws RULE_INVALID with the path of each. */
export function refuseUnknowable(rule: EvaluatedRule): void {
  const fields = [...placedNodesOf(rule)].flatMap(([path, node]) =>
    neverKnownIn(node).map(({ part, why }) => ({ field: `${path}.${part}`, why })),
  )
  if (fields.length === 0) return
  const text = fields.map(({ field, why }) => `${field}: ${why}`).join('. ')
  throw new OperationError('RULE_INVALID', `Check ${text}.`, { fields })
}
