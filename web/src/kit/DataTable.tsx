import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { ROW_PX, useDensity } from './density.ts'
import './page.css'
import { Failed, Waiting } from './States.tsx'

/** Rows left below the last one shown when more are asked for. */
const AHEAD = 20

export type Column<Row> = {
  key: string
  label: string
  /** As CSS grid tracks: `120px`, `minmax(160px, 1fr)`. */
  width: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Name to sort by; columns without one are not sorted. */
  sort?: string
}
export type Sorting = { by: string; isDown: boolean }

type Props<Row> = {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Key of the row that is open beside the table. */
  selected?: string | null
  /** The row that is kept in sight when it becomes another, without taking the focus. */
  inSight?: number
  onOpen?: (row: Row) => void
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** Called when the end comes near; the table of the server goes on there. */
  onMore?: () => void
  /** True until the first rows have come. */
  isWaiting?: boolean
  /** Why there are no rows; shown with a way to try again. */
  error?: Error | null
  onRetry?: () => unknown
  /** Shown under the head when there are no rows. */
  empty?: ReactNode
  foot?: ReactNode
}

/**
 * A table of any length: only the rows in sight are drawn, and the one the keyboard is at. Arrows, Page Up and Down,
 * Home and End move through it, Enter and the space bar open a row; Tab goes in and out in one step. A head whose
 * column has a `sort` is a button.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { columns, rows, onMore, inSight } = props
  const box = useRef<HTMLDivElement>(null)
  const rowPx = ROW_PX[useDensity((state) => state.density)]
  const [active, setActive] = useState(0)
  const at = Math.min(active, Math.max(0, rows.length - 1))
  // The library's object changes inside while staying the same outside; nothing here memoises by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 12,
    // A row that has the focus must not go away from under it, however far the wheel turns.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return shown.includes(at) || at >= rows.length ? shown : [...shown, at].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => virtual.measure(), [virtual, rowPx])
  useEffect(() => {
    if (inSight !== undefined && inSight < rows.length) virtual.scrollToIndex(inSight, { align: 'center' })
  }, [virtual, inSight, rows.length])
  const items = virtual.getVirtualItems()
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) onMore?.()
  }, [last, rows.length, onMore])

  function move(to: number) {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    virtual.scrollToIndex(next)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
  const page = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowPx) - 2)

  return (
    <div
      ref={box}
      className="table"
      style={
        { '--columns': columns.map(({ width }) => width).join(' '), '--row': `${rowPx}px` } as CSSProperties
      }
    >
      <div
        className="table-grid"
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-busy={props.isWaiting === true}
      >
        <div role="rowgroup" className="table-top">
          <div className="table-head" role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                {...(props.sorting === undefined ? {} : { sorting: props.sorting })}
                {...(props.onSort === undefined ? {} : { onSort: props.onSort })}
              />
            ))}
          </div>
        </div>
        <div className="table-rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <TableRow
              key={props.rowKey(rows[index]!)}
              {...props}
              row={rows[index]!}
              index={index}
              start={start}
              isActive={index === at}
              onFocus={() => setActive(index)}
              onMove={(key) => moved(key, index, page(), rows.length, move)}
            />
          ))}
        </div>
      </div>
      <Instead {...props} />
      {props.foot !== undefined && <div className="table-foot">{props.foot}</div>}
    </div>
  )
}

/** Moves by a key; false when the key moves nothing. */
function moved(key: string, at: number, page: number, count: number, move: (to: number) => void): boolean {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  if (to !== undefined) move(to)
  return to !== undefined
}

/** What stands under the head where there are no rows. */
function Instead<Row>({ rows, isWaiting, error, onRetry, empty }: Props<Row>) {
  if (rows.length > 0) return null
  if (error != null) return <Failed error={error} {...(onRetry === undefined ? {} : { onRetry })} />
  return isWaiting === true ? <Waiting /> : empty
}

type RowProps<Row> = Props<Row> & {
  row: Row
  index: number
  /** Pixels from the first row. */
  start: number
  isActive: boolean
  onFocus: () => void
  onMove: (key: string) => boolean
}

function TableRow<Row>({
  row,
  index,
  start,
  isActive,
  columns,
  selected,
  rowKey,
  onOpen,
  ...on
}: RowProps<Row>) {
  function press(event: KeyboardEvent) {
    // Keys of a button inside a cell are the button's.
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onOpen?.(row)
    } else if (on.onMove(event.key)) event.preventDefault()
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected === rowKey(row)}
      data-index={index}
      data-opens={onOpen !== undefined}
      tabIndex={isActive ? 0 : -1}
      className="table-row"
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => onOpen?.(row)}
      onFocus={on.onFocus}
      onKeyDown={press}
    >
      {columns.map((column) => (
        <div key={column.key} role="gridcell" className={column.isNumber === true ? 'right figures' : ''}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

function Head<Row>(props: { column: Column<Row>; sorting?: Sorting; onSort?: (sorting: Sorting) => void }) {
  const { column, sorting, onSort } = props
  const { sort } = column
  const isSorted = sort !== undefined && sorting?.by === sort
  const order = isSorted ? (sorting.isDown ? 'descending' : 'ascending') : 'none'
  return (
    <div
      role="columnheader"
      className={column.isNumber === true ? 'right' : ''}
      {...(sort === undefined ? {} : { 'aria-sort': order })}
    >
      {sort !== undefined && onSort !== undefined ? (
        <button
          type="button"
          onClick={() => onSort({ by: sort, isDown: isSorted ? !sorting.isDown : false })}
        >
          {column.label} {isSorted && (sorting.isDown ? '↓' : '↑')}
        </button>
      ) : (
        column.label
      )}
    </div>
  )
}
