import { placedNodesOf } from '@samudra/contract/rule-tree'
import type { RuleDraft, RuleNode } from '@samudra/contract/rules'

/** Stored object that a rule names, and where; a structure is an area that must be infrastructure. */
export type NamedThing = { kind: 'area' | 'structure' | 'list' | 'port'; id: string; path: string }
export type NamingRule = Pick<RuleDraft, 'when' | 'scope' | 'unless' | 'clear'> &
  Partial<Pick<RuleDraft, 'actions'>>

/** Returns every area, list and port that the actions and conditions of a rule name, areas first. */
export function namesIn(rule: NamingRule): NamedThing[] {
  const ofActions = (rule.actions ?? []).flatMap((action, i): NamedThing[] =>
    action.do === 'ADD_TO_LIST' ? [{ kind: 'list', id: action.list, path: `actions.${i}.list` }] : [],
  )
  const named = [...placedNodesOf(rule)].flatMap(([path, node]) => namedBy(node, path))
  return [...ofActions, ...named].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
/** Order in which faults are reported. */
const ORDER: readonly NamedThing['kind'][] = ['area', 'list', 'structure', 'port']

function namedBy(node: RuleNode, path: string): NamedThing[] {
  if ('op' in node) return []
  if (node.k === 'list') return [{ kind: 'list', id: node.list, path: `${path}.list` }]
  if (node.k === 'near' && 'list' in node.to && !('k' in node.to))
    return [{ kind: 'list', id: node.to.list, path: `${path}.to.list` }]
  if (node.k === 'near' && 'infrastructure' in node.to)
    return [{ kind: 'structure', id: node.to.infrastructure, path: `${path}.to.infrastructure` }]
  if (node.k === 'port' && node.port !== undefined)
    return [{ kind: 'port', id: node.port, path: `${path}.port` }]
  if (node.k !== 'zone') return []
  const { aoi, port } = node.zone
  return [
    ...(aoi === undefined ? [] : [{ kind: 'area' as const, id: aoi, path: `${path}.zone.aoi` }]),
    ...(port === undefined ? [] : [{ kind: 'port' as const, id: port, path: `${path}.zone.port` }]),
  ]
}
