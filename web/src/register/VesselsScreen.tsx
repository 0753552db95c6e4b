import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ANOMALIES, ShipTypeGroup } from '@samudra/contract/filter'
import { isAdministrator } from '@samudra/contract/identity'
import { getVessels, MOST_FOUND, type Vessel } from '@samudra/contract/register'
import { countryNames } from '@samudra/nautical/mid'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { lists } from '../kept/shared.ts'
import { useKept } from '../kept/kept.ts'
import { Page } from '../kit/Page.tsx'
import { countWords } from '../kit/quantity-text.ts'
import { Nothing } from '../kit/States.tsx'
import { Table } from '../kit/Table.tsx'
import type { Column } from '../kit/table.ts'
import { useAddress } from '../kit/use-address.ts'
import { When } from '../kit/When.tsx'
import { usePages } from '../wire/use-pages.ts'
import { useSession } from '../wire/session.ts'
import './register.css'
import { vesselLink } from './vessel-link.ts'

const COLUMNS: Column<Vessel>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(180px, 2fr)',
    isHead: true,
    value: (one) => one.ship_name,
    cell: (one) => (
      <>
        {one.ship_name ?? <span className="dim">Not said</span>}
        {one.found_by !== null && <span className="dim"> {one.found_by}</span>}
      </>
    ),
  },
  { key: 'imo', label: 'IMO', width: '90px', value: (one) => one.imo, cell: (one) => one.imo },
  { key: 'mmsi', label: 'MMSI', width: '100px', value: (one) => one.mmsi, cell: (one) => one.mmsi },
  {
    key: 'call',
    label: 'Call sign',
    width: '90px',
    value: (one) => one.call_sign,
    cell: (one) => one.call_sign,
  },
  {
    key: 'flag',
    label: 'Flag',
    width: 'minmax(110px, 1fr)',
    value: (one) => one.country,
    cell: (one) => one.country,
  },
  { key: 'type', label: 'Type', width: '130px', value: (one) => one.ship_type, cell: (one) => one.ship_type },
  {
    key: 'length',
    label: 'Length (m)',
    width: '90px',
    isNumber: true,
    value: (one) => one.length,
    cell: (one) => one.length,
  },
  {
    key: 'heard',
    label: 'Last said who she is',
    width: '215px',
    value: (one) => one.heard_at,
    cell: (one) =>
      one.heard_at === null ? <span className="dim">Never heard</span> : <When at={one.heard_at} />,
  },
  {
    key: 'sources',
    label: 'Sources',
    width: 'minmax(120px, 1fr)',
    value: (one) => one.sources.join(', '),
    cell: (one) => one.sources.join(', '),
  },
]

const CHOICES = { ship_type: ShipTypeGroup.options, anomaly: ANOMALIES }
const words = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')

/** Every ship that is known, searched by names and numbers she has or had; the address keeps what is asked. */
export function Component() {
  const navigate = useNavigate()
  const { asked, typed, put, search, view } = useAsked()
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const kept = useKept(lists)
  const { first, table } = usePages(getVessels, asked)
  const total = first?.total
  const isFull = asked.q !== undefined && total === MOST_FOUND
  return (
    <Page
      title="Vessels"
      subtitle={
        total === undefined
          ? ''
          : isFull
            ? `The best ${MOST_FOUND} are shown; say more of her`
            : countWords(total, 'ship', 'ships')
      }
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
        <SearchWords key={view} value={typed} onChange={(q) => put('q', q)} />
        <Choice
          label="Type"
          value={asked.ship_type}
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
          value={asked.country ?? null}
          onChange={(value) => put('country', value ?? '')}
        />
        <Choice
          label="Anomaly"
          value={asked.anomaly}
          options={CHOICES.anomaly}
          onChange={(value) => put('anomaly', value)}
        />
        <Select
          size="xs"
          aria-label="List"
          placeholder="Any list"
          clearable
          data={kept.rows.map(({ id, name }) => ({ value: id, label: name }))}
          value={asked.list_id ?? null}
          onChange={(value) => put('list_id', value ?? '')}
        />
      </div>
      <Table
        label="Vessels"
        name="vessels"
        onSearch={search}
        columns={COLUMNS}
        rowKey={(one) => one.id}
        onOpen={(one) => void navigate(vesselLink(one.id))}
        {...table}
        csv="vessels.csv"
        empty={
          <Nothing
            title="No ship answers"
            hint="Try another spelling, her IMO number or MMSI, or fewer conditions."
          />
        }
      />
    </Page>
  )
}

/** What the address asks for. */
function useAsked() {
  const { valueOf: value, put, goTo } = useAddress()
  const q = value('q').trim()
  const choice = <Option extends string>(name: string, options: readonly Option[]) =>
    options.find((one) => one === value(name))
  const asked = {
    ...(q.length < 2 ? {} : { q }),
    ...(choice('ship_type', CHOICES.ship_type) === undefined
      ? {}
      : { ship_type: choice('ship_type', CHOICES.ship_type)! }),
    ...(choice('anomaly', CHOICES.anomaly) === undefined
      ? {}
      : { anomaly: choice('anomaly', CHOICES.anomaly)! }),
    ...(value('country') === '' ? {} : { country: value('country') }),
    ...(value('list_id') === '' ? {} : { list_id: value('list_id') }),
  }
  const [view, setView] = useState(0)
  /** Asks for what a saved view asked for; what was being typed gives way. */
  const search = (saved: string) => {
    goTo(saved)
    setView(view + 1)
  }
  return { asked, typed: value('q'), put, search, view }
}

/** Typed at once, asked when nobody types. */
function SearchWords({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [settled] = useDebouncedValue(typed, 250)
  useEffect(() => {
    if (settled.trim() !== value) onChange(settled.trim())
  }, [settled, value, onChange])
  return (
    <TextInput
      size="xs"
      className="register-words"
      aria-label="Find a ship"
      placeholder="Name, IMO, MMSI or call sign, now or before"
      maxLength={60}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
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
