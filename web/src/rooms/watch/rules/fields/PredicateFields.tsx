import type { RuleNode, RulePredicate } from '@samudra/contract/rules'
import type { ReactNode } from 'react'
import { AggFields } from './AggFields.tsx'
import { AttrFields, ChangeFields } from './AttrFields.tsx'
import { Num } from './inputs.tsx'
import {
  BaselineFields,
  CpaFields,
  EventFields,
  ExprFields,
  ListFields,
  NearFields,
  PortFields,
  SeqFields,
  SourceFields,
} from './OtherFields.tsx'
import type { Things } from './use-things.ts'
import { WeatherFields } from './WeatherFields.tsx'
import { ZoneFields } from './ZoneFields.tsx'

type Props<Node> = { node: Node; things: Things; onChange: (node: RuleNode) => void }

/** Shows a condition as words and fields in a line. */
export function PredicateFields({ node, things, onChange }: Props<RulePredicate>): ReactNode {
  switch (node.k) {
    case 'attr':
      return <AttrFields node={node} things={things} onChange={onChange} />
    case 'zone':
      return <ZoneFields node={node} things={things} onChange={onChange} />
    case 'change':
      return <ChangeFields node={node} onChange={onChange} />
    case 'near':
      return <NearFields node={node} things={things} onChange={onChange} />
    case 'cpa':
      return <CpaFields node={node} onChange={onChange} />
    case 'seq':
      return <SeqFields node={node} onChange={onChange} />
    case 'event':
      return <EventFields node={node} onChange={onChange} />
    case 'source':
      return <SourceFields node={node} onChange={onChange} />
    case 'port':
      return <PortFields node={node} things={things} onChange={onChange} />
    case 'list':
      return <ListFields node={node} things={things} onChange={onChange} />
    case 'agg':
      return <AggFields node={node} onChange={onChange} />
    case 'baseline':
      return <BaselineFields node={node} onChange={onChange} />
    case 'weather':
      return <WeatherFields node={node} onChange={onChange} />
    case 'expr':
      return <ExprFields node={node} onChange={onChange} />
    default:
      return <Plain node={node} onChange={onChange} />
  }
}

/** Conditions of one number. */
function Plain(props: {
  node: Extract<RulePredicate, { k: 'silence' | 'appear' }>
  onChange: (node: RuleNode) => void
}) {
  const { node, onChange } = props
  const isSilence = node.k === 'silence'
  const minutes = isSilence ? node.min : node.after_min
  return (
    <>
      <span>{isSilence ? 'nothing is received for' : 'received again after'}</span>
      <Num
        label="Silent for"
        unit="min"
        min={0}
        value={minutes}
        onChange={(min) => {
          if (min !== undefined)
            onChange(node.k === 'silence' ? { ...node, min } : { ...node, after_min: min })
        }}
      />
    </>
  )
}

type Timed = Exclude<RuleNode, { k: 'seq' }>
const PARTS = [
  ['for_min', 'Held for', 'for', 'min'],
  ['times', 'Count', 'and', 'times'],
  ['within_min', 'Within', 'within', 'min'],
] as const

/** For how long a condition is to hold, how often, and within what time. */
export function TimingFields({ node, onChange }: { node: Timed; onChange: (node: RuleNode) => void }) {
  return PARTS.map(([part, label, before, unit]) => (
    <span key={part} className="rule-line">
      <span>{before}</span>
      <Num
        label={label}
        unit={unit}
        min={0}
        placeholder="–"
        value={node[part]}
        onChange={(value) => {
          const { [part]: _was, ...rest } = node
          const next = part === 'times' && value !== undefined ? Math.max(1, Math.round(value)) : value
          onChange(next === undefined || next <= 0 ? rest : { ...rest, [part]: next })
        }}
      />
    </span>
  ))
}
export const isTimed = (node: RuleNode): boolean =>
  'for_min' in node || ('within_min' in node && !('k' in node && node.k === 'seq')) || 'times' in node
