import { Drawer } from '@mantine/core'
import {
  checkVesselListImport,
  commitVesselListImport,
  LARGEST_LIST_FILE,
  type VesselList,
  type VesselListImport,
} from '@samudra/contract/vessel-lists'
import { lists } from '../../../stored/shared.ts'
import { DryRun } from '../../../kit/forms/DryRun.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'

type Props = { list: VesselList; isOpen: boolean; onClose: () => void }
const ACTIONS = { add: 'Add', change: 'Change', skip: 'Unchanged' } as const

/** A file of members: read dry first, shown line by line, and brought in only then. */
export const ListImportDrawer = ({ list, isOpen, onClose }: Props) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    position="right"
    size={720}
    title={`Import vessels to ${list.name}`}
  >
    {isOpen && (
      <DryRun<VesselListImport>
        takes="CSV with a column MMSI, and if it has them reason and until; or one column of MMSIs"
        largest={LARGEST_LIST_FILE}
        sourceHint="Reason for lines without one"
        sourceLabel="Reason"
        usualSource=""
        onClose={onClose}
        check={(file, reason) =>
          call(checkVesselListImport, { id: list.id, name: file.name, reason }, { bytes: file })
        }
        commit={async ({ id }) => {
          const { added, changed } = await call(commitVesselListImport, { id })
          toast(`${added} added, ${changed} changed`, 'good')
          await lists.again(list.id)
          onClose()
        }}
        renderFields={() => null}
        renderReport={(dry) => <Report dry={dry} />}
      />
    )}
  </Drawer>
)

type Finding = { line: number; mmsi: string; name: string; what: string; why: string }
const COLUMNS: Column<Finding>[] = [
  { key: 'line', width: '60px', label: 'Line', cell: (one) => one.line, value: (one) => one.line },
  { key: 'mmsi', width: '100px', label: 'MMSI', cell: (one) => one.mmsi, value: (one) => one.mmsi },
  {
    key: 'name',
    width: 'minmax(110px, 1fr)',
    label: 'Name',
    cell: (one) => one.name,
    value: (one) => one.name,
  },
  { key: 'what', width: '80px', label: 'Action', cell: (one) => one.what, value: (one) => one.what },
  {
    key: 'why',
    width: 'minmax(220px, 2fr)',
    label: 'Reason',
    cell: (one) => one.why,
    value: (one) => one.why,
  },
]

function Report({ dry: { counts, errors, rows } }: { dry: VesselListImport }) {
  const findings: Finding[] = [
    ...errors.map(({ line, why }) => ({ line, mmsi: '', name: '', what: 'Error', why })),
    ...rows.map(({ line, mmsi, ship_name, action, why }) => ({
      line,
      mmsi,
      name: ship_name ?? '',
      what: ACTIONS[action],
      why,
    })),
  ]
  const all = counts.add + counts.change + counts.skip + counts.errors
  return (
    <>
      <p role="status">
        <Quantity count={counts.add} /> to add, <Quantity count={counts.change} /> to change,{' '}
        <Quantity count={counts.skip} /> unchanged, <Quantity count={counts.errors} /> with errors. Nothing is
        changed yet.
        {findings.length < all && ` The first ${findings.length} are listed.`}
      </p>
      <div className="list-import-table">
        <Table
          label="Preview of the import"
          columns={COLUMNS}
          rows={findings}
          rowKey={({ line, what }) => `${line} ${what}`}
          csv="list-import.csv"
        />
      </div>
    </>
  )
}
