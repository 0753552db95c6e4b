import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { saveFile } from '../save-file.ts'
import { focusIfLost } from '../focus-if-lost.ts'
import { Failed, Waiting } from '../pages/States.tsx'
import { csvOfTable, sorted, type Column, type Sorting, type TableProps } from './table.ts'
import { arranged, USUAL_LOOK } from './table-look.ts'
import { lookOf, setLook, useTableLooks } from './table-looks.store.ts'
import { TableGrid } from './TableGrid.tsx'
import { TableLook } from './TableLook.tsx'
import { TableText } from './TableText.tsx'
import { useSettledRows } from './use-settled-rows.ts'

/** Maximum number of rows drawn for a table in a text; a longer one draws the rows in sight. */
const MOST_IN_TEXT = 200

/**
 * A table of any length, whose columns are data. Arrows, Page Up and Down, Home and End move through rows that open,
 * Enter and the space bar open one; Tab goes in and out in one step. The head of a column that can be sorted is a
 * button.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { isInText = false, onSort, csv, name } = props
  const [own, setOwn] = useState<Sorting | null>(null)
  const look = useTableLooks((state) => (name === undefined ? USUAL_LOOK : lookOf(state, name)))
  const { shown: settled, fresh, take } = useSettledRows(props.rows, props.rowKey, props.isLive === true)
  const isOwn = onSort === undefined
  const sorting = name === undefined ? own : look.sorting
  const sortBy = name === undefined ? setOwn : (next: Sorting) => setLook(name, { sorting: next })
  const columns = arranged(props.columns, look)
  const rows = isOwn ? sorted(settled, columns, sorting) : settled
  const { onShown } = props
  useEffect(() => onShown?.({ rows, fresh, take }))
  const shown = {
    ...props,
    rows,
    inSight: placeIn(rows, props),
    columns: isOwn ? columns.map(sortedByValue) : columns,
    ...(isOwn && sorting !== null ? { sorting } : {}),
    onSort: onSort ?? sortBy,
    instead: <Instead {...props} />,
    foot:
      csv === undefined ? props.foot : <Save name={csv} rows={rows} columns={columns} foot={props.foot} />,
  }
  const isText = isInText && props.onOpen === undefined && rows.length <= MOST_IN_TEXT
  const drawn = isText ? <TableText {...shown} /> : <TableGrid {...shown} />
  if (name === undefined && (isText || props.isLive !== true)) return drawn
  return (
    <div className="table-place" data-in-text={isInText || undefined}>
      {drawn}
      {name !== undefined && (
        <TableLook name={name} columns={props.columns} onSearch={props.onSearch} canFreeze={!isText} />
      )}
      {fresh > 0 && (
        <button
          type="button"
          className="table-fresh"
          onClick={({ currentTarget }) => {
            const place = currentTarget.closest('.table-place')
            take()
            // The button goes away with the focus.
            requestAnimationFrame(() => focusIfLost(() => place?.querySelector<HTMLElement>('.table-row')))
          }}
        >
          {fresh === 1 ? '1 new row' : `${fresh} new rows`}
        </button>
      )}
    </div>
  )
}

/** Returns the place of the `inView` row among those shown; undefined while it waits to be taken in. */
function placeIn<Row>(shown: readonly Row[], { rows, inView }: TableProps<Row>): number | undefined {
  if (inView === undefined || shown === rows) return inView
  const place = shown.indexOf(rows[inView]!)
  return place < 0 ? undefined : place
}

const sortedByValue = <Row,>(column: Column<Row>): Column<Row> =>
  column.value === undefined ? column : { ...column, sort: column.key }

/** Placeholder under the head of an empty table. */
function Instead<Row>({ rows, isWaiting, error, onRetry, empty }: TableProps<Row>) {
  if (rows.length > 0) return null
  if (error != null) return <Failed error={error} {...(onRetry === undefined ? {} : { onRetry })} />
  return isWaiting === true ? <Waiting /> : empty
}

function Save<Row>(props: {
  name: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  foot: ReactNode
}) {
  const { name, rows, columns, foot } = props
  const save = () => saveFile(name, 'text/csv', new TextEncoder().encode(csvOfTable(rows, columns)))
  return (
    <>
      {foot}
      {rows.length > 0 && (
        <button type="button" className="link-button" onClick={save}>
          <IconDownload size={13} aria-hidden /> Save as CSV
        </button>
      )}
    </>
  )
}
