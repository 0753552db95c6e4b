import type { Rule } from '@samudra/contract/rule-keeping'
import { nodesIn } from '@samudra/contract/rule-tree'
import { sentenceOfRule } from '@samudra/contract/rule-words'
import {
  RULE_FIELDS,
  type EvaluatedRule,
  type RuleDraft,
  type RuleNode,
  type RuleZone,
} from '@samudra/contract/rules'
import { needsNeighbours } from '@samudra/rules/plans/condition-needs'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'

/** Part of a rule that is stored as its body; validity and audience are columns of every object. */
export type RuleBody = Omit<RuleDraft, 'visibility' | 'valid_from' | 'valid_to'> &
  Pick<Rule, 'status' | 'defined_version' | 'defined_by' | 'error_reason' | 'validation'> & {
    defined_by_id: string
  }
export type HeldRule = Held<RuleBody>

/** A rule as it is evaluated, of the version in which that was last changed. */
export function evaluatedOf({ id, visibility, valid_from, valid_to, body }: HeldRule): EvaluatedRule {
  const {
    status: _status,
    defined_version: version,
    defined_by: _by,
    defined_by_id: _id,
    error_reason: _reason,
    validation: _validation,
    ...draft
  } = body
  return {
    ...draft,
    visibility,
    ...(valid_from === null ? {} : { valid_from: valid_from.toISOString() }),
    ...(valid_to === null ? {} : { valid_to: valid_to.toISOString() }),
    id,
    version,
  }
}

/** One to be reviewed is evaluated still. */
export const isEvaluated = ({ domain, body }: HeldRule) =>
  domain === 'REAL' && (body.status === 'ENABLED' || body.status === 'REVIEW_DUE')

/** State of a rule in the process that evaluates; `keptBack` names hits that are not pushed at present. */
export type LiveState = { blockedBy: string; starting: boolean }
export const NOT_LIVE: LiveState = { blockedBy: '', starting: false }

/** Presents a rule as in the contract; `stats` are null where nothing is counted. */
export function presentRule(
  rule: HeldRule,
  mine: boolean,
  stats: Rule['stats'],
  { blockedBy: blockedByOf, starting } = NOT_LIVE,
): Rule {
  const { defined_by_id: _id, ...body } = rule.body
  return {
    ...columnsOf(rule, mine),
    ...body,
    status: rule.removed ? 'ARCHIVED' : body.status,
    error_reason: body.error_reason || blockedByOf,
    starting,
    sentence: sentenceOfRule(evaluatedOf(rule)),
    stats,
  }
}

/** Every condition of a rule, those in groups too. */
export function* conditionsOf(
  rule: Pick<RuleDraft, 'when' | 'scope' | 'unless' | 'clear'>,
): Generator<RuleNode> {
  for (const node of [rule.when, rule.scope, rule.unless, rule.clear])
    if (node !== undefined) yield* nodesIn(node)
}
/** Stored objects a rule names; `structures` are areas that must be infrastructure. */
export type Named = {
  areas: Set<string>
  structures: Set<string>
  boundaries: Set<string>
  lists: Set<string>
  ports: Set<string>
  zones: RuleZone[]
}
export function namedBy(
  rule: Pick<RuleDraft, 'when' | 'scope' | 'unless' | 'clear'> & Partial<Pick<RuleDraft, 'actions'>>,
): Named {
  const named: Named = {
    areas: new Set(),
    structures: new Set(),
    boundaries: new Set(),
    lists: new Set(),
    ports: new Set(),
    zones: [],
  }
  for (const action of rule.actions ?? []) if (action.do === 'ADD_TO_LIST') named.lists.add(action.list)
  for (const node of conditionsOf(rule)) {
    if ('op' in node) continue
    if (node.k === 'list') named.lists.add(node.list)
    if (node.k === 'near' && 'list' in node.to) named.lists.add(node.to.list)
    if (node.k === 'near' && 'infrastructure' in node.to) {
      named.areas.add(node.to.infrastructure)
      named.structures.add(node.to.infrastructure)
      named.zones.push({ aoi: node.to.infrastructure })
    }
    if (node.k === 'port' && node.port !== undefined) named.ports.add(node.port)
    if (node.k !== 'zone') continue
    named.zones.push(node.zone)
    if (node.zone.aoi !== undefined) named.areas.add(node.zone.aoi)
    if (node.zone.eez !== undefined) named.boundaries.add(node.zone.eez)
    if (node.zone.port !== undefined) named.ports.add(node.zone.port)
  }
  return named
}

/** Fields based on reports of any source, elsewhere. */
export const OF_PAST = ['last_port', 'days_since_last_call', 'flag_changes_12m', 'name_changes_12m']
/**
 * Returns true if a rule uses port calls, earlier names, detections or reports, or the absence of other vessels: data
 * from elsewhere, of any source.
 */
export const needsPast = (
  rule: Pick<RuleDraft, 'subject' | 'when' | 'scope' | 'unless' | 'clear'>,
): boolean =>
  OF_PAST.some((field) => fieldsOf(rule).has(field)) ||
  needsNeighbours(rule) ||
  [...conditionsOf(rule)].some((node) => 'k' in node && (node.k === 'port' || node.k === 'event'))

/**
 * Returns true if hits of a rule are for unrestricted users only. They use data from elsewhere, or count vessels
 * across an area or a source without storing their positions.
 */
export const isPublicAudience = (rule: EvaluatedRule): boolean =>
  needsPast(rule) ||
  rule.subject === 'AREA' ||
  (rule.subject === 'SOURCE' && [...conditionsOf(rule)].some((node) => 'k' in node && node.k === 'agg'))

/** Returns true if a condition requires several vessels under one number. */
export const needsSharing = (node: RuleNode): boolean =>
  'op' in node
    ? node.op !== 'NONE' && node.of.some(needsSharing)
    : node.k === 'attr' &&
      (node.field === 'number_rank' ||
        node.field === 'heard_elsewhere' ||
        (node.field === 'anomaly' && [node.value].flat().includes('MMSI_DUPLICATE')))

/** Returns every field a rule uses; for a text all fields it may name. */
export const fieldsOf = (rule: Pick<RuleDraft, 'when' | 'scope' | 'unless' | 'clear'>): Set<string> =>
  new Set([...conditionsOf(rule)].flatMap(fieldsOfNode))

/** Returns the fields of one condition, without those of conditions in it; for a text all fields it may name. */
export function fieldsOfNode(node: RuleNode): string[] {
  if ('op' in node) return []
  if (node.k === 'attr' || node.k === 'change') return [node.field]
  if (node.k === 'agg') return [node.of]
  return node.k === 'expr' ? RULE_FIELDS.filter((field) => node.text.includes(field)) : []
}
