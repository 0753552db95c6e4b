import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'

const COMPARED: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is over',
  gte: 'is at least',
  lt: 'is under',
  lte: 'is at most',
  between: 'is between',
  in: 'is one of',
  nin: 'is none of',
  contains: 'contains',
  starts: 'starts with',
  exists: 'is known',
  matches: 'matches',
  older_than: 'is older than',
  stale: 'is stale',
}
const JOINED = { ALL: ' and ', ANY: ' or ', NONE: ' or ', AT_LEAST: ', ' } as const
const FIELDS: Record<string, string> = { sog: 'SOG', cog: 'COG', mmsi: 'MMSI', imo: 'IMO' }
const fieldText = (field: string) => FIELDS[field] ?? field.replaceAll('_', ' ')
const valueText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value)
const zoneText = (zone: object) =>
  Object.entries(zone)
    .map(([kind, one]) => (typeof one === 'string' ? `${kind} ${one}` : `the ${kind} drawn`))
    .join()

/** A rule in one sentence, as people say it. */
export function readBack({ subject, scope, when, unless, severity, name }: EvaluatedRule): string {
  const who = subject === 'PAIR' ? 'two ships' : 'a ship'
  const parts = [
    `When of ${who} ${textOf(when)}`,
    scope === undefined ? '' : `for which ${textOf(scope)}`,
    unless === undefined ? '' : `unless ${textOf(unless)}`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}: ${severity} ${name}`
}

function textOf(node: RuleNode): string {
  const { for_min, within_min, times } = node as { for_min?: number; within_min?: number; times?: number }
  const held = for_min === undefined ? '' : ` for ${for_min} min`
  const often = times === undefined ? '' : ` ${times} times`
  const within = within_min === undefined ? '' : ` within ${within_min} min`
  return `${bareText(node)}${held}${often}${within}`
}

function bareText(node: RuleNode): string {
  if ('op' in node) {
    const parts = node.of.map(textOf).join(JOINED[node.op])
    if (node.op === 'AT_LEAST') return `at least ${node.n} of (${parts})`
    if (node.op === 'NONE') return `neither ${parts}`
    return node.of.length === 1 ? parts : `(${parts})`
  }
  switch (node.k) {
    case 'attr':
      return `${fieldText(node.field)} ${COMPARED[node.cmp]} ${valueText(node.value)}`.trim()
    case 'zone': {
      const { rel, zone, nm, min, eta_min } = node
      const more = [nm && `${nm} NM`, min && `${min} min`, eta_min && `in ${eta_min} min`].filter(Boolean)
      return [rel.toLowerCase().replace('_', ' '), zoneText(zone), ...more].join(' ')
    }
    case 'near':
      return `within ${node.nm} NM of ${isCondition(node.to) ? `one of which ${textOf(node.to)}` : zoneText(node.to)}`
    case 'cpa':
      return `to pass within ${node.nm} NM in ${node.tcpa_min} min of one of which ${textOf(node.to)}`
    case 'event':
      return `${node.types.join(' or ')} is told`
    case 'silence':
      return `nothing is heard for ${node.min} min`
    case 'appear':
      return `she is heard again after ${node.after_min} min`
    case 'change':
      return node.delta === undefined
        ? `${fieldText(node.field)} changes`
        : `${fieldText(node.field)} changes by ${node.delta}`
    case 'list':
      return `${node.in ? 'on' : 'not on'} list ${node.list}`
    case 'source':
      return node.any === undefined ? 'heard as asked' : `heard by ${node.any.join(' or ')}`
    case 'weather':
      return `${node.layer} ${COMPARED[node.cmp]} ${node.value}`
    case 'port':
      return `${node.rel.toLowerCase()} at ${node.port ?? 'a port'}`
    case 'agg':
      return `${node.fn} of ${fieldText(node.of)} in ${node.window_min} min ${COMPARED[node.cmp]} ${node.value}`
    case 'baseline':
      return `${node.metric} is more than ${node.z} sd from what is usual`
    case 'expr':
      return node.text
    case 'seq':
      return node.steps.map(textOf).join(', then ')
  }
}
export const isCondition = (to: object): to is RuleNode => 'k' in to || 'op' in to
