import type { Rule } from '@samudra/contract/rule-keeping'
import type { RuleAction } from '@samudra/contract/rule-actions'
import type { RuleDraft, RuleGroup, RuleNode } from '@samudra/contract/rules'
import { RULE_PARTS, type RulePart } from '@samudra/contract/rule-tree'
import { childrenOf, same } from './tree.ts'
import { KEY_OF } from './rule-words.ts'

type Part = RulePart

/** A rule while it is written: each part is a box, which may be empty still. */
export type Draft = Omit<RuleDraft, Part> & Record<Part, RuleGroup>

const EMPTY: RuleGroup = { op: 'ALL', of: [] }
const inBox = (node: RuleNode | undefined): RuleGroup =>
  node === undefined ? { ...EMPTY } : 'op' in node ? node : { op: 'ALL', of: [node] }

/** A rule as it is begun. */
export const NEW_RULE: RuleDraft = {
  name: '',
  description: '',
  severity: 'MEDIUM',
  category: 'AIS_BEHAVIOUR',
  visibility: 'PRIVATE',
  subject: 'VESSEL',
  when: { op: 'ALL', of: [] },
  dedupe: { key: ['mmsi'], window_min: 60 },
  limits: { max_hits_per_hour: 1000 },
  allowed_lateness_min: 15,
  exclude_in_port: true,
  require_coverage: false,
  actions: [{ do: 'ALERT' }],
}

/** Returns false for subjects that are not vessels: they are in no port, and their coverage is not learned. */
export const isOfShips = (subject: RuleDraft['subject']): boolean =>
  subject !== 'SOURCE' && subject !== 'AIRCRAFT'

/** Returns the changes of a draft for another subject; a source is in no port and has no coverage. */
export function withSubject(draft: Draft, subject: RuleDraft['subject']): Partial<Draft> {
  const dedupe = { ...draft.dedupe, key: [KEY_OF[subject]] }
  if (!isOfShips(subject)) return { subject, dedupe, exclude_in_port: false, require_coverage: false }
  return !isOfShips(draft.subject)
    ? { subject, dedupe, exclude_in_port: NEW_RULE.exclude_in_port }
    : { subject, dedupe }
}

export function draftOf(rule: RuleDraft): Draft {
  const { when, scope, unless, clear, ...rest } = rule
  return { ...rest, when: inBox(when), scope: inBox(scope), unless: inBox(unless), clear: inBox(clear) }
}

/** Returns the user-written part of a stored rule. */
export function writtenOf(rule: Rule): RuleDraft {
  const { name, description, severity, category, visibility, subject, dedupe, limits } = rule
  const { allowed_lateness_min, exclude_in_port, require_coverage, when } = rule
  const written: Record<string, unknown> = {
    name,
    description,
    severity,
    category,
    visibility,
    subject,
    when,
    dedupe,
    limits,
    allowed_lateness_min,
    exclude_in_port,
    require_coverage,
  }
  for (const key of OPTIONS) if (rule[key] != null) written[key] = rule[key]
  return written as RuleDraft
}
const OPTIONS = [
  'scope',
  'unless',
  'clear',
  'hysteresis_nm',
  'grace_min',
  'schedule',
  'valid_from',
  'valid_to',
  'repeat_yearly',
  'review_due',
  'actions',
] as const

/** Without boxes that hold nothing; null when nothing is left. What is left is known by the keys it had. */
export function pruned(node: RuleNode): RuleNode | null {
  if (!('op' in node)) return node
  const of = node.of.flatMap((one) => pruned(one) ?? [])
  if (of.length === 0) return null
  const isSame = of.length === node.of.length && of.every((one, i) => one === node.of[i])
  return isSame ? node : same(node, { ...node, of })
}
/** One condition alone needs no box around it. */
function bare(node: RuleNode): RuleNode {
  if (!('op' in node) || node.op !== 'ALL' || node.of.length !== 1) return node
  const isTimed = node.for_min !== undefined || node.within_min !== undefined || node.times !== undefined
  return isTimed ? node : node.of[0]!
}

/** Returns the written rule without empty parts; `when` stays an empty box while there is no condition. */
export function ruleOf({ when, scope, unless, clear, ...rest }: Draft): RuleDraft {
  const rule: RuleDraft = { ...rest, when: checkpointOf(when) ?? when }
  for (const [part, box] of [
    ['scope', scope],
    ['unless', unless],
    ['clear', clear],
  ] as const) {
    const node = checkpointOf(box)
    if (node !== null) rule[part] = node
  }
  return rule
}
function checkpointOf(box: RuleGroup): RuleNode | null {
  const node = pruned(box)
  return node === null ? null : bare(node)
}

/** Returns a text for comparison, independent of the order in a text or a file. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
/**
 * Returns the fields that differ from the saved rule; null removes an optional one. A box around one condition is no
 * difference.
 */
export function changesOf(saved: RuleDraft, draft: Draft): Partial<Record<keyof RuleDraft, unknown>> {
  const now = ruleOf(draft) as Record<string, unknown>
  const before = ruleOf(draftOf(saved)) as Record<string, unknown>
  const names = new Set([...Object.keys(now), ...Object.keys(before)])
  const differing = [...names].filter((name) => textOf(now[name]) !== textOf(before[name]))
  return Object.fromEntries(differing.map((name) => [name, now[name] ?? null]))
}

/** Returns what a condition lacks before it can be evaluated, in words; null if nothing. */
export function faultOf(node: RuleNode): string | null {
  if ('op' in node) {
    if (node.of.length === 0) return 'This group is empty: add a condition or remove it'
    return null
  }
  switch (node.k) {
    case 'attr': {
      if (node.cmp === 'exists' || node.cmp === 'stale') return null
      const values = [node.value ?? []].flat()
      if (values.length === 0 || values.includes('')) return 'Choose a value'
      if (node.cmp === 'between' && (values.length !== 2 || Number(values[0]) > Number(values[1])))
        return 'Enter two numbers, the smaller first'
      return null
    }
    case 'zone': {
      const [named] = Object.values(node.zone)
      if (named === undefined || named === '') return 'Choose a place'
      return whyNot[node.rel]?.(node) ?? null
    }
    case 'event':
      return node.types.length === 0 ? 'Choose at least one event' : null
    case 'list':
      return node.list === '' ? 'Choose a vessel list' : null
    case 'near':
      if ('list' in node.to && node.to.list === '') return 'Choose a vessel list'
      return 'infrastructure' in node.to && node.to.infrastructure === '' ? 'Choose an infrastructure' : null
    case 'source':
      return node.any === undefined && node.min_independent === undefined && node.max_latency_s === undefined
        ? 'Choose sources, a number of sources or a latency'
        : null
    case 'expr':
      return node.text.trim() === '' ? 'Enter the expression' : null
    case 'seq':
      return childrenOf(node).length < 2 ? 'Add at least two steps' : null
    default:
      return null
  }
}
type Zone = Extract<RuleNode, { k: 'zone' }>
/** Required values of each relation. */
const whyNot: Partial<Record<Zone['rel'], (zone: Zone) => string | null>> = {
  NEAR: ({ nm }) => (nm === undefined ? 'Enter the distance in NM' : null),
  DWELL: ({ min }) => (min === undefined ? 'Enter the minutes' : null),
  REACHABLE: ({ eta_min }) => (eta_min === undefined ? 'Enter the period in minutes' : null),
  HEADING_TO: ({ eta_min }) => (eta_min === undefined ? 'Enter the period in minutes' : null),
}

/** Returns what prevents a draft from being a rule, in words; empty if nothing. */
export function faultsOf(draft: Draft): string[] {
  const unnamed = draft.name.trim() === '' ? ['Enter a name for the rule'] : []
  return [...unnamed, ...faultsOfConditions(draft), ...faultsOfActions(draft.actions ?? [])]
}
/** Returns what the actions of a hit lack. */
function faultsOfActions(actions: readonly RuleAction[]): string[] {
  const lacks = actions.flatMap((action) => {
    if (action.do === 'ADD_TO_LIST' && action.list === '') return ['Choose the list']
    if (action.do === 'WEBHOOK' && action.id === '') return ['Choose the webhook that is called']
    const hasNoRecipient =
      action.do === 'NOTIFY' && Object.values(action.to).every((some) => some.length === 0)
    return hasNoRecipient ? ['Choose the recipients'] : []
  })
  const isTwice = new Set(actions.map((one) => textOf(one))).size < actions.length
  return [...new Set([...lacks, ...(isTwice ? ['An action is repeated; remove one'] : [])])]
}
export function faultsOfConditions(draft: Draft): string[] {
  const none = pruned(draft.when) === null ? ['Add a condition'] : []
  return [...new Set([...none, ...RULE_PARTS.flatMap((part) => faultsIn(draft[part]))])]
}
/**
 * Returns the faults of a node; an empty box is ignored inside a box, but not in conditions on another vessel or in a
 * sequence.
 */
function faultsIn(node: RuleNode, isLeftOut = true): string[] {
  const isEmpty = 'op' in node && node.of.length === 0
  const own = isEmpty && isLeftOut ? null : faultOf(node)
  const within = isLeftOut && 'op' in node
  return [...(own === null ? [] : [own]), ...childrenOf(node).flatMap((one) => faultsIn(one, within))]
}
