import { eventTypeOf } from '@samudra/contract/event-types'
import { BASELINE_METRICS } from '@samudra/contract/patterns'
import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { WEATHER_LAYERS } from '@samudra/contract/weather'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { conditionsOf, fieldsOf } from '../rule.ts'

/** Fields for which the product has no data, with the reason. */
const FIELDS: Readonly<Record<string, string>> = {
  depth_m: 'depth_m is not known here: the charts have no depths; leave the condition out',
  risk_level: 'risk_level is not known here: no source reports it; use lists of vessels',
}
const MARKS = ['BLACKLIST', 'IMO_MISMATCH', 'MMSI_DUPLICATE', 'ILLEGAL_MMSI', 'NAME_MISMATCH']

/** Returns why a condition can never be known; null for one that may be known. */
function whyNever(node: RuleNode): string | null {
  if ('op' in node) return null
  switch (node.k) {
    case 'weather':
      return WEATHER_LAYERS.some((layer) => layer === node.layer)
        ? null
        : `${node.layer} is not a weather layer; use one of ${WEATHER_LAYERS.join(', ')}`
    case 'attr': {
      if (node.field !== 'anomaly' || node.cmp === 'exists') return null
      const strange = [node.value].flat().find((one) => !MARKS.includes(String(one)))
      if (strange === undefined) return null
      return `anomaly ${strange} is not an anomaly of the map; use one of ${MARKS.join(', ')}, or use the conditions of its detector`
    }
    case 'baseline':
      if (!BASELINE_METRICS.some((one) => one === node.metric))
        return `${node.metric} is not a baseline metric; use one of ${BASELINE_METRICS.join(', ')}`
      return node.metric === 'lane' && node.of !== 'TYPE'
        ? 'lanes exist for ship types only; use of TYPE'
        : null
    case 'event': {
      // A recipient might not see the area; a zone condition is checked against users who see it.
      if (node.types.includes('AREA_OF_INTEREST'))
        return 'AREA_OF_INTEREST is a condition of the area itself; use a zone with ENTER or INSIDE'
      const strange = node.types.find((code) => eventTypeOf(code) === undefined)
      return strange === undefined
        ? null
        : `${strange} is not an event type; getEventType and getDetectors list all`
    }
    default:
      return null
  }
}

/** Returns the same, also for the fields of a condition. */
export const whyUnknowable = (node: RuleNode): string | null =>
  whyNever(node) ?? [...fieldsOf({ when: node })].flatMap((one) => FIELDS[one] ?? [])[0] ?? null

/** Refuses what would stay unknown for ever, part by part. Throws VALIDATION. */
export function refuseUnknowable(rule: EvaluatedRule): void {
  const fields = (['when', 'scope', 'unless', 'clear'] as const).flatMap((field) => {
    const part = rule[field]
    if (part === undefined) return []
    const query = { when: part }
    const whys = [...conditionsOf(query)].flatMap((node) => whyNever(node) ?? [])
    for (const one of fieldsOf(query)) if (FIELDS[one] !== undefined) whys.push(FIELDS[one])
    return [...new Set(whys)].map((why) => ({ field, why }))
  })
  if (fields.length === 0) return
  const text = fields.map(({ field, why }) => `${field}: ${why}`).join('. ')
  throw new OperationError('VALIDATION', `Check ${text}.`, { fields })
}
