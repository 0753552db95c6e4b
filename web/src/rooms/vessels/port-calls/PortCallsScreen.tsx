import { PORT_CALL_STATE_LABELS, SHIP_TYPE_LABELS } from '@samudra/contract/labels'
import { Button, Select, TextInput } from '@mantine/core'
import { CALL_STATES, getPortOfCalls, type PortCall } from '@samudra/contract/port-calls'
import { getPortDetails } from '@samudra/contract/ports'
import { countryCodeOf } from '@samudra/nautical/country-text'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Narrowing } from '../../../kit/pages/Narrowing.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { wallNow } from '../../../time/server-clock.ts'
import { rowId } from '../../../wire/pages-again.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import { usePages } from '../../../wire/use-pages.ts'
import { CallDrawer } from './CallDrawer.tsx'
import { CALL_COLUMNS } from './call-columns.tsx'
import { DeclaredShare } from './DeclaredShare.tsx'
import { useChangedCalls } from './use-changed-calls.ts'
import './port-calls.css'

/** Fields stored in the address. */
const FIELDS = ['port_id', 'state', 'country', 'ship_type', 'min_confidence', 'days'] as const
/** Fields that a figure gives to its list. */
const NARROWED = ['moment', 'from', 'to', 'ship_types', 'countries'] as const
type Field = (typeof FIELDS)[number] | (typeof NARROWED)[number]
const DAY_MS = 86_400_000
/** The time that is shown goes on by the clock, also where nothing changes. */
const SHIFTED_MS = 600_000
const STATES = CALL_STATES.map((value) => ({ value, label: PORT_CALL_STATE_LABELS[value] }))
const TYPES = SHIP_GROUPS.map((value) => ({ value, label: SHIP_TYPE_LABELS[value] }))
const SPANS = [
  { value: 'all', label: 'All dates' },
  { value: '1', label: 'Last 24 h' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]
const SURE = [
  { value: '2', label: 'At least 2 of 4' },
  { value: '3', label: 'At least 3 of 4' },
  { value: '4', label: '4 of 4' },
]

/** Lists port calls: detected from fixes, expected from declarations, corrected by users. */
export function Component() {
  const { query, ask, askAll, goTo } = useQueryFields()
  const { first, table } = useCalls(query)
  const total = first?.total
  const [opened, setOpened] = useState<PortCall | null>(null)
  const isFiltered = Object.values(query).some((value) => value !== '')
  return (
    <Page
      title="Port of calls"
      subtitle={total === undefined ? '' : countWords(total, 'call', 'calls')}
      actions={
        <>
          <OfFigure query={query} end={() => askAll(NOT_NARROWED)} />
          <Filters query={query} ask={ask} />
        </>
      }
    >
      <DeclaredShare />
      <Table
        label="Port calls"
        columns={CALL_COLUMNS}
        selected={opened?.id ?? null}
        onOpen={setOpened}
        {...table}
        csv="port-calls.csv"
        name="port-calls"
        onSearch={goTo}
        isLive
        empty={
          <Nothing
            title={isFiltered ? 'No port calls match these filters' : 'No port calls yet'}
            hint={
              isFiltered
                ? 'Choose another state or a longer period.'
                : 'Vessels are followed once a minute; a call appears after ten minutes at a berth, or half an hour at anchor.'
            }
          />
        }
      />
      <CallDrawer of={opened} open={setOpened} />
    </Page>
  )
}

function useQueryFields() {
  const { valueOf, put, putAll, goTo } = useAddress()
  const query = Object.fromEntries(
    [...FIELDS, ...NARROWED].map((field) => [field, valueOf(field)]),
  ) as Record<Field, string>
  const ask = (field: Field, value: string | null) => put(field, value)
  return { query, ask, askAll: putAll, goTo }
}
const NOT_NARROWED = Object.fromEntries(NARROWED.map((field) => [field, null]))
const MOMENT_WORDS: Readonly<Record<string, string>> = { arrival: 'Arrived', departure: 'Departed' }

/** Conditions of the figure whose list this is. */
function OfFigure({ query, end }: { query: Record<Field, string>; end: () => void }) {
  const words = [
    MOMENT_WORDS[query.moment] ?? '',
    ...query.ship_types
      .split(',')
      .map((type) => SHIP_TYPE_LABELS[type as keyof typeof SHIP_TYPE_LABELS] ?? ''),
    query.countries.replaceAll(',', ', '),
  ]
  return <Narrowing from={query.from} to={query.to} parts={words.filter((word) => word !== '')} onEnd={end} />
}

/** Returns the queried calls, read again as some of them change. */
function useCalls({ days, ...query }: Record<Field, string>) {
  const given = Object.fromEntries(Object.entries({ ...query }).filter(([, value]) => value !== ''))
  useChangedCalls(query.port_id === '' ? {} : { port_id: query.port_id }, getPortOfCalls)
  const near = (count: number) => new Date(wallNow() + count * DAY_MS).toISOString()
  return usePages(getPortOfCalls, given, {
    rowKey: rowId,
    everyMs: SHIFTED_MS,
    by: days,
    // Vessels expected in a week would stand above all those present, so they are shown only on request.
    beside: () =>
      days === 'all' || query.from !== '' || query.to !== ''
        ? {}
        : { to: near(1), ...(days === '' ? {} : { from: near(-Number(days)) }) },
  })
}

function Filters({ query, ask }: Pick<ReturnType<typeof useQueryFields>, 'query' | 'ask'>) {
  const select = (
    field: 'state' | 'ship_type' | 'days' | 'min_confidence',
    label: string,
    data: readonly (string | { value: string; label: string })[],
  ) => (
    <Select
      size="xs"
      w={150}
      clearable
      aria-label={label}
      placeholder={label}
      data={data}
      value={query[field] === '' ? null : query[field]}
      onChange={(value) => ask(field, value)}
    />
  )
  return (
    <>
      {query.port_id !== '' && <OnlyPort id={query.port_id} end={() => ask('port_id', null)} />}
      {select('state', 'Any state', STATES)}
      {select('ship_type', 'Any type', TYPES)}
      <TextInput
        size="xs"
        w={80}
        aria-label="Flag, code or name"
        placeholder="Flag"
        maxLength={80}
        defaultValue={query.country}
        onChange={(event) => {
          const text = event.currentTarget.value.trim()
          const code = text === '' ? '' : countryCodeOf(text)
          if (code !== null) ask('country', code)
        }}
      />
      {select('min_confidence', 'Any confidence', SURE)}
      {select('days', 'Up to tomorrow', SPANS)}
    </>
  )
}

/** Shows the one port of the query, by its name. */
function OnlyPort({ id, end }: { id: string; end: () => void }) {
  const name = useAnswer(getPortDetails, { id }).data?.name ?? id
  return (
    <Button
      size="xs"
      variant="default"
      rightSection={<IconX size={13} aria-hidden />}
      aria-label={`Not only ${name}`}
      onClick={end}
    >
      {name}
    </Button>
  )
}
