import { Checkbox, Chip, Select } from '@mantine/core'
import { ZONES } from '@samudra/contract/identity'
import type { RuleSchedule } from '@samudra/contract/rules'
import { useState, type ReactNode } from 'react'
import { ClockField } from '../../../../kit/forms/ClockField.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { isOfShips, type Draft } from '../builder/rule-draft.ts'
import { Num } from './inputs.tsx'

export type FieldsProps = { draft: Draft; change: (part: Partial<Draft>, tag?: string) => void }
/** Undefined takes away what a rule may do without. */
export type Part = Partial<{ [K in keyof Draft]: Draft[K] | undefined }>

export const Field = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <fieldset className="rule-field">
    <legend>{label}</legend>
    {hint !== undefined && <p className="dim">{hint}</p>}
    <div className="rule-line">{children}</div>
  </fieldset>
)

/** Sets what besides conditions suppresses a rule: ports, coverage, hours, days, and the allowed lateness. */
export function FilterFields({ draft, change }: FieldsProps) {
  const put = (part: Part, tag: string) => change(part as Partial<Draft>, tag)
  // A source is in no zone, and its conditions use arrival times, so nothing is late.
  const isOfSource = draft.subject === 'SOURCE'
  return (
    <>
      {isOfShips(draft.subject) && <Suppression draft={draft} change={change} />}
      <Field label="Hysteresis" hint="A value that moves around a threshold is reported once.">
        {!isOfSource && (
          <>
            <span>left a zone when outside by</span>
            <Num
              label="Outside by"
              unit="NM"
              min={0}
              max={20}
              placeholder="0.2"
              value={draft.hysteresis_nm}
              onChange={(hysteresis_nm) => put({ hysteresis_nm }, 'hysteresis')}
            />
          </>
        )}
        <span>cleared when it did not match for</span>
        <Num
          label="Cleared after"
          unit="min"
          min={0}
          max={1440}
          placeholder="0"
          value={draft.grace_min}
          onChange={(grace_min) => put({ grace_min }, 'grace')}
        />
      </Field>
      <Schedule
        schedule={draft.schedule}
        hasPlace={!isOfSource}
        onChange={(schedule) => put({ schedule }, 'schedule')}
      />
      <Validity draft={draft} change={change} />
      {isOfShips(draft.subject) && <Late draft={draft} change={change} />}
    </>
  )
}

const Suppression = ({ draft, change }: FieldsProps) => (
  <Field label="Suppress">
    <Checkbox
      size="xs"
      label="while in a port"
      checked={draft.exclude_in_port}
      onChange={(event) => change({ exclude_in_port: event.currentTarget.checked })}
    />
    <Checkbox
      size="xs"
      label="outside coverage"
      checked={draft.require_coverage}
      onChange={(event) => change({ require_coverage: event.currentTarget.checked })}
    />
  </Field>
)

const Late = ({ draft, change }: FieldsProps) => (
  <Field label="Late data" hint="Later fixes are re-evaluated; silences are reported after this time.">
    <span>waited for up to</span>
    <Num
      label="Late data"
      unit="min"
      min={0}
      max={1440}
      value={draft.allowed_lateness_min}
      onChange={(min) => change({ allowed_lateness_min: min ?? 0 }, 'lateness')}
    />
  </Field>
)

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const LIGHTS = [
  { value: 'ANY', label: 'day and night' },
  { value: 'DAY', label: 'by day' },
  { value: 'NIGHT', label: 'at night' },
]
type Schedule = RuleSchedule
const words = (schedule: { [K in keyof Schedule]: Schedule[K] | undefined }): Schedule | undefined => {
  const saved = Object.fromEntries(
    Object.entries(schedule).filter(([, value]) => value !== undefined),
  ) as Schedule
  return Object.keys(saved).length === 1 ? undefined : saved
}

/** Sets the days, hours and daylight in which a rule reports hits. */
function Schedule(props: {
  schedule: Schedule | undefined
  /** True if the subject has a position, which is in daylight or at night. */
  hasPlace: boolean
  onChange: (schedule: Schedule | undefined) => void
}) {
  const usual = useSettings((settings) => settings['datetime.zone'])
  // The zone is chosen before its hours; alone it has no meaning and is no schedule.
  const [zone, setZone] = useState<Schedule['zone']>(usual)
  const { schedule = { zone }, hasPlace, onChange } = props
  const put = (part: { [K in keyof Schedule]?: Schedule[K] | undefined }) =>
    onChange(words({ ...schedule, ...part }))
  const days = schedule.days ?? [0, 1, 2, 3, 4, 5, 6]
  const clock = (part: 'from' | 'to', label: string) => (
    <ClockField
      size="xs"
      w={66}
      aria-label={label}
      placeholder={part === 'from' ? '00:00' : '24:00'}
      value={schedule[part] ?? ''}
      onChange={(value) => put({ [part]: value || undefined })}
    />
  )
  return (
    <Field label="Schedule" hint="Empty for always.">
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(chosen) =>
          put({
            days:
              chosen.length === 7 || chosen.length === 0
                ? undefined
                : chosen.map(Number).sort((a, b) => a - b),
          })
        }
      >
        {DAYS.map((day, i) => (
          <Chip key={day} size="xs" radius="sm" value={String(i)}>
            {day}
          </Chip>
        ))}
      </Chip.Group>
      <span>from</span>
      {clock('from', 'From, time of day')}
      <span>to</span>
      {clock('to', 'To, time of day')}
      <Select
        size="xs"
        w={80}
        aria-label="Time zone"
        data={[...ZONES]}
        value={schedule.zone}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = value as Schedule['zone']
          setZone(chosen)
          put({ zone: chosen })
        }}
      />
      {(hasPlace || schedule.light !== undefined) && (
        <Select
          size="xs"
          w={130}
          aria-label="Daylight at the vessel"
          data={LIGHTS}
          value={schedule.light ?? 'ANY'}
          allowDeselect={false}
          onChange={(light) => put({ light: light === 'ANY' ? undefined : (light as 'DAY') })}
        />
      )}
    </Field>
  )
}

export const atOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text))
export const textOf = (at: number | null) =>
  at === null ? undefined : Number.isNaN(at) ? '' : new Date(at).toISOString()

/** From when until when it counts, and whether every year. */
function Validity({ draft, change }: FieldsProps) {
  const put = (part: Part, tag: string) => change(part as Partial<Draft>, tag)
  return (
    <Field label="Valid" hint="Start and end of its evaluation; empty for always.">
      <TimeField
        size="xs"
        aria-label="Valid from"
        value={atOf(draft.valid_from)}
        onChange={(at) => put({ valid_from: textOf(at) }, 'valid from')}
      />
      <span>to</span>
      <TimeField
        size="xs"
        aria-label="Valid to"
        value={atOf(draft.valid_to)}
        onChange={(at) => put({ valid_to: textOf(at) }, 'valid to')}
      />
      <Checkbox
        size="xs"
        label="every year"
        checked={draft.repeat_yearly ?? false}
        onChange={(event) => put({ repeat_yearly: event.currentTarget.checked ? true : undefined }, 'yearly')}
      />
    </Field>
  )
}
