import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { RULE_FIELD_UNITS } from '@samudra/contract/rule-fields'
import type { RuleField } from '@samudra/contract/rules'
import {
  choicesOf,
  cmpsOf,
  FIELDS,
  FIELDS_OF_AIRCRAFT,
  kindOf,
  withCmp,
  withField,
  type Attr,
  type Cmp,
} from './fields.ts'
import { Choice, Num } from './inputs.tsx'
import type { Of } from '../builder/kinds.ts'
import { useIsOfAircraft } from '../builder/subject.ts'
import type { Things } from './use-things.ts'

type Value = Attr['value']
const valuesOf = (value: Value) => [value ?? []].flat()
const textsOf = (value: Value) => valuesOf(value).map(String)
const without = (key: string, value: unknown) => (value === undefined ? {} : { [key]: value })

/** Selects the field of a condition, out of all by group. */
export function FieldChoice(props: { value: RuleField; onChange: (field: RuleField) => void }) {
  const fields = useIsOfAircraft() ? FIELDS_OF_AIRCRAFT : FIELDS
  return (
    <Select
      size="xs"
      w={220}
      aria-label="Field"
      searchable
      selectFirstOptionOnChange
      data={fields.map(({ group, items }) => ({ group, items: [...items] }))}
      value={props.value}
      allowDeselect={false}
      onChange={(field) => field !== null && props.onChange(field)}
    />
  )
}

/** A condition on one field: which, how it is compared, and with what. */
export function AttrFields(props: { node: Attr; things: Things; onChange: (node: Attr) => void }) {
  const { node, things, onChange } = props
  const kind = kindOf(node.field)
  return (
    <>
      <FieldChoice value={node.field} onChange={(field) => onChange(withField(node, field))} />
      {kind === 'flag' && node.cmp === 'eq' ? (
        <Flag node={node} onChange={onChange} />
      ) : (
        <>
          <Choice<Cmp>
            label="Comparison"
            data={cmpsOf(node.field, node.cmp)}
            value={node.cmp}
            width={140}
            onChange={(cmp) => onChange(withCmp(node, cmp))}
          />
          <Compared node={node} things={things} onChange={onChange} />
        </>
      )}
    </>
  )
}

const YES_NO = [
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
  { value: 'known', label: 'is known' },
] as const
const Flag = ({ node, onChange }: { node: Attr; onChange: (node: Attr) => void }) => (
  <Choice
    label="Comparison"
    data={YES_NO}
    width={100}
    value={node.value === false || node.value === 0 ? 'no' : 'yes'}
    onChange={(hitEvent) =>
      onChange(hitEvent === 'known' ? withCmp(node, 'exists') : { ...node, value: hitEvent === 'yes' })
    }
  />
)

/** With what a field is compared. */
function Compared({
  node,
  things,
  onChange,
}: {
  node: Attr
  things: Things
  onChange: (node: Attr) => void
}) {
  const { field, cmp, value } = node
  const take = (next: Value) => {
    const { value: _value, ...rest } = node
    onChange({ ...rest, ...without('value', next) })
  }
  if (cmp === 'stale') return null
  if (cmp === 'exists')
    return (
      <Choice
        label="Known or not"
        data={[
          { value: 'yes', label: 'yes' },
          { value: 'no', label: 'no' },
        ]}
        width={80}
        value={value === false ? 'no' : 'yes'}
        onChange={(hitEvent) => take(hitEvent === 'yes' ? undefined : false)}
      />
    )
  if (cmp === 'older_than') return <OneNumber label="Minutes" unit="min" value={value} take={take} />
  const unit = RULE_FIELD_UNITS[field]
  switch (kindOf(field)) {
    case 'number':
      return cmp === 'between' ? (
        <Between unit={unit} value={value} take={take} />
      ) : cmp === 'in' || cmp === 'nin' ? (
        <Several value={value} take={(texts) => take(texts.map(Number).filter(Number.isFinite))} />
      ) : (
        <OneNumber label="Value" unit={unit} value={value} take={take} />
      )
    case 'choice':
    case 'port':
      return (
        <MultiSelect
          size="xs"
          miw={180}
          aria-label="Value"
          searchable
          selectFirstOptionOnChange
          limit={60}
          hidePickedOptions
          placeholder={valuesOf(value).length === 0 ? 'Choose' : ''}
          data={kindOf(field) === 'port' ? [...things.options.port] : [...choicesOf(field)]}
          value={textsOf(value)}
          onChange={take}
        />
      )
    default:
      return cmp === 'in' || cmp === 'nin' ? (
        <Several value={value} take={take} />
      ) : (
        <TextInput
          size="xs"
          w={180}
          aria-label="Value"
          placeholder={cmp === 'matches' ? 'A*, ?ANGA' : ''}
          maxLength={200}
          value={String(value ?? '')}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )
  }
}

type Taken = { value: Value; take: (value: Value) => void }
const OneNumber = ({ label, unit, value, take }: Taken & { label: string; unit: string | undefined }) => (
  <Num
    label={label}
    unit={unit}
    value={value === undefined || value === '' ? undefined : Number(value)}
    onChange={take}
  />
)

function Between({ unit, value, take }: Taken & { unit: string | undefined }) {
  const [least, most] = valuesOf(value).map(Number)
  return (
    <>
      <Num
        label="Least"
        value={least}
        onChange={(next) => take(next === undefined ? [] : [next, most ?? next])}
      />
      <span>and</span>
      <Num
        label="Most"
        unit={unit}
        value={most}
        onChange={(next) => take(next === undefined ? [least ?? 0] : [least ?? next, next])}
      />
    </>
  )
}

const Several = ({ value, take }: { value: Value; take: (texts: string[]) => void }) => (
  <TagsInput
    size="xs"
    miw={180}
    aria-label="Values"
    placeholder="One per line, with Enter"
    splitChars={[',', ';']}
    maxTags={500}
    value={textsOf(value)}
    onChange={take}
  />
)

/** Shows the values a change goes from and to, and its minimum amount. */
export function ChangeFields({
  node,
  onChange,
}: {
  node: Of<'change'>
  onChange: (node: Of<'change'>) => void
}) {
  const { field, from, to, delta, ...timing } = node
  const put = (part: { from?: Value; to?: Value; delta?: number | undefined; field?: RuleField }) => {
    const next = { field, from, to, delta, ...part }
    onChange({
      ...timing,
      field: next.field,
      ...without('from', next.from),
      ...without('to', next.to),
      ...without('delta', next.delta),
    })
  }
  const end = (label: 'from' | 'to', value: Value) => (
    <TextInput
      size="xs"
      w={130}
      aria-label={`Changes ${label}`}
      placeholder={`${label} anything`}
      value={textsOf(value).join(', ')}
      onChange={(event) => {
        const text = event.currentTarget.value
        put({
          [label]:
            text === ''
              ? undefined
              : kindOf(field) === 'number' && Number.isFinite(Number(text))
                ? Number(text)
                : text,
        })
      }}
    />
  )
  return (
    <>
      <FieldChoice
        value={field}
        onChange={(next) => put({ field: next, from: undefined, to: undefined, delta: undefined })}
      />
      <span>changes</span>
      {kindOf(field) === 'number' && (
        <>
          <span>by</span>
          <Num
            label="Changes by at least"
            unit={RULE_FIELD_UNITS[field]}
            value={delta}
            onChange={(next) => put({ delta: next })}
          />
        </>
      )}
      {delta === undefined && end('from', from)}
      {delta === undefined && end('to', to)}
    </>
  )
}
