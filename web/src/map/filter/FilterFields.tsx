import { ANOMALY_LABELS } from '@samudra/contract/labels'
import { Chip, MultiSelect, NumberInput, Select, TextInput, Textarea } from '@mantine/core'
import { ANOMALIES, isBackwards, type AisFilter, type Span } from '@samudra/contract/filter'
import { SHIP_TYPES } from '@samudra/contract/picture'
import type { VesselList } from '@samudra/contract/vessel-lists'
import { countryNames } from '@samudra/nautical/mid'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import { useMemo, useState, type ReactNode } from 'react'
import { useStored } from '../../stored/stores.ts'
import { areas, lists } from '../../stored/shared.ts'
import { useStaticAisData } from '../../store/static-ais-data.ts'
import { areaOf, type Clauses } from '../filter.store.ts'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import './filter-fields.css'

/** Choices in minutes; the last is the retention of contacts (specification: 5760). */
const TIMES = [
  ['30', '30 minutes'],
  ['120', '2 hours'],
  ['360', '6 hours'],
  ['1440', '24 hours'],
  ['5760', '5760 minutes'],
] as const
const STATUSES = [...NAV_STATUS_LABELS].slice(0, 15)

const COUNTRIES = countryNames()

/** Filter and the function that changes its clauses; an undefined or empty clause is left out. */
export type Changing = { filter: AisFilter; change: (part: Clauses) => void }
type Props = Changing & {
  /** Conditions count as they are built; where not, once they are applied. */
  isAtOnce?: boolean
  /** Returns true for vessel lists that can be chosen. */
  offers?: (list: VesselList) => boolean
  /** Input that chooses an area. */
  area: ReactNode
}

const anyList = () => true

/** The clauses of a filter, each of which counts. */
export function FilterFields({ filter, change, isAtOnce = false, offers = anyList, area }: Props) {
  const utils = useStaticAisData()
  return (
    <>
      <Field label="Ship types">
        <Chips
          names={SHIP_TYPES}
          chosen={filter.ship_types}
          onChange={(ship_types) => change({ ship_types })}
        />
      </Field>
      <Field label="Anomalies">
        <Chips
          names={ANOMALIES}
          words={ANOMALY_LABELS}
          chosen={filter.anomalies}
          onChange={(anomalies) => change({ anomalies })}
        />
      </Field>
      <Many
        label="Countries"
        data={COUNTRIES}
        value={filter.countries}
        onChange={(countries) => change({ countries })}
      />
      <Many
        label="Nav status"
        data={STATUSES}
        value={filter.nav_status}
        onChange={(nav_status) => change({ nav_status })}
      />
      <Many
        label="Sources"
        data={utils?.sources.map(({ code }) => code) ?? []}
        value={filter.sources}
        onChange={(sources) => change({ sources })}
      />
      <Lists chosen={filter.lists} offers={offers} onChange={(lists) => change({ lists })} />
      <Spans filter={filter} change={change} />
      <TextInput
        size="xs"
        label="Destination contains"
        maxLength={60}
        value={filter.destination ?? ''}
        onChange={(event) => change({ destination: event.currentTarget.value })}
      />
      <Vessels filter={filter} change={change} />
      <Select
        size="xs"
        label="Last position within"
        data={TIMES.map(([value, label]) => ({ value, label }))}
        value={String(filter.time_filter ?? 5760)}
        allowDeselect={false}
        onChange={(value) => change({ time_filter: value === '5760' ? undefined : Number(value) })}
      />
      <Field label="Inside an area">{area}</Field>
      <Field label="More conditions">
        <ConditionsEditor filter={filter} change={change} isAtOnce={isAtOnce} />
      </Field>
    </>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="filter-field">
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}

function Chips<Name extends string>(props: {
  names: readonly Name[]
  words?: Readonly<Record<Name, string>>
  chosen: Name[] | undefined
  onChange: (chosen: Name[]) => void
}) {
  const { names, words, chosen = [], onChange } = props
  return (
    <div className="filter-chips">
      {names.map((name) => (
        <Chip
          key={name}
          size="xs"
          radius="sm"
          checked={chosen.includes(name)}
          onChange={(isOn) => onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))}
        >
          {words?.[name] ?? name}
        </Chip>
      ))}
    </div>
  )
}

function Many(props: {
  label: string
  data: readonly (string | { value: string; label: string })[]
  value: string[] | undefined
  onChange: (value: string[]) => void
}) {
  return (
    <MultiSelect
      size="xs"
      label={props.label}
      placeholder={props.value === undefined ? 'any' : ''}
      searchable
      clearable
      hidePickedOptions
      limit={60}
      nothingFoundMessage="No matches"
      data={props.data}
      value={props.value ?? []}
      onChange={props.onChange}
    />
  )
}

/** A chosen list that is gone or not shared any more stays in sight, to be taken out. */
function Lists({
  chosen = [],
  offers,
  onChange,
}: {
  chosen: string[] | undefined
  offers: (list: VesselList) => boolean
  onChange: (lists: string[]) => void
}) {
  const known = useStored(lists)
    .rows.filter(offers)
    .map(({ id, name, owner }) => ({
      value: id,
      // A list that stands for all has no owner.
      label: owner === '' ? name : `${name} (${owner})`,
    }))
  const gone = chosen.filter((id) => known.every(({ value }) => value !== id))
  return (
    <Many
      label="Vessel lists"
      data={[...known, ...gone.map((value) => ({ value, label: 'List without access' }))]}
      value={chosen.length === 0 ? undefined : chosen}
      onChange={onChange}
    />
  )
}

const SPANS = [
  ['speed', 'Speed, kn'],
  ['length', 'Length, m'],
  ['beam', 'Beam, m'],
  ['draught', 'Draught, m'],
] as const

const Spans = ({ filter, change }: Changing) => (
  <div className="filter-spans">
    {SPANS.map(([clause, label]) => (
      <SpanFields
        key={clause}
        label={label}
        span={filter[clause] ?? {}}
        onChange={(span) => change({ [clause]: span })}
      />
    ))}
  </div>
)

/** Keeps contradictory ends here until they agree, as with a half-typed number. */
function SpanFields(props: { label: string; span: Span; onChange: (span: Span) => void }) {
  const [typed, setTyped] = useState<Span | null>(null)
  const span = typed ?? props.span
  const take = (next: Span) => {
    setTyped(isBackwards(next) ? next : null)
    if (!isBackwards(next)) props.onChange(next)
  }
  const end = (which: 'min' | 'max', words: string) => (
    <NumberInput
      size="xs"
      aria-label={`${props.label}, ${words}`}
      placeholder={words}
      hideControls
      min={0}
      value={span[which] ?? ''}
      error={which === 'max' && typed !== null && 'below from'}
      onChange={(value) => take(without({ ...span, [which]: typeof value === 'number' ? value : undefined }))}
    />
  )
  return (
    <div>
      <span>{props.label}</span>
      {end('min', 'from')}
      {end('max', 'to')}
    </div>
  )
}

/** Ends that are open are left out, not undefined: JSON and the contract know no undefined. */
const without = (span: { min?: number | undefined; max?: number | undefined }): Span =>
  Object.fromEntries(Object.entries(span).filter(([, value]) => value !== undefined))

function Vessels({ filter: { mmsis }, change }: Changing) {
  const [text, setText] = useState((mmsis ?? []).join(' '))
  const read = text.split(/[\s,;]+/).filter(Boolean)
  const wrong = read.find((one) => !/^\d{9}$/.test(one))
  return (
    <Textarea
      size="xs"
      label="These vessels only (MMSI)"
      autosize
      maxRows={4}
      value={text}
      error={wrong === undefined ? null : `${wrong} is not an MMSI. Enter nine digits`}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const next = event.currentTarget.value.split(/[\s,;]+/).filter((one) => /^\d{9}$/.test(one))
        change({ mmsis: next.slice(0, 5000) })
      }}
    />
  )
}

/** Areas of interest to choose from; the ships of one as it is drawn now. */
export function SavedArea({ filter: { area }, change }: Changing) {
  const { rows, isRead } = useStored(areas)
  const chosen = useMemo(() => {
    if (area === undefined) return null
    const text = JSON.stringify(area)
    return rows.find((one) => JSON.stringify(areaOf(one)) === text)?.id ?? null
  }, [area, rows])
  return (
    <Select
      size="xs"
      aria-label="Saved area"
      placeholder={isRead && rows.length === 0 ? 'No saved areas yet' : 'Saved area'}
      disabled={rows.length === 0}
      searchable
      clearable
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(id) => {
        const one = rows.find((each) => each.id === id)
        change({ area: one === undefined ? undefined : areaOf(one) })
      }}
    />
  )
}
