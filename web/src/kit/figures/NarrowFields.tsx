import { MultiSelect, Select, TextInput } from '@mantine/core'
import { ALERT_STATE_LABELS, SEVERITY_LABELS, SHIP_TYPE_LABELS } from '@samudra/contract/labels'
import { CATEGORY_LOOKS, DETECTED_TYPES, LISTED_TYPES } from '@samudra/contract/event-types'
import { getSourceWiseStatus } from '@samudra/contract/feeds'
import { NARROWING, type FigureQuery } from '@samudra/contract/figures'
import { getEez } from '@samudra/contract/reference'
import { ALPHA3_CODES, alpha2Of, countryNameOf } from '@samudra/nautical/iso-countries'
import { areas } from '../../stored/shared.ts'
import { useStored } from '../../stored/stores.ts'
import { useAnswer } from '../../wire/use-answer.ts'

type Props = { query: FigureQuery; change: (query: FigureQuery) => void }
type ListField = 'kinds' | 'countries' | 'sources' | 'types' | 'categories' | 'severities' | 'states'
type Option = { value: string; label: string }

const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const COUNTRIES: Option[] = ALPHA3_CODES.map((code) => alpha2Of(code)!)
  .map((value) => ({ value, label: countryNameOf(value) }))
  .filter(({ label }, i, all) => label !== '' && all.findIndex((one) => one.label === label) === i)
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
const EVENTS: Option[] = LISTED_TYPES.map(({ code, label }) => ({ value: code, label }))
const ALERTS: Option[] = [
  { value: 'RULE', label: 'Rules of users' },
  ...EVENTS.filter(({ value }) => DETECTED_TYPES.includes(value)),
]
const CATEGORIES: Option[] = Object.entries(CATEGORY_LOOKS).map(([value, { label }]) => ({ value, label }))
const FIELD_LABELS: Record<ListField, string> = {
  kinds: 'Ship types',
  countries: 'Flags',
  sources: 'Sources',
  types: 'Types',
  categories: 'Categories',
  severities: 'Severities',
  states: 'States',
}

/** The fields that narrow a figure, as far as its measure has them; empty ones narrow nothing. */
export function NarrowFields({ query, change }: Props) {
  const fields = NARROWING[query.measure]
  const put = (field: keyof FigureQuery, value: string | string[] | null) => {
    const { [field]: _, ...rest } = query
    const isEmpty = value === null || value.length === 0
    change((isEmpty ? rest : { ...rest, [field]: value }) as FigureQuery)
  }
  return (
    <>
      {fields.includes('area') && (
        <AreaField value={query.area ?? null} put={(value) => put('area', value)} />
      )}
      {fields.includes('port') && (
        <TextInput
          label="Port (UN/LOCODE)"
          placeholder="INCOK"
          value={query.port ?? ''}
          maxLength={100}
          onChange={(event) => put('port', event.currentTarget.value.trim().toUpperCase())}
        />
      )}
      {fields.map((field) =>
        field in FIELD_LABELS ? (
          <ListSelect key={field} field={field as ListField} query={query} put={put} />
        ) : null,
      )}
    </>
  )
}

function ListSelect({
  field,
  query,
  put,
}: {
  field: ListField
  query: FigureQuery
  put: (field: ListField, value: string[]) => void
}) {
  const sources = useAnswer(getSourceWiseStatus, {}, { enabled: field === 'sources' })
  const data: Record<ListField, Option[]> = {
    kinds: optionsOf(SHIP_TYPE_LABELS),
    countries: COUNTRIES,
    sources: (sources.data ?? []).map(({ source }) => ({ value: source, label: source })),
    types: query.measure === 'alerts' ? ALERTS : EVENTS,
    categories: CATEGORIES,
    severities: optionsOf(SEVERITY_LABELS).filter(({ value }) => value !== 'WARNING'),
    states: optionsOf(ALERT_STATE_LABELS),
  }
  return (
    <MultiSelect
      label={FIELD_LABELS[field]}
      placeholder={(query[field] ?? []).length === 0 ? 'All' : ''}
      searchable
      clearable
      data={data[field]}
      value={[...(query[field] ?? [])]}
      onChange={(value) => put(field, value)}
    />
  )
}

/** An exclusive economic zone, or an area of interest that the centre shows to all. */
function AreaField({ value, put }: { value: string | null; put: (value: string | null) => void }) {
  const { rows } = useStored(areas)
  const zones = useAnswer(getEez, { geometry: false, limit: 500 })
  const drawn = rows.filter(({ visibility }) => visibility === 'CENTRE' || visibility === 'RELEASED')
  return (
    <Select
      label="Area"
      placeholder="Everywhere"
      searchable
      clearable
      value={value}
      data={[
        { group: 'Areas of interest', items: drawn.map(({ id, name }) => ({ value: id, label: name })) },
        {
          group: 'Exclusive economic zones',
          items: (zones.data?.items ?? [])
            .filter(({ kind }) => kind === 'EEZ')
            .map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      onChange={put}
    />
  )
}
