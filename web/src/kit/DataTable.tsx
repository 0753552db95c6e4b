import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import './page.css'

const ROW_PX = 34
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
  selected?: string | null
  onOpen?: (row: Row) => void
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** Called when the end comes near; the table of the server goes on there. */
  onMore?: () => void
  foot?: ReactNode
}

/**
 * A table of any length: only the rows in sight are drawn. Arrows, Page Up and Down, Home and End move through it,
 * Enter opens a row.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { columns, rows, rowKey, onOpen, onMore, sorting } = props
  const box = useRef<HTMLDivElement>(null)
  // The library's object changes inside while staying the same outside; nothing here memoises by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - AHEAD) onMore?.()
  }, [last, rows.length, onMore])

  function move(event: KeyboardEvent, at: number) {
    const page = Math.floor((box.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const row = rows[at]
    if (event.key === 'Enter' && row !== undefined) return onOpen?.(row)
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(rows.length - 1, to))
    virtual.scrollToIndex(next)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }

  return (
    <div
      ref={box}
      className="table"
      style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
    >
      <div
        className="table-grid"
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
      >
        <div className="table-head" role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <Head
              key={column.key}
              column={column}
              {...(sorting === undefined ? {} : { sorting })}
              {...(props.onSort === undefined ? {} : { onSort: props.onSort })}
            />
          ))}
        </div>
        <div className="table-rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]!
            const key = rowKey(row)
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={props.selected === key}
                data-index={index}
                data-opens={onOpen !== undefined}
                tabIndex={props.selected === key || (index === 0 && props.selected == null) ? 0 : -1}
                className="table-row"
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onOpen?.(row)}
                onKeyDown={(event) => move(event, index)}
              >
                {columns.map((column) => (
                  <div
                    key={column.key}
                    role="gridcell"
                    className={column.isNumber === true ? 'right figures' : ''}
                  >
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
      {props.foot !== undefined && <div className="table-foot">{props.foot}</div>}
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
