import { NumberInput, Select } from '@mantine/core'
import type { Thing, Things } from './use-things.ts'

/** A number among words, with what it is counted in; undefined while nothing is written. */
export function Num(props: {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  unit?: string | undefined
  min?: number
  max?: number
  placeholder?: string
}) {
  const { label, value, onChange, unit, ...rest } = props
  return (
    <span className="rule-num">
      <NumberInput
        {...rest}
        size="xs"
        aria-label={unit === undefined ? label : `${label}, ${unit}`}
        hideControls
        allowDecimal
        value={value ?? ''}
        onChange={(next) => onChange(typeof next === 'number' && Number.isFinite(next) ? next : undefined)}
      />
      {unit !== undefined && <span aria-hidden>{unit}</span>}
    </span>
  )
}

/** One of a few, among words. */
export function Choice<Value extends string>(props: {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  width?: number
}) {
  const { label, data, value, onChange, width = 150 } = props
  return (
    <Select
      size="xs"
      w={width}
      aria-label={label}
      data={[...data]}
      value={value}
      allowDeselect={false}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}

const MOST_SHOWN = 60
const NOUNS: Record<Thing, string> = {
  aoi: 'Area of interest',
  eez: 'Waters',
  port: 'Port',
  list: 'Vessel list',
  infrastructure: 'Infrastructure',
  user: 'User',
  webhook: 'Webhook',
}
/** Something by its name; what is named and not there any more stays in sight. */
export function Pick(props: {
  of: Thing
  things: Things
  value: string
  onChange: (id: string) => void
  mayBeAny?: boolean
}) {
  const { of, things, value, onChange, mayBeAny = false } = props
  const data = things.options[of]
  const isGone = value !== '' && things.nameOf(of, value) === undefined
  return (
    <Select
      size="xs"
      w={220}
      aria-label={NOUNS[of]}
      placeholder={mayBeAny ? 'any' : data.length === 0 ? 'None yet' : 'Type a name'}
      searchable
      selectFirstOptionOnChange
      clearable={mayBeAny}
      allowDeselect={mayBeAny}
      limit={MOST_SHOWN}
      nothingFoundMessage="No match"
      data={isGone ? [...data, { value, label: 'Not visible to you' }] : [...data]}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
