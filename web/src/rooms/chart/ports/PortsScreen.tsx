import { Button, Select } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import type { Port } from '@samudra/contract/ports'
import { countryNameOf } from '@samudra/nautical/iso-countries'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { readingOf, useStored } from '../../../kept/stores.ts'
import { AddressWords } from '../../../kit/forms/AddressWords.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import { sorted, type Column } from '../../../kit/tables/table.ts'
import { portPath } from '../../../map/chart/port-signs.ts'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { useSession } from '../../../wire/session.ts'
import { PortImportDrawer } from './PortImportDrawer.tsx'
import { drawNewPort, ports } from './ports.store.ts'
import './ports.css'

const harbourOf = ({ geometry, radius_nm }: Port) => (geometry == null ? `Circle ${radius_nm} NM` : 'Drawn')

const COLUMNS: Column<Port>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(160px, 1.4fr)',
    isHead: true,
    cell: (one) => one.name,
    value: (one) => one.name,
  },
  {
    key: 'locode',
    label: 'Code',
    width: '80px',
    cell: (one) => one.locode,
    value: (one) => one.locode || null,
  },
  {
    key: 'country',
    label: 'Country',
    width: 'minmax(130px, 1fr)',
    cell: (one) => countryNameOf(one.country),
    value: (one) => countryNameOf(one.country),
  },
  {
    key: 'lat',
    label: 'Latitude',
    width: '110px',
    isNumber: true,
    cell: (one) => <Quantity latitude={one.lat} />,
    value: (one) => one.lat,
  },
  {
    key: 'lon',
    label: 'Longitude',
    width: '120px',
    isNumber: true,
    cell: (one) => <Quantity longitude={one.lon} />,
    value: (one) => one.lon,
  },
  { key: 'harbour', label: 'Harbour', width: '120px', cell: harbourOf, value: harbourOf },
  {
    key: 'anchorages',
    label: 'Anchorages',
    width: '100px',
    isNumber: true,
    cell: ({ anchorages = [] }) => anchorages.length || '',
    value: ({ anchorages = [] }) => anchorages.length,
  },
  {
    key: 'facilities',
    label: 'Facilities',
    width: 'minmax(140px, 1fr)',
    cell: (one) => one.facilities.join(', '),
    value: (one) => one.facilities.join(', ') || null,
  },
  {
    key: 'source',
    label: 'Source',
    width: 'minmax(160px, 1.2fr)',
    cell: (one) => one.source,
    value: (one) => one.source,
  },
]
const SORTED = COLUMNS.map((column) => ({ ...column, sort: column.key }))

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** All ports: found by their names, filtered by country, sorted; what is chosen stands in the address. */
export function Component() {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const { valueOf, put, goTo, sorting, onSort } = useAddress()
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  const { rows: all, isRead, fault } = useStored(ports)
  const [q, country] = [valueOf('q'), valueOf('country')]
  const rows = useMemo(() => {
    const words = plain(q.trim()).split(/\s+/)
    const found = all.filter((one) => {
      const text = plain([one.name, one.locode, ...one.alias].join(' '))
      return (country === '' || one.country === country) && words.every((word) => text.includes(word))
    })
    return sorted(found, SORTED, sorting)
  }, [all, q, country, sorting])
  const countries = useMemo(
    () =>
      [...new Set(all.map((one) => one.country))]
        .map((value) => ({ value, label: countryNameOf(value) || value }))
        .sort((a, b) => a.label.localeCompare(b.label, 'en')),
    [all],
  )
  return (
    <Page
      title="Ports"
      subtitle="Harbours and anchorages. Those of the Indian Ocean are checked against the chart; each names its source."
      actions={
        isAdmin && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileImport size={14} />}
              onClick={() => setImporting(true)}
            >
              Import a list
            </Button>
            <Button
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => {
                drawNewPort()
                void navigate('/home/main/map')
              }}
            >
              Add a port
            </Button>
          </>
        )
      }
    >
      <div className="ports-bar">
        <AddressWords
          aria-label="Find a port"
          placeholder="Name, code, other name"
          value={q}
          onChange={(words) => put('q', words)}
        />
        <Select
          size="xs"
          aria-label="Country"
          placeholder="All countries"
          searchable
          clearable
          data={countries}
          value={country === '' ? null : country}
          onChange={(value) => put('country', value)}
        />
        <span className="dim">
          <Quantity count={rows.length} /> of <Quantity count={all.length} />
        </span>
      </div>
      <Table
        label="Ports"
        name="ports"
        onSearch={goTo}
        columns={SORTED}
        rows={rows}
        rowKey={(one) => one.id}
        onOpen={(one) => void navigate(portPath(one.id))}
        {...(sorting === null ? {} : { sorting })}
        onSort={onSort}
        {...readingOf(ports, { isRead, fault })}
        empty={<Nothing title="No port is called so" hint="Try other words, or another country." />}
        csv="ports.csv"
      />
      <PortImportDrawer isOpen={isImporting} onClose={() => setImporting(false)} />
    </Page>
  )
}
