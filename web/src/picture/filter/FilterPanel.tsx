import { Button, Chip, MultiSelect, NumberInput, Select, TextInput, Textarea } from '@mantine/core'
import { ANOMALIES, isBackwards, type AisFilter, type Span } from '@samudra/contract/filter'
import { ANOMALY_WORDS } from '@samudra/contract/filter-match'
import { filterAisData, SHIP_TYPES } from '@samudra/contract/picture'
import { countryNames } from '@samudra/nautical/mid'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import { IconCircle, IconLasso, IconPolygon, IconRectangle, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useKept } from '../../kept/kept.ts'
import { areas, lists } from '../../kept/shared.ts'
import { listContacts } from '../../map/contact-list.store.ts'
import { Quantity } from '../../kit/Quantity.tsx'
import { useStaticAisData } from '../../store/static-ais-data.ts'
import { useAnswer } from '../../wire/use-answer.ts'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import { areaOf, changeFilter, clauseCount, clearFilter, useFilter } from '../../map/filter.store.ts'
import { SavedFilters } from './SavedFilters.tsx'

/** Counted again this often while the panel is open. */
const COUNT_MS = 5000
/** Minutes; the last is how long contacts are kept (specification: 5760). */
const TIMES = [
  ['30', '30 minutes'],
  ['120', '2 hours'],
  ['360', '6 hours'],
  ['1440', '24 hours'],
  ['5760', '5760 minutes'],
] as const
const STATUSES = [...NAV_STATUS_LABELS].slice(0, 15)

/** Which contacts are shown: every clause counts, and how many pass is always told. */
export function FilterPanel() {
  const filter = useFilter((state) => state.filter)
  const utils = useStaticAisData()
  return (
    <>
      <Counts />
      <SavedFilters />
      <Field label="Ship types">
        <Chips
          names={SHIP_TYPES}
          chosen={filter.ship_types}
          onChange={(ship_types) => changeFilter({ ship_types })}
        />
      </Field>
      <Field label="Anomalies">
        <Chips
          names={ANOMALIES}
          words={ANOMALY_WORDS}
          chosen={filter.anomalies}
          onChange={(anomalies) => changeFilter({ anomalies })}
        />
      </Field>
      <Many
        label="Countries"
        data={COUNTRIES}
        value={filter.countries}
        onChange={(countries) => changeFilter({ countries })}
      />
      <Many
        label="Nav status"
        data={STATUSES}
        value={filter.nav_status}
        onChange={(nav_status) => changeFilter({ nav_status })}
      />
      <Many
        label="Sources"
        data={utils?.sources.map(({ code }) => code) ?? []}
        value={filter.sources}
        onChange={(sources) => changeFilter({ sources })}
      />
      <Lists chosen={filter.lists} />
      <Spans filter={filter} />
      <TextInput
        size="xs"
        label="Destination contains"
        maxLength={60}
        value={filter.destination ?? ''}
        onChange={(event) => changeFilter({ destination: event.currentTarget.value })}
      />
      <Vessels />
      <Select
        size="xs"
        label="Last fix within"
        data={TIMES.map(([value, label]) => ({ value, label }))}
        value={String(filter.time_filter ?? 5760)}
        allowDeselect={false}
        onChange={(value) => changeFilter({ time_filter: value === '5760' ? undefined : Number(value) })}
      />
      <AreaField />
      <Field label="More conditions">
        <ConditionsEditor />
      </Field>
      <Button size="xs" variant="default" onClick={clearFilter} disabled={clauseCount(filter) === 0}>
        Clear the filter
      </Button>
    </>
  )
}

const COUNTRIES = countryNames()

function Counts() {
  const filter = useFilter((state) => state.filter)
  const { data, error } = useAnswer(filterAisData, { filter, limit: 1 }, { everyMs: COUNT_MS, keep: true })
  if (error !== null)
    return (
      <p className="filter-counts" role="alert">
        {error.message}
      </p>
    )
  return (
    <p className="filter-counts" role="status" aria-label="Contacts that pass">
      {data === undefined ? (
        '…'
      ) : (
        <>
          <b>
            <Quantity count={data.count} />
          </b>{' '}
          of <Quantity count={data.total} /> contacts pass{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => listContacts('Contacts that pass the filter', filter)}
          >
            List them
          </button>
        </>
      )}
    </p>
  )
}

function Field({ label, children }: { label: string; children: React.ReactNode }) {
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
      nothingFoundMessage="Nothing of this name"
      data={props.data}
      value={props.value ?? []}
      onChange={props.onChange}
    />
  )
}

/** A chosen list that is gone or not shared any more stays in sight, to be taken out. */
function Lists({ chosen = [] }: { chosen: string[] | undefined }) {
  const known = useKept(lists).rows.map(({ id, name, owner }) => ({
    value: id,
    // What stands for all is kept by nobody.
    label: owner === '' ? name : `${name} (${owner})`,
  }))
  const gone = chosen.filter((id) => known.every(({ value }) => value !== id))
  return (
    <Many
      label="Vessel lists"
      data={[...known, ...gone.map((value) => ({ value, label: 'A list you do not see' }))]}
      value={chosen.length === 0 ? undefined : chosen}
      onChange={(lists) => changeFilter({ lists })}
    />
  )
}

const SPANS = [
  ['speed', 'Speed, kn'],
  ['length', 'Length, m'],
  ['beam', 'Beam, m'],
  ['draught', 'Draught, m'],
] as const

const Spans = ({ filter }: { filter: AisFilter }) => (
  <div className="filter-spans">
    {SPANS.map(([clause, label]) => (
      <SpanFields
        key={clause}
        label={label}
        span={filter[clause] ?? {}}
        onChange={(span) => changeFilter({ [clause]: span })}
      />
    ))}
  </div>
)

/** Ends that contradict each other, as half a number does while it is typed, are kept here until they agree. */
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

function Vessels() {
  const mmsis = useFilter((state) => state.filter.mmsis)
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
      error={wrong === undefined ? null : `${wrong} is no MMSI: it has nine digits`}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const next = event.currentTarget.value.split(/[\s,;]+/).filter((one) => /^\d{9}$/.test(one))
        changeFilter({ mmsis: next.slice(0, 5000) })
      }}
    />
  )
}

const SHAPES = [
  ['rectangle', 'Rectangle', IconRectangle],
  ['polygon', 'Polygon', IconPolygon],
  ['circle', 'Circle', IconCircle],
  ['lasso', 'Lasso', IconLasso],
] as const

/** Areas of interest to choose from; the ships of one as it is drawn now. */
function SavedArea() {
  const area = useFilter((state) => state.filter.area)
  const { rows, isRead } = useKept(areas)
  const chosen = useMemo(() => {
    if (area === undefined) return null
    const text = JSON.stringify(area)
    return rows.find((one) => JSON.stringify(areaOf(one)) === text)?.id ?? null
  }, [area, rows])
  return (
    <Select
      size="xs"
      aria-label="A saved area"
      placeholder={isRead && rows.length === 0 ? 'No area is saved yet' : 'A saved area'}
      disabled={rows.length === 0}
      searchable
      clearable
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(id) => {
        const one = rows.find((each) => each.id === id)
        changeFilter({ area: one === undefined ? undefined : areaOf(one) })
      }}
    />
  )
}

function AreaField() {
  const area = useFilter((state) => state.filter.area)
  const drawing = useFilter((state) => state.drawing)
  return (
    <Field label="Inside an area">
      <SavedArea />
      <div className="filter-area">
        {SHAPES.map(([shape, label, Icon]) => (
          <Button
            key={shape}
            size="compact-xs"
            variant={drawing === shape ? 'filled' : 'default'}
            leftSection={<Icon size={13} aria-hidden />}
            onClick={() => useFilter.setState({ drawing: shape })}
          >
            {label}
          </Button>
        ))}
        {area !== undefined && (
          <button
            type="button"
            className="icon-button"
            aria-label="Without the area"
            title="Without the area"
            onClick={() => changeFilter({ area: undefined })}
          >
            <IconTrash size={15} />
          </button>
        )}
      </div>
    </Field>
  )
}
