import { Button, Select } from '@mantine/core'
import { ANOMALIES, ShipTypeGroup } from '@samudra/contract/filter'
import { isAdministrator } from '@samudra/contract/identity'
import { Instant } from '@samudra/contract/kernel'
import { getVessels, MOST_FOUND, VesselSort, type ListedVessel } from '@samudra/contract/vessels'
import { flagNameOf } from '@samudra/nautical/country-text'
import { countryNames } from '@samudra/nautical/mid'
import { IconFileImport } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { lists } from '../../../stored/shared.ts'
import { useStored } from '../../../stored/stores.ts'
import { AddressWords } from '../../../kit/forms/AddressWords.tsx'
import { Narrowing } from '../../../kit/pages/Narrowing.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column, Sorting } from '../../../kit/tables/table.ts'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { When } from '../../../kit/text/When.tsx'
import { useWording } from '../../../kit/text/wording.ts'
import { rowId } from '../../../wire/pages-again.ts'
import { usePages } from '../../../wire/use-pages.ts'
import { useSession } from '../../../wire/session.ts'
import './register.css'
import { vesselLink } from '../../../kit/pages/links.ts'

const RISK_WORDS = { NONE: 'None', LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' }

const COLUMNS: Column<ListedVessel>[] = [
  {
    key: 'name',
    sort: 'name',
    label: 'Name',
    width: 'minmax(160px, 1fr)',
    isHead: true,
    value: (one) => one.ship_name,
    cell: (one) => (
      <>
        {one.ship_name ?? <span className="dim">Not reported</span>}
        {one.found_by !== null && <span className="dim"> {one.found_by}</span>}
      </>
    ),
  },
  {
    key: 'mmsi',
    sort: 'mmsi',
    label: 'MMSI',
    width: '100px',
    value: (one) => one.mmsi,
    cell: (one) => one.mmsi,
  },
  {
    key: 'risk',
    sort: 'risk',
    label: 'Risk',
    width: '90px',
    value: ({ risk_level }) => RISK_WORDS[risk_level],
    cell: ({ risk_level }) =>
      risk_level === 'NONE' ? <span className="dim">None</span> : RISK_WORDS[risk_level],
  },
  {
    key: 'status',
    sort: 'status',
    label: 'Status',
    width: '150px',
    value: ({ latest }) => latest?.nav_status ?? null,
    cell: ({ latest }) => latest?.nav_status,
  },
  {
    key: 'received',
    sort: 'received',
    label: 'Last received',
    width: '190px',
    value: ({ latest }) => latest?.rec_time ?? null,
    cell: ({ latest }) => latest !== null && <When at={latest.rec_time} />,
  },
  {
    key: 'position',
    sort: 'position',
    label: 'Last position',
    width: '215px',
    value: ({ latest }) =>
      latest === null ? null : `${latest.latitude.toFixed(5)} ${latest.longitude.toFixed(5)}`,
    cell: ({ latest }) =>
      latest === null ? <span className="dim">Not on the map</span> : <LastPosition of={latest} />,
  },
  {
    key: 'place',
    sort: 'place',
    label: 'Area or nearest port',
    width: '180px',
    value: ({ latest }) => latest?.place ?? null,
    cell: ({ latest }) => latest?.place,
  },
  {
    key: 'flag',
    sort: 'country',
    label: 'Flag',
    width: '110px',
    value: (one) => one.country,
    cell: (one) => one.country,
  },
  { key: 'type', label: 'Type', width: '130px', value: (one) => one.ship_type, cell: (one) => one.ship_type },
  {
    key: 'length',
    sort: 'length',
    label: 'Length (m)',
    width: '90px',
    isNumber: true,
    value: (one) => one.length,
    cell: (one) => one.length,
  },
  { key: 'imo', sort: 'imo', label: 'IMO', width: '90px', value: (one) => one.imo, cell: (one) => one.imo },
  {
    key: 'call',
    sort: 'call_sign',
    label: 'Call sign',
    width: '90px',
    value: (one) => one.call_sign,
    cell: (one) => one.call_sign,
  },
  {
    key: 'heard',
    sort: 'heard',
    label: 'Last static report',
    width: '215px',
    value: (one) => one.heard_at,
    cell: (one) =>
      one.heard_at === null ? <span className="dim">Never received</span> : <When at={one.heard_at} />,
  },
  {
    key: 'sources',
    label: 'Sources',
    width: '140px',
    value: (one) => one.sources.join(', '),
    cell: (one) => one.sources.join(', '),
  },
]

function LastPosition({ of }: { of: NonNullable<ListedVessel['latest']> }) {
  const words = useWording()
  return <span className="figures">{words.place(of.latitude, of.longitude)}</span>
}

const CHOICES = { ship_type: ShipTypeGroup.options, anomaly: ANOMALIES }
const words = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')

const BY_NAME: Sorting = { by: 'name', isDown: false }
const howMany = (
  { total, total_is }: { total: number; total_is: 'EXACT' | 'AT_LEAST' },
  isSearched: boolean,
) =>
  total_is === 'EXACT'
    ? countWords(total, 'vessel')
    : isSearched
      ? `The best ${MOST_FOUND} are shown. Add search words`
      : `More than ${countWords(total, 'vessel')}`

/** Lists every known vessel, searched by its present and former names and numbers; the address stores the query. */
export function Component() {
  const navigate = useNavigate()
  const { query, typed, put, putAll, search, sorting, onSort } = useQueryFields()
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const saved = useStored(lists)
  const { first, table } = usePages(getVessels, query, { rowKey: rowId })
  return (
    <Page
      title="Vessels"
      subtitle={first === undefined ? '' : howMany(first, query.q !== undefined)}
      actions={
        isAdmin && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to="/home/settings/registerImports"
            leftSection={<IconFileImport size={14} />}
          >
            Import a register
          </Button>
        )
      }
    >
      <div className="register-bar">
        <AddressWords
          className="register-words"
          aria-label="Find a vessel"
          placeholder="Current or former name, IMO, MMSI or call sign"
          maxLength={60}
          value={typed}
          onChange={(q) => put('q', q)}
        />
        <Choice
          label="Type"
          value={query.ship_type}
          options={CHOICES.ship_type}
          onChange={(value) => put('ship_type', value)}
        />
        <Select
          size="xs"
          aria-label="Flag"
          placeholder="Any flag"
          searchable
          clearable
          data={countryNames()}
          value={query.country === undefined ? null : flagNameOf(query.country)}
          onChange={(value) => put('country', value ?? '')}
        />
        <Choice
          label="Anomaly"
          value={query.anomaly}
          options={CHOICES.anomaly}
          onChange={(value) => put('anomaly', value)}
        />
        <Select
          size="xs"
          aria-label="List"
          placeholder="Any list"
          clearable
          data={saved.rows.map(({ id, name }) => ({ value: id, label: name }))}
          value={query.list_id ?? null}
          onChange={(value) => put('list_id', value ?? '')}
        />
        <Narrowing
          from={query.heard_from ?? ''}
          to={query.heard_to ?? ''}
          parts={query.heard_from === undefined ? [] : ['Received']}
          onEnd={() => putAll({ heard_from: null, heard_to: null })}
        />
      </div>
      <Table
        label="Vessels"
        name="vessels"
        onSearch={search}
        columns={COLUMNS}
        onOpen={(one) => void navigate(vesselLink(one.id))}
        {...table}
        {...(sorting !== null ? { sorting } : query.q === undefined ? { sorting: BY_NAME } : {})}
        onSort={onSort}
        csv="vessels.csv"
        empty={
          <Nothing
            title="No vessel matches"
            hint="Try another spelling, the IMO number or MMSI, or fewer conditions."
          />
        }
      />
    </Page>
  )
}

/** Returns the query in the address. */
function useQueryFields() {
  const { valueOf: value, put, putAll, goTo, sorting, onSort } = useAddress()
  const q = value('q').trim()
  const choice = <Option extends string>(name: string, options: readonly Option[]) =>
    options.find((one) => one === value(name))
  const sort = VesselSort.safeParse(value('sort'))
  const [heardFrom, heardTo] = [Instant.safeParse(value('heard_from')), Instant.safeParse(value('heard_to'))]
  const query = {
    ...(q.length < 2 ? {} : { q }),
    ...(choice('ship_type', CHOICES.ship_type) === undefined
      ? {}
      : { ship_type: choice('ship_type', CHOICES.ship_type)! }),
    ...(choice('anomaly', CHOICES.anomaly) === undefined
      ? {}
      : { anomaly: choice('anomaly', CHOICES.anomaly)! }),
    ...(value('country') === '' ? {} : { country: value('country') }),
    ...(value('list_id') === '' ? {} : { list_id: value('list_id') }),
    ...(heardFrom.success ? { heard_from: heardFrom.data } : {}),
    ...(heardTo.success ? { heard_to: heardTo.data } : {}),
    ...(sort.success ? { sort: sort.data } : {}),
  }
  return {
    query,
    typed: value('q'),
    put,
    putAll,
    search: goTo,
    sorting: query.sort === undefined ? null : sorting,
    onSort,
  }
}

function Choice(props: {
  label: string
  value: string | undefined
  options: readonly string[]
  onChange: (value: string) => void
}) {
  return (
    <Select
      size="xs"
      aria-label={props.label}
      placeholder={`Any ${props.label.toLowerCase()}`}
      clearable
      data={props.options.map((value) => ({ value, label: words(value) }))}
      value={props.value ?? null}
      onChange={(value) => props.onChange(value ?? '')}
    />
  )
}
