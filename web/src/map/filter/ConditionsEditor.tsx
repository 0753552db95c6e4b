import { ANOMALY_LABELS } from '@samudra/contract/labels'
import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import {
  ANOMALIES,
  FilterField,
  NUMBER_FIELDS,
  type AisFilter,
  type FilterNode,
} from '@samudra/contract/filter'
import { CMP_WORDS, FIELD_WORDS, sentenceOf } from '@samudra/contract/filter-match'
import { IconPlus, IconX } from '@tabler/icons-react'
import { filterAisData, SHIP_TYPES } from '@samudra/contract/picture'
import { countryNames } from '@samudra/nautical/mid'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import { useState } from 'react'
import { Quantity } from '../../kit/text/Quantity.tsx'
import { useAnswer } from '../../wire/use-answer.ts'
import type { Clauses } from '../filter.store.ts'

type Group = Extract<FilterNode, { op: string }>
type Attribute = Extract<FilterNode, { k: 'attr' }>
const NUMBERS = new Set<string>(NUMBER_FIELDS)
const OPS = [
  { value: 'ALL', label: 'all of' },
  { value: 'ANY', label: 'any of' },
  { value: 'NONE', label: 'none of' },
]
const DEEPEST = 4

type Props = { filter: AisFilter; change: (part: Clauses) => void; isAtOnce: boolean }

/**
 * Conditions on any field, in boxes of all, any and none; read back as one sentence. They count from when they are
 * applied, so that what is half built hides no ship; or at once, where something else is to be saved first.
 */
export function ConditionsEditor({ filter, change, isAtOnce }: Props) {
  const applied = filter.expr
  const [draft, setDraft] = useState<{ of: FilterNode | undefined; expr: FilterNode | undefined } | null>(
    null,
  )
  // Another filter chosen meanwhile takes the place of what was being built.
  const expr = draft !== null && draft.of === applied ? draft.expr : applied
  const apply = (node: FilterNode | undefined) => {
    setDraft(null)
    change({ expr: node })
  }
  const set = isAtOnce ? apply : (node: FilterNode | undefined) => setDraft({ of: applied, expr: node })
  if (expr === undefined)
    return (
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={13} aria-hidden />}
        onClick={() => set({ op: 'ALL', of: [FIRST] })}
      >
        Add conditions
      </Button>
    )
  const group: Group = 'op' in expr ? expr : { op: 'ALL', of: [expr] }
  const isChanged = expr !== applied
  return (
    <>
      <GroupBox group={group} depth={0} onChange={set} onRemove={() => apply(undefined)} />
      <p className="filter-sentence">
        {isAtOnce ? 'Matches' : 'Shows'} vessels when {sentenceOf(group)}.
      </p>
      {isChanged && (
        <div className="filter-apply">
          <WouldPass filter={{ ...filter, expr: group }} />
          <Button size="compact-xs" onClick={() => apply(group)}>
            Apply
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => setDraft(null)}>
            {applied === undefined ? 'Discard' : 'Undo changes'}
          </Button>
        </div>
      )}
    </>
  )
}

/** Shows how many contacts would match, before any is hidden. */
function WouldPass({ filter }: { filter: AisFilter }) {
  const { data, error } = useAnswer(filterAisData, { filter, limit: 1 }, { keep: true })
  return (
    <span role="status" aria-label="Matching contacts">
      {error !== null ? (
        error.message
      ) : data === undefined ? (
        'Not applied yet'
      ) : (
        <>
          Not applied yet: <Quantity count={data.count} /> would be shown
        </>
      )}
    </span>
  )
}

const FIRST: Attribute = { k: 'attr', field: 'sog', cmp: 'gte', value: 5 }

function GroupBox(props: {
  group: Group
  depth: number
  onChange: (group: Group) => void
  onRemove: () => void
}) {
  const { group, depth, onChange } = props
  const put = (at: number, node: FilterNode | null) =>
    onChange({
      ...group,
      of:
        node === null
          ? group.of.filter((_, i) => i !== at)
          : group.of.map((one, i) => (i === at ? node : one)),
    })
  return (
    <div className="filter-group" role="group" aria-label={`Conditions, ${group.op.toLowerCase()} of`}>
      <div className="filter-group-head">
        <Select
          size="xs"
          aria-label="Match"
          data={OPS}
          value={group.op}
          allowDeselect={false}
          onChange={(op) => onChange({ ...group, op: (op ?? 'ALL') as Group['op'] })}
        />
        <button type="button" className="icon-button" aria-label="Remove group" onClick={props.onRemove}>
          <IconX size={14} />
        </button>
      </div>
      {group.of.map((node, i) =>
        'op' in node ? (
          <GroupBox
            key={i}
            group={node}
            depth={depth + 1}
            onChange={(next) => put(i, next)}
            onRemove={() => put(i, null)}
          />
        ) : (
          <Condition key={i} node={node} onChange={(next) => put(i, next)} onRemove={() => put(i, null)} />
        ),
      )}
      <div className="filter-add">
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onChange({ ...group, of: [...group.of, FIRST] })}
        >
          Add condition
        </Button>
        {depth < DEEPEST && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChange({ ...group, of: [...group.of, { op: 'ANY', of: [FIRST] }] })}
          >
            Add group (any of)
          </Button>
        )}
      </div>
    </div>
  )
}

const ANOMALY_CHOICES = ANOMALIES.map((value) => ({ value, label: ANOMALY_LABELS[value] }))
/** Fields whose values are known: they are chosen, never typed. */
const CHOICES: Partial<Record<Attribute['field'], { value: string; label: string }[]>> = {
  anomaly: ANOMALY_CHOICES,
  ship_type: SHIP_TYPES.map((value) => ({ value, label: value })),
  nav_status: [...NAV_STATUS_LABELS].slice(0, 15).map((value) => ({ value, label: value })),
  country: countryNames().map((value) => ({ value, label: value })),
}
const FIELDS = FilterField.options.map((field) => ({ value: field, label: FIELD_WORDS[field] }))
const CMPS_OF = (field: Attribute['field']) =>
  (CHOICES[field] !== undefined
    ? (['in', 'nin', 'exists'] as const)
    : NUMBERS.has(field)
      ? (['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'exists'] as const)
      : (['eq', 'ne', 'contains', 'starts', 'in', 'nin', 'exists'] as const)
  ).map((cmp) => ({ value: cmp, label: CMP_WORDS[cmp] }))

/** A value that is chosen was once typed: `eq` and `ne` of a filter saved then. */
const AS_CHOICE: Partial<Record<Attribute['cmp'], Attribute['cmp']>> = { eq: 'in', ne: 'nin' }
const NOT = new Set<Attribute['cmp']>(['ne', 'nin'])
const kindOf = (field: Attribute['field']) =>
  CHOICES[field] !== undefined ? field : NUMBERS.has(field) ? 'number' : 'text'
/** Returns the initial condition of a field; changing to a field of another kind starts with it. */
function firstOf(field: Attribute['field']): Attribute {
  const [first] = CHOICES[field] ?? []
  if (first !== undefined) return { k: 'attr', field, cmp: 'in', value: [first.value] }
  return NUMBERS.has(field)
    ? { k: 'attr', field, cmp: 'gte', value: 0 }
    : { k: 'attr', field, cmp: 'contains', value: '' }
}

function Condition(props: { node: Attribute; onChange: (node: Attribute) => void; onRemove: () => void }) {
  const { node, onChange } = props
  const choices = CHOICES[node.field]
  return (
    <div className="filter-condition">
      <Select
        size="xs"
        aria-label="Field"
        searchable
        data={FIELDS}
        value={node.field}
        allowDeselect={false}
        onChange={(field) => {
          const next = FilterField.options.find((one) => one === field)
          if (next === undefined) return
          onChange(kindOf(next) === kindOf(node.field) ? { ...node, field: next } : firstOf(next))
        }}
      />
      <Select
        size="xs"
        aria-label="Comparison"
        data={CMPS_OF(node.field)}
        value={choices === undefined ? node.cmp : (AS_CHOICE[node.cmp] ?? node.cmp)}
        allowDeselect={false}
        onChange={(cmp) => cmp !== null && onChange(readAs({ ...node, cmp }, textOf(node)))}
      />
      {node.cmp === 'exists' ? (
        <span />
      ) : choices !== undefined ? (
        <MultiSelect
          size="xs"
          aria-label="Value"
          searchable
          placeholder={partsOf(textOf(node)).length === 0 ? 'Choose' : ''}
          data={choices}
          value={partsOf(textOf(node))}
          onChange={(value) => onChange({ ...node, cmp: NOT.has(node.cmp) ? 'nin' : 'in', value })}
        />
      ) : (
        <ValueField key={`${node.field} ${node.cmp}`} node={node} onChange={onChange} />
      )}
      <button type="button" className="icon-button" aria-label="Remove condition" onClick={props.onRemove}>
        <IconX size={14} />
      </button>
    </div>
  )
}

/** Stores the text as typed; the condition follows as soon as the text is readable. */
function ValueField({ node, onChange }: { node: Attribute; onChange: (node: Attribute) => void }) {
  const [text, setText] = useState(textOf(node))
  return (
    <TextInput
      size="xs"
      aria-label="Value"
      placeholder={
        node.cmp === 'between' ? 'from, to' : node.cmp === 'in' || node.cmp === 'nin' ? 'one, two' : ''
      }
      value={text}
      error={faultOf(node, text)}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        if (faultOf(node, typed) === null) onChange(readAs(node, typed))
      }}
    />
  )
}

const textOf = ({ value }: Attribute) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function faultOf({ field, cmp }: Attribute, text: string): string | null {
  if (!NUMBERS.has(field)) return null
  const parts = cmp === 'between' ? partsOf(text) : [text.trim()]
  if (parts.some((part) => part === '' || !Number.isFinite(Number(part)))) return 'a number'
  if (cmp !== 'between') return null
  if (parts.length !== 2) return 'enter two numbers'
  return Number(parts[0]) > Number(parts[1]) ? 'enter the smaller number first' : null
}

function readAs({ field, cmp }: Attribute, text: string): Attribute {
  if (cmp === 'exists') return { k: 'attr', field, cmp }
  const isList = cmp === 'between' || cmp === 'in' || cmp === 'nin'
  const parts = isList ? partsOf(text) : [text.trim()]
  const values = NUMBERS.has(field) ? parts.map(Number).filter(Number.isFinite) : parts
  // A newly chosen between condition uses the former value as both ends.
  const [least = 0, most = least] = values
  if (cmp === 'between') return { k: 'attr', field, cmp, value: [least, most] }
  return { k: 'attr', field, cmp, value: isList ? values : (values[0] ?? '') }
}
