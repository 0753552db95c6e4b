import type { ReactNode } from 'react'
import { csvOf } from './csv.ts'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** As CSS grid tracks: `120px`, `minmax(160px, 1fr)`. In a text each column is as wide as what stands in it. */
  width?: string
  isNumber?: boolean
  /** True for the column that names the row. */
  isHead?: boolean
  /** Name to sort by; columns without one are not sorted. */
  sort?: string
  /** Returns the value of a cell: for sorting in the browser, and for files. */
  value?: (row: Row) => Value
  /** It stays so many pixels from the left when the others are scrolled. */
  frozenPx?: number
  /** Returns the emphasis of a row's cell. */
  tone?: (row: Row) => 'alarm' | 'warning' | 'marked' | undefined
}
type Value = string | number | null
export type Sorting = { by: string; isDown: boolean }

/** Way in which a row joins those that are selected together. */
export type Choosing = 'RANGE' | 'TOGGLE'

/** Rows as they stand in the table: in its order, without the `fresh` ones that wait to be taken in. */
export type ShownRows<Row> = { rows: readonly Row[]; fresh: number; take: () => void }

export type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Part of a text: as wide and high as what stands in it. Any other fills its place and scrolls there. */
  isInText?: boolean
  /** True to give compared columns of a text the same width. */
  isEven?: boolean
  /** Key of the row that is open beside the table. */
  selected?: string | null
  /** Keys of the rows that are selected together; with them Shift selects a range, and Ctrl adds or removes a row. */
  chosen?: ReadonlySet<string>
  onChoose?: (row: Row, how: Choosing) => void
  /** Index in `rows` of the row scrolled into view when it changes, without taking the focus. */
  inView?: number | undefined
  /** Receives the rows shown, so that a caller with its own keys follows the order on screen. */
  onShown?: (shown: ShownRows<Row>) => void
  onOpen?: (row: Row) => void
  /** Current order if the caller sorts, such as the server; otherwise columns are sorted by their values. */
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** Called when the end comes near; the table of the server goes on there. */
  onMore?: () => void
  /** Receives the keys of the rows in view as they change; the owner of the rows keeps those up to date. */
  onInView?: (keys: readonly string[]) => void
  /** True until the first rows have come. */
  isWaiting?: boolean
  /** Why there are no rows; shown with a way to try again. */
  error?: Error | null
  onRetry?: () => unknown
  /** Shown under the head when there are no rows. */
  empty?: ReactNode
  foot?: ReactNode
  /** Name of the file its rows may be saved to. */
  csv?: string
  /** Name under which the arrangement is stored: columns can be chosen, ordered and frozen, views saved. */
  name?: string
  /** Applies the query of a saved view, as it stood in the address. */
  onSearch?: (search: string) => void
  /** True for rows that are read repeatedly; new rows are counted until the user requests them. */
  isLive?: boolean
}

/** Properties of a way to draw a table: sorting is decided, and so is the placeholder without rows. */
export type DrawnTable<Row> = TableProps<Row> &
  Required<Pick<TableProps<Row>, 'onSort'>> & { instead: ReactNode }

/** Returns the copied text of a row, cell by cell. */
export const copiedRow = <Row>(columns: readonly Column<Row>[], row: Row): string =>
  columns.flatMap(({ value }) => (value === undefined ? [] : [String(value(row) ?? '')])).join('\t')

/** The rows in the order of a column's values; what has none stands last. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sorting?.by)?.value
  if (sorting === null || value === undefined) return rows
  const way = sorting.isDown ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return way * compared(one, other)
  })
}

const compared = (one: string | number, other: string | number) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other))

/** Writes the columns with a value as a CSV file. */
export function csvOfTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const written = columns.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]))
  return csvOf(
    written.map(({ label }) => label),
    rows.map((row) => written.map(({ value }) => value(row))),
  )
}
