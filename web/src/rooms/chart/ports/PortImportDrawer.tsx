import { Checkbox, Drawer } from '@mantine/core'
import {
  checkPortImport,
  commitPortImport,
  getPortImports,
  LARGEST_PORT_FILE,
  type PortImport,
  type PortImportRow,
} from '@samudra/contract/ports'
import { useState } from 'react'
import { DryRun } from '../../../kit/forms/DryRun.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { useStale } from '../../../wire/use-answer.ts'
import { PortImportsDone } from './PortImportsDone.tsx'
import { ports } from './ports.store.ts'

const ACTIONS: Record<PortImportRow['action'], string> = { add: 'Add', change: 'Change', skip: 'Keep' }

/** A list of ports: read dry first, shown line by line, and committed only then. */
export function PortImportDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size={720} title="Import ports">
      {isOpen && (
        <>
          <Steps onClose={onClose} />
          <PortImportsDone />
        </>
      )}
    </Drawer>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [move, setMove] = useState(false)
  const stale = useStale()
  return (
    <DryRun<PortImport>
      takes="CSV of the World Port Index or of UN/LOCODE"
      largest={LARGEST_PORT_FILE}
      sourceHint="Shown on every added or moved port"
      usualSource="World Port Index, Pub 150"
      onClose={onClose}
      check={(file, source) => call(checkPortImport, { name: file.name, source, move }, { bytes: file })}
      commit={async ({ id }) => {
        const { added, changed } = await call(commitPortImport, { id })
        toast(`${added} added, ${changed} changed`, 'good')
        void ports.read()
        stale(getPortImports)
        onClose()
      }}
      renderFields={(_, again) => (
        <Checkbox
          label="Move existing ports to the positions in the file"
          description="Never moves ports with a drawn harbour or a user correction"
          checked={move}
          onChange={(event) => {
            setMove(event.currentTarget.checked)
            again()
          }}
        />
      )}
      renderReport={(dry) => <Report dry={dry} />}
    />
  )
}

type Finding = { line: number; name: string; code: string; what: string; why: string }
const COLUMNS: Column<Finding>[] = [
  { key: 'line', width: '60px', label: 'Line', cell: (one) => one.line, value: (one) => one.line },
  {
    key: 'name',
    width: 'minmax(110px, 1fr)',
    label: 'Name',
    cell: (one) => one.name,
    value: (one) => one.name,
  },
  { key: 'code', width: '70px', label: 'Code', cell: (one) => one.code, value: (one) => one.code },
  { key: 'what', width: '100px', label: 'Result', cell: (one) => one.what, value: (one) => one.what },
  {
    key: 'why',
    width: 'minmax(240px, 2fr)',
    label: 'Reason',
    cell: (one) => one.why,
    value: (one) => one.why,
  },
]

function Report({ dry }: { dry: PortImport }) {
  const { counts } = dry
  const findings: Finding[] = [
    ...dry.errors.map(({ line, why }) => ({ line, name: '', code: '', what: 'Error', why })),
    ...dry.rows.map(({ line, name, locode, action, why }) => ({
      line,
      name,
      code: locode,
      what: ACTIONS[action],
      why,
    })),
  ]
  const all = counts.add + counts.change + counts.skip + counts.errors
  return (
    <>
      <p role="status">
        {dry.format}: <Quantity count={counts.add} /> to add, <Quantity count={counts.change} /> to change,{' '}
        <Quantity count={counts.skip} /> unchanged, <Quantity count={counts.errors} /> with errors
        {counts.passed > 0 && (
          <>
            , <Quantity count={counts.passed} /> lines without a port
          </>
        )}
        . No changes made yet.
        {findings.length < all && ` The first ${findings.length} are listed.`}
      </p>
      <div className="ports-import-table">
        <Table
          label="Import preview"
          columns={COLUMNS}
          rows={findings}
          rowKey={({ line, what }) => `${line} ${what}`}
          csv="port-import.csv"
        />
      </div>
    </>
  )
}
