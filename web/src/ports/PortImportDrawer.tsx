import { Button, Checkbox, Drawer, FileInput, TextInput } from '@mantine/core'
import {
  checkPortImport,
  commitPortImport,
  LARGEST_PORT_FILE,
  type PortImport,
  type PortImportRow,
} from '@samudra/contract/ports'
import { useState } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Quantity } from '../kit/Quantity.tsx'
import { Table } from '../kit/Table.tsx'
import type { Column } from '../kit/table.ts'
import { toast } from '../kit/toasts.ts'
import { call } from '../wire/call.ts'
import { useAction } from '../wire/use-answer.ts'
import { ports } from './ports.store.ts'

const ACTIONS: Record<PortImportRow['action'], string> = { add: 'Add', change: 'Change', skip: 'Leave' }

/** A list of ports: read dry first, shown line by line, and committed only then. */
export function PortImportDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size={720} title="Import ports">
      {isOpen && <Steps onClose={onClose} />}
    </Drawer>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [source, setSource] = useState('World Port Index, Pub 150')
  const [move, setMove] = useState(false)
  const [dry, setDry] = useState<PortImport | null>(null)
  const check = useAction(async () => {
    if (file === null) return
    setDry(null)
    if (file.size > LARGEST_PORT_FILE) throw new Error('The file is larger than 64 MB; send it in parts.')
    setDry(await call(checkPortImport, { name: file.name, source, move }, { bytes: file }))
  })
  const commit = useAction(async () => {
    if (dry === null) return
    const { added, changed } = await call(commitPortImport, { id: dry.id })
    toast(`${added} added, ${changed} changed`, 'good')
    void ports.read()
    onClose()
  })
  const fault = check.fault ?? commit.fault
  return (
    <div className="ports-import">
      <FileInput
        label="File"
        description="CSV of the World Port Index or of UN/LOCODE, up to 64 MB"
        placeholder="Choose a file"
        value={file}
        onChange={(next) => {
          setFile(next)
          setDry(null)
        }}
      />
      <TextInput
        label="Source"
        description="Stands at every port that is added or moved"
        maxLength={300}
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <Checkbox
        label="Move ports that are known to the positions of the file"
        description="Never where a harbour is drawn, nor what somebody corrected here"
        checked={move}
        onChange={(event) => {
          setMove(event.currentTarget.checked)
          setDry(null)
        }}
      />
      <p className="port-fault" role="alert">
        {fault?.message ?? ''}
      </p>
      <div className="ports-acts">
        <ActionButton
          isBusy={check.isBusy}
          disabled={file === null || source.trim() === ''}
          onClick={() => check.run()}
        >
          {dry === null ? 'Read it, change nothing' : 'Read it again'}
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {dry !== null && (
        <>
          <Report dry={dry} />
          <div className="ports-acts">
            <ActionButton
              isBusy={commit.isBusy}
              disabled={dry.counts.add + dry.counts.change === 0}
              onClick={() => commit.run()}
            >
              {`Import: add ${dry.counts.add}, change ${dry.counts.change}`}
            </ActionButton>
          </div>
        </>
      )}
    </div>
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
  { key: 'what', width: '100px', label: 'What happens', cell: (one) => one.what, value: (one) => one.what },
  { key: 'why', width: 'minmax(240px, 2fr)', label: 'Why', cell: (one) => one.why, value: (one) => one.why },
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
        <Quantity count={counts.skip} /> left as they are, <Quantity count={counts.errors} /> with errors
        {counts.passed > 0 && (
          <>
            , <Quantity count={counts.passed} /> lines that are no ports
          </>
        )}
        . Nothing is changed yet.
        {findings.length < all && ` The first ${findings.length} are listed.`}
      </p>
      <div className="ports-import-table">
        <Table
          label="What the import would do"
          columns={COLUMNS}
          rows={findings}
          rowKey={({ line, what }) => `${line} ${what}`}
          csv="port-import.csv"
        />
      </div>
    </>
  )
}
