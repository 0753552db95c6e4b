import { Drawer, NumberInput, Select, TextInput } from '@mantine/core'
import {
  BOUNDARY_KIND_WORDS,
  LARGEST_EEZ_FILE,
  MARINE_REGIONS_COLUMNS,
  checkEezImport,
  commitEezImport,
  type EezImport,
  type EezImportRow,
} from '@samudra/contract/reference'
import { useState } from 'react'
import { DryRun } from '../../../kit/forms/DryRun.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { boundaries } from './boundaries.store.ts'

type Columns = Partial<Record<keyof typeof MARINE_REGIONS_COLUMNS, string>>
const COLUMN_LABELS: Record<keyof typeof MARINE_REGIONS_COLUMNS, string> = {
  name: 'Name',
  country: 'Country code',
  kind: 'Kind',
  mrgid: 'Gazetteer number',
  sovereign: 'Claimed by',
}
const ACTIONS: Record<EezImportRow['action'], string> = { add: 'Add', change: 'Change', skip: 'Skip' }

/** A file of boundaries: read dry first, shown, and committed only then. */
export function EezImportDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size={720} title="Import boundaries">
      {isOpen && <Steps onClose={onClose} />}
    </Drawer>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [edition, setEdition] = useState('')
  const [simplify, setSimplify] = useState(0.005)
  const [columns, setColumns] = useState<Columns>({})
  return (
    <DryRun<EezImport>
      takes="GeoJSON, KML, GeoPackage or zipped shapefile in WGS 84"
      largest={LARGEST_EEZ_FILE}
      sourceHint="Shown with these boundaries"
      usualSource="Flanders Marine Institute, Marine Regions, CC BY 4.0"
      onClose={onClose}
      check={(file, source) =>
        call(checkEezImport, { name: file.name, source, edition, simplify, columns }, { bytes: file })
      }
      commit={async ({ id }) => {
        const { added, changed } = await call(commitEezImport, { id })
        toast(`${added} added, ${changed} changed`, 'good')
        void boundaries.read()
        onClose()
      }}
      renderFields={(dry) => (
        <>
          <div className="eez-form">
            <div className="row">
              <TextInput
                label="Edition"
                placeholder="v12"
                maxLength={100}
                value={edition}
                onChange={(event) => setEdition(event.currentTarget.value)}
              />
              <NumberInput
                label="Simplify by (degrees)"
                min={0}
                max={0.1}
                step={0.001}
                decimalScale={4}
                value={simplify}
                onChange={(value) => typeof value === 'number' && setSimplify(value)}
              />
            </div>
          </div>
          {dry !== null && <ColumnChoice known={dry.columns} chosen={columns} onChoose={setColumns} />}
        </>
      )}
      renderReport={(dry) => <Report dry={dry} />}
    />
  )
}

/** Selects the file attribute for each property; those of Marine Regions by default. */
function ColumnChoice(props: { known: string[]; chosen: Columns; onChoose: (columns: Columns) => void }) {
  const names = Object.keys(COLUMN_LABELS) as (keyof typeof MARINE_REGIONS_COLUMNS)[]
  return (
    <div className="eez-form">
      <div className="row">
        {names.map((name) => (
          <Select
            key={name}
            size="xs"
            label={COLUMN_LABELS[name]}
            placeholder={MARINE_REGIONS_COLUMNS[name]}
            clearable
            data={props.known}
            value={props.chosen[name] ?? null}
            onChange={(value) => props.onChoose({ ...props.chosen, [name]: value ?? undefined })}
          />
        ))}
      </div>
    </div>
  )
}

/** A boundary as it would be brought, or what could not be read. */
type Finding = { key: string; at: number | null } & (
  | { row: EezImportRow; error: null }
  | { row: null; error: EezImport['errors'][number] }
)
const lineOf = (line: number | null) => (line === null ? '' : `Line ${line}`)

const FINDINGS: Column<Finding>[] = [
  { key: 'at', label: 'No.', cell: ({ at }) => at ?? '' },
  { key: 'name', label: 'Name', cell: ({ row, error }) => (row === null ? lineOf(error.line) : row.name) },
  { key: 'code', label: 'Code', cell: ({ row }) => row?.country },
  { key: 'kind', label: 'Kind', cell: ({ row }) => row !== null && BOUNDARY_KIND_WORDS[row.kind] },
  {
    key: 'area',
    label: 'Area (km²)',
    cell: ({ row }) => row !== null && <Quantity count={Math.round(row.area_km2)} />,
  },
  { key: 'corners', label: 'Corners', cell: ({ row }) => row !== null && <Quantity count={row.positions} /> },
  {
    key: 'action',
    label: 'Result',
    cell: ({ row, error }) =>
      row === null ? (
        `Error · ${error.why}`
      ) : (
        <>
          {ACTIONS[row.action]}
          {row.why !== '' && <span className="dim"> · {row.why}</span>}
        </>
      ),
  },
]

function Report({ dry }: { dry: EezImport }) {
  const { counts } = dry
  const findings: Finding[] = [
    ...dry.rows.map((row) => ({ key: String(row.at), at: row.at, row, error: null })),
    ...dry.errors.map((error, i) => ({ key: `error ${i}`, at: error.at, row: null, error })),
  ]
  return (
    <>
      <p role="status">
        {dry.format}: {counts.add} to add, {counts.change} to change, {counts.skip} skipped, {counts.errors}{' '}
        with errors. No changes made yet.
      </p>
      <div className="eez-import-table" tabIndex={0} role="region" aria-label="Import preview">
        <Table label="Import preview" isInText columns={FINDINGS} rows={findings} rowKey={({ key }) => key} />
      </div>
    </>
  )
}
