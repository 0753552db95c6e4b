import { Checkbox, Chip, MultiSelect, NumberInput, Select } from '@mantine/core'
import { DEDUPE_KEYS, type AlertDefinition } from '@samudra/contract/alert-definitions'
import { DETECTED_TYPES } from '@samudra/contract/event-types'
import type { AisFilter } from '@samudra/contract/filter'
import { filterText } from '@samudra/contract/filter-text'
import type { RuleSchedule } from '@samudra/contract/rules'
import { useStored } from '../../../../stored/stores.ts'
import { rules } from '../../../../stored/rules.ts'
import { ClockField } from '../../../../kit/forms/ClockField.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { FilterFields, SavedArea } from '../../../../map/filter/FilterFields.tsx'
import { withClauses, type Clauses } from '../../../../map/filter.store.ts'
import { faultAt, type Fault } from '../../../../wire/use-answer.ts'
import { detectorWords, KEY_WORDS } from './definition-words.ts'

const DETECTORS = DETECTED_TYPES.map((value) => ({ value, label: detectorWords(value) })).sort((a, b) =>
  a.label.localeCompare(b.label, 'en'),
)
type Trigger = AlertDefinition['trigger']

/** Selects the trigger: a detector, or a rule of a user. */
export function TriggerField(props: {
  value: Trigger
  fault: Fault | null
  onChange: (value: Trigger) => void
}) {
  const { value, fault, onChange } = props
  const { rows } = useStored(rules)
  const isRule = 'rule_id' in value
  const known = rows.map(({ id, name }) => ({ value: id, label: name }))
  const isGone = isRule && value.rule_id !== '' && known.every((one) => one.value !== value.rule_id)
  return (
    <fieldset className="wide">
      <legend>Raised by</legend>
      <div className="definition-pair">
        <Segments
          label="Detector or rule"
          data={[
            { value: 'builtin', label: 'A detector' },
            { value: 'rule', label: 'A rule' },
          ]}
          value={isRule ? 'rule' : 'builtin'}
          onChange={(way) =>
            onChange(way === 'rule' ? { rule_id: known[0]?.value ?? '' } : { builtin: DETECTORS[0]!.value })
          }
        />
        <Select
          size="xs"
          aria-label={isRule ? 'Rule' : 'Detector'}
          searchable
          allowDeselect={false}
          required
          placeholder={isRule && known.length === 0 ? 'No rules visible to you' : ''}
          nothingFoundMessage="No match"
          data={
            isRule
              ? [...known, ...(isGone ? [{ value: value.rule_id, label: 'A rule you may not see' }] : [])]
              : DETECTORS
          }
          value={isRule ? value.rule_id || null : value.builtin}
          error={faultAt(fault, 'trigger')}
          onChange={(one) => one !== null && onChange(isRule ? { rule_id: one } : { builtin: one })}
        />
      </div>
    </fieldset>
  )
}

/** By what alerts are the same. */
export const SameField = (props: {
  value: AlertDefinition['dedupe_key']
  onChange: (value: AlertDefinition['dedupe_key']) => void
}) => (
  <MultiSelect
    size="xs"
    label="Deduplicate by"
    placeholder={props.value.length === 0 ? 'All hits are one alert' : ''}
    data={DEDUPE_KEYS.map((value) => ({ value, label: KEY_WORDS[value] }))}
    value={props.value}
    onChange={(chosen) => props.onChange(DEDUPE_KEYS.filter((key) => chosen.includes(key)))}
  />
)

const MOST_MINUTES = 43_200
/** Minutes, up to thirty days; null while it is empty. */
export const MinutesField = (props: {
  label: string
  hint: string
  value: number | null
  onChange: (value: number | null) => void
  error?: string | undefined
  least?: number
  required?: boolean
}) => {
  const { label, hint, value, onChange, error, least = 0, required = false } = props
  return (
    <NumberInput
      size="xs"
      label={`${label}, min`}
      description={hint}
      min={least}
      max={MOST_MINUTES}
      allowNegative={false}
      required={required}
      withAsterisk={false}
      value={value === null || Number.isNaN(value) ? '' : value}
      error={error}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  )
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const ZONES = ['UTC', 'IST', 'PST'] as const
const ALWAYS: RuleSchedule = { zone: 'UTC' }
/** At which hours it raises alerts; null at all. */
export function HoursField(props: {
  value: RuleSchedule | null
  onChange: (value: RuleSchedule | null) => void
}) {
  const { value, onChange } = props
  const set = (part: { [Name in keyof RuleSchedule]?: RuleSchedule[Name] | undefined }) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...ALWAYS, ...value, ...part }).filter(([, one]) => one !== undefined && one !== ''),
      ) as RuleSchedule,
    )
  return (
    <fieldset>
      <legend>When</legend>
      <Checkbox
        size="xs"
        label="Only at certain hours"
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? ALWAYS : null)}
      />
      {value !== null && (
        <>
          <Chip.Group
            multiple
            value={(value.days ?? []).map(String)}
            onChange={(days) =>
              set({ days: days.length === 0 ? undefined : days.map(Number).sort((a, b) => a - b) })
            }
          >
            <div className="details-acts" role="group" aria-label="Days; none is every day">
              {DAYS.map((word, day) => (
                <Chip key={word} size="xs" radius="sm" value={String(day)}>
                  {word}
                </Chip>
              ))}
            </div>
          </Chip.Group>
          <div className="definition-pair">
            {(['from', 'to'] as const).map((end) => (
              <ClockField
                key={end}
                size="xs"
                label={end === 'from' ? 'From' : 'To'}
                placeholder={end === 'from' ? '00:00' : '24:00'}
                value={value[end] ?? ''}
                onChange={(at) => set({ [end]: at })}
              />
            ))}
            <Select
              size="xs"
              label="Time zone"
              allowDeselect={false}
              data={[...ZONES]}
              value={value.zone}
              onChange={(zone) => set({ zone: ZONES.find((one) => one === zone)! })}
            />
            <Select
              size="xs"
              label="Daylight at the vessel"
              clearable
              placeholder="Day and night"
              data={[
                { value: 'DAY', label: 'By day' },
                { value: 'NIGHT', label: 'At night' },
              ]}
              value={value.light ?? null}
              onChange={(light) => set({ light: light === 'DAY' || light === 'NIGHT' ? light : undefined })}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}

/** Selects the vessels; null for all. */
export function ShipsField(props: {
  value: AisFilter | null
  fault: Fault | null
  onChange: (value: AisFilter | null) => void
}) {
  const { value, fault, onChange } = props
  const filter = value ?? {}
  const change = (part: Clauses) => onChange(withClauses(filter, part))
  return (
    <fieldset className="wide">
      <legend>Vessels</legend>
      <Checkbox
        size="xs"
        label="Only vessels that match at detection"
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? {} : null)}
      />
      {value !== null && (
        <>
          {filterText(value) !== '' && <p className="dim">{filterText(value)}</p>}
          <div className="definition-ships">
            <FilterFields
              filter={filter}
              change={change}
              isAtOnce
              area={<SavedArea filter={filter} change={change} />}
            />
          </div>
        </>
      )}
      {faultAt(fault, 'subject') !== undefined && (
        <p className="refusal" role="alert">
          {faultAt(fault, 'subject')}
        </p>
      )}
    </fieldset>
  )
}
