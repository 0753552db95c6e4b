import { Button, Drawer, FileInput, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../wire/use-answer.ts'
import { Table } from '../tables/Table.tsx'
import type { Column } from '../tables/table.ts'
import { countText } from '../text/quantity-text.ts'
import { toast } from '../toasts.ts'
import { ActionButton } from './ActionButton.tsx'
import './import-drawer.css'

/** Place in the file: a line, or the number of a feature with its line where the format has lines. */
type Placed = { at?: number | null; line?: number | null }
type Effect = Placed & { action: 'add' | 'change' | 'skip'; why: string }
type Dried = {
  id: string
  format?: string
  rows: readonly Effect[]
  errors: readonly (Placed & { why: string })[]
  counts: { add: number; change: number; skip: number; errors: number; passed?: number }
}
type RowOf<Dry extends Dried> = Dry['rows'][number]
type Value = string | number | null
type Own<Row> = { label: string; width: string; value: (row: Row) => Value }
type Given<Dry extends Dried, Fields> = {
  fields: Fields
  set: (some: Partial<Fields>) => void
  dry: Dry | null
}
type Props<Dry extends Dried, Fields> = {
  /** Accepted files, in words, and their maximum size in bytes. */
  takes: string
  largest: number
  /** Label of the line above the file's origin. */
  sourceLabel?: string
  sourceHint: string
  usualSource: string
  /** Further fields about the file, at first. */
  usual: Fields
  renderFields?: (given: Given<Dry, Fields>) => ReactNode
  /** Reads a file and changes nothing. */
  check: (file: File, source: string, fields: Fields) => Promise<Dry>
  commit: (id: string) => Promise<{ added: number; changed: number }>
  /** Reads what was committed. */
  done: () => unknown
  onClose: () => void
  /** Lines of the file that hold no row, in words. */
  passed?: string
  /** Name of the column of places: 'Line' by default. */
  place?: string
  /** Columns of a row of the file, besides its place and its effect. */
  columns: Own<RowOf<Dry>>[]
  /** Name of the report as a file. */
  csv: string
}
const MB = 1024 * 1024
const ACTIONS = { add: 'Add', change: 'Change', skip: 'Skip' } as const

/** Imports a file: previewed line by line, and committed only then. */
export function ImportDrawer<Dry extends Dried, Fields = object>(
  props: Props<Dry, Fields> & { title: string; isOpen: boolean; children?: ReactNode },
) {
  const { title, isOpen, onClose, children, ...steps } = props
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size={720} title={title}>
      {isOpen && (
        <>
          <Steps {...steps} onClose={onClose} />
          {children}
        </>
      )}
    </Drawer>
  )
}

function Steps<Dry extends Dried, Fields>(props: Props<Dry, Fields>) {
  const [file, setFile] = useState<File | null>(null)
  const [source, setSource] = useState(props.usualSource)
  const [fields, setFields] = useState(props.usual)
  const [dry, setDry] = useState<Dry | null>(null)
  /** False while the report is of other values of the fields. */
  const [isCurrent, setCurrent] = useState(false)
  const check = useAction(async () => {
    if (file === null) return
    setCurrent(false)
    if (file.size > props.largest)
      throw new Error(`The file is larger than ${props.largest / MB} MB. Split the file.`)
    setDry(await props.check(file, source, fields))
    setCurrent(true)
  })
  const commit = useAction(async (id: string) => {
    const { added, changed } = await props.commit(id)
    toast(`${added} added, ${changed} changed`, 'good')
    await props.done()
    props.onClose()
  })
  const set = (some: Partial<Fields>) => {
    setFields({ ...fields, ...some })
    setCurrent(false)
  }
  return (
    <div className="import-steps">
      <FileInput
        label="File"
        description={`${props.takes}, up to ${props.largest / MB} MB`}
        placeholder="Choose a file"
        value={file}
        onChange={(next) => {
          setFile(next)
          setDry(null)
        }}
      />
      <TextInput
        label={props.sourceLabel ?? 'Source'}
        description={props.sourceHint}
        maxLength={300}
        value={source}
        onChange={(event) => {
          setSource(event.currentTarget.value)
          setCurrent(false)
        }}
      />
      {props.renderFields?.({ fields, set, dry })}
      <p className="refusal" role="alert">
        {(check.fault ?? commit.fault)?.message ?? ''}
      </p>
      <div className="import-steps-acts">
        <ActionButton
          isBusy={check.isBusy}
          disabled={file === null || source.trim() === ''}
          onClick={() => check.run()}
        >
          {dry === null ? 'Preview import' : 'Preview again'}
        </ActionButton>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
      {dry !== null && isCurrent && (
        <>
          <Report {...props} dry={dry} />
          <div className="import-steps-acts">
            <ActionButton
              isBusy={commit.isBusy}
              disabled={dry.counts.add + dry.counts.change === 0}
              onClick={() => commit.run(dry.id)}
            >
              {`Import: add ${dry.counts.add}, change ${dry.counts.change}`}
            </ActionButton>
          </div>
        </>
      )}
    </div>
  )
}

/** An error, or an effect with its row of the file. */
type Finding<Row> = { key: string; at: number | null; row: Row | null; what: string; why: string }

function findingsOf<Dry extends Dried>({ rows, errors }: Dry): Finding<RowOf<Dry>>[] {
  const placeOf = ({ at, line }: Placed) => at ?? line ?? null
  return [
    ...errors.map((one, i) => {
      const why = one.at == null || one.line == null ? one.why : `Line ${one.line}: ${one.why}`
      return { key: `error ${i}`, at: placeOf(one), row: null, what: 'Error', why }
    }),
    ...rows.map((row, i) => ({
      key: String(i),
      at: placeOf(row),
      row,
      what: ACTIONS[row.action],
      why: row.why,
    })),
  ]
}

const shown = (value: Value) => (typeof value === 'number' ? countText(value) : value)
type ReportProps<Dry extends Dried> = Pick<Props<Dry, never>, 'passed' | 'place' | 'columns' | 'csv'>

function Report<Dry extends Dried>({ dry, ...props }: ReportProps<Dry> & { dry: Dry }) {
  const { add, change, skip, errors, passed = 0 } = dry.counts
  const findings = findingsOf(dry)
  type One = Finding<RowOf<Dry>>
  const column = (label: string, width: string, value: (one: One) => Value): Column<One> => {
    return { key: label, label, width, cell: value, value }
  }
  const own = ({ label, width, value }: Own<RowOf<Dry>>): Column<One> => {
    const valueOf = ({ row }: One) => (row === null ? null : value(row))
    return { ...column(label, width, valueOf), cell: (one) => shown(valueOf(one)) }
  }
  const texts = [
    `${countText(add)} to add`,
    `${countText(change)} to change`,
    `${countText(skip)} skipped`,
    `${countText(errors)} with errors`,
    ...(passed > 0 ? [`${countText(passed)} ${props.passed}`] : []),
  ]
  return (
    <>
      <p role="status">
        {dry.format !== undefined && `${dry.format}: `}
        {texts.join(', ')}. No changes made yet.
        {findings.length < add + change + skip + errors && ` The first ${findings.length} are listed.`}
      </p>
      <div className="import-effects">
        <Table
          label="Import preview"
          columns={[
            column(props.place ?? 'Line', '60px', ({ at }) => at),
            ...props.columns.map(own),
            column('Result', '100px', ({ what }) => what),
            column('Reason', 'minmax(220px, 2fr)', ({ why }) => why),
          ]}
          rows={findings}
          rowKey={({ key }) => key}
          csv={props.csv}
        />
      </div>
    </>
  )
}
