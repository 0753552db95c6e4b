import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { ROW_PX, useDensity } from './density.ts'
import './table.css'
import { copyText } from '../text/copy-text.ts'
import { copiedRow, type Column, type DrawnTable } from './table.ts'
import { HeadText, orderOf } from './TableHead.tsx'

/** Number of rows left below the last one shown when more are requested. */
const AHEAD = 20

/** Only the rows in sight are drawn, and the one the keyboard is at. */
export function TableGrid<Row>(props: DrawnTable<Row>) {
  const { columns, rows, sorting, onSort, onMore, inView, onInView } = props
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
    if (inView !== undefined && inView < rows.length) virtual.scrollToIndex(inView, { align: 'center' })
  }, [virtual, inView, rows.length])
  const items = virtual.getVirtualItems()
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) onMore?.()
  }, [last, rows, onMore])
  useKeysInSight(onInView, onInView === undefined ? [] : items.map(({ index }) => props.rowKey(rows[index]!)))
  const holding = useHeldFocus(box, at)

  function move(to: number) {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    // At the end nothing moves, but rows that failed to load earlier are requested again.
    if (next === rows.length - 1) onMore?.()
    setActive(next)
    virtual.scrollToIndex(next)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
  const page = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowPx) - 2)

  return (
    <div
      ref={box}
      className="table"
      data-in-text={props.isInText}
      {...holding}
      style={
        {
          '--columns': columns.map(({ width = 'minmax(80px, 1fr)' }) => withTextSize(width)).join(' '),
          '--row': `${rowPx}px`,
        } as CSSProperties
      }
    >
      <div
        className="table-grid"
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable={props.onChoose !== undefined || undefined}
        aria-busy={props.isWaiting === true}
      >
        <div role="rowgroup" className="table-top">
          <div className="table-head" role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <div
                key={column.key}
                role="columnheader"
                className={column.isNumber === true ? 'right' : ''}
                {...frozen(column)}
                {...orderOf(column, sorting)}
              >
                <HeadText column={column} onSort={onSort} {...(sorting === undefined ? {} : { sorting })} />
              </div>
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
              onMove={(key, isRange) => {
                const to = moved(key, index, page(), rows.length, move)
                if (to !== null && isRange) chooseTo(props, index, to)
                return to !== null
              }}
            />
          ))}
        </div>
      </div>
      {props.instead}
      {props.foot !== undefined && <div className="table-foot">{props.foot}</div>}
    </div>
  )
}

/** Selects as far as a row; where nothing is selected or open, from the row that had the focus. */
function chooseTo<Row>({ rows, chosen, selected, onChoose }: DrawnTable<Row>, from: number, to: number) {
  if ((chosen?.size ?? 0) === 0 && selected == null) onChoose?.(rows[from]!, 'RANGE')
  onChoose?.(rows[to]!, 'RANGE')
}

/** A row that goes while it has the focus, because it was dealt with or its page was let go, leaves it to the row that stands there now. */
function useHeldFocus(box: RefObject<HTMLDivElement | null>, at: number) {
  const isHeld = useRef(false)
  useEffect(() => {
    if (isHeld.current && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => void (isHeld.current = true),
    // Blur reports focus that moves elsewhere and, in some browsers, a removed element, which is then in no document.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => void (isHeld.current = !target.isConnected),
  }
}

function useKeysInSight(onSight: ((keys: readonly string[]) => void) | undefined, keys: readonly string[]) {
  const reported = keys.join('\n')
  useEffect(() => onSight?.(reported.split('\n')), [reported, onSight])
}

/** Widths are for texts of the normal size, and follow the chosen one. */
const withTextSize = (width: string) => width.replaceAll(/\d+px/g, 'calc($& * var(--text-size))')
const frozen = <Row,>({ frozenPx }: Column<Row>) =>
  frozenPx === undefined ? {} : { 'data-frozen': true, style: { left: withTextSize(`${frozenPx}px`) } }

/** Ctrl+C over a row copies it, unless some text is marked. */
const isCopy = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'c' && (ctrlKey || metaKey) && getSelection()?.isCollapsed !== false

/** Moves by a key and returns the place; null when the key moves nothing. */
function moved(
  key: string,
  at: number,
  page: number,
  count: number,
  move: (to: number) => void,
): number | null {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  if (to === undefined) return null
  move(to)
  return Math.max(0, Math.min(count - 1, to))
}

type RowProps<Row> = DrawnTable<Row> & {
  row: Row
  index: number
  /** Pixels from the first row. */
  start: number
  isActive: boolean
  onFocus: () => void
  onMove: (key: string, isRange: boolean) => boolean
}

function TableRow<Row>({
  row,
  index,
  start,
  isActive,
  columns,
  selected,
  chosen,
  rowKey,
  onOpen,
  onChoose,
  ...on
}: RowProps<Row>) {
  const isSelected =
    chosen === undefined || chosen.size === 0 ? selected === rowKey(row) : chosen.has(rowKey(row))
  function click({ shiftKey, ctrlKey, metaKey }: MouseEvent) {
    if (onChoose !== undefined && shiftKey) onChoose(row, 'RANGE')
    else if (onChoose !== undefined && (ctrlKey || metaKey)) onChoose(row, 'TOGGLE')
    else onOpen?.(row)
  }
  function press(event: KeyboardEvent) {
    // Keys of a button inside a cell are the button's.
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (event.key === ' ' && event.ctrlKey && onChoose !== undefined) onChoose(row, 'TOGGLE')
      else onOpen?.(row)
    } else if (isCopy(event)) {
      event.preventDefault()
      void copyText(copiedRow(columns, row))
    } else if (on.onMove(event.key, event.shiftKey)) event.preventDefault()
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-opens={onOpen !== undefined}
      tabIndex={isActive ? 0 : -1}
      className="table-row"
      style={{ transform: `translateY(${start}px)` }}
      onClick={click}
      // A range of rows is no range of text.
      onMouseDown={onChoose === undefined ? undefined : (event) => event.shiftKey && event.preventDefault()}
      onFocus={on.onFocus}
      onKeyDown={press}
    >
      {columns.map((column) => (
        <div
          key={column.key}
          role={column.isHead === true ? 'rowheader' : 'gridcell'}
          className={column.isNumber === true ? 'right figures' : ''}
          data-tone={column.tone?.(row)}
          {...frozen(column)}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}
