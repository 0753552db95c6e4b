import { Button } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import type { Port } from '@samudra/contract/ports'
import { countryNameOf } from '@samudra/nautical/iso-countries'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { readingOf, useStored } from '../../../stored/stores.ts'
import type { ListFilter } from '../../../kit/pages/list-filter.ts'
import { ListScreen } from '../../../kit/pages/ListScreen.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { portPath } from '../../../map/chart/port-signs.ts'
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
const hasWords = ({ name, locode, alias }: Port, words: string) => {
  const text = plain([name, locode, ...alias].join(' '))
  return plain(words.trim())
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** All ports: found by their names, filtered by country, sorted; the address holds the query. */
export function Component() {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  const { rows, isRead, fault } = useStored(ports)
  return (
    <ListScreen
      title="Ports"
      subtitle="Harbours and anchorages. Ports of the Indian Ocean are checked against the chart."
      actions={
        isAdmin && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileImport size={14} />}
              onClick={() => setImporting(true)}
            >
              Import ports
            </Button>
            <Button
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => {
                drawNewPort()
                void navigate('/home/main/map')
              }}
            >
              Add port
            </Button>
          </>
        )
      }
      name="ports"
      filters={useMemo(() => filtersOf(rows), [rows])}
      columns={SORTED}
      rows={rows}
      rowKey={({ id }) => id}
      sort="ADDRESS"
      onOpen={({ id }) => void navigate(portPath(id))}
      {...readingOf(ports, { isRead, fault })}
      noneFits={<Nothing title="No ports found" hint="Try other words or another country." />}
    >
      <PortImportDrawer isOpen={isImporting} onClose={() => setImporting(false)} />
    </ListScreen>
  )
}

const filtersOf = (rows: readonly Port[]): ListFilter<Port>[] => [
  { name: 'q', label: 'Search ports', placeholder: 'Name, code, other name', fits: hasWords },
  {
    name: 'country',
    label: 'Country',
    placeholder: 'All countries',
    isSearchable: true,
    options: [...new Set(rows.map((one) => one.country))]
      .map((value) => ({ value, label: countryNameOf(value) || value }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en')),
    fits: (one, value) => one.country === value,
  },
]
