import type { Column, Sorting } from './table.ts'

type Props<Row> = { column: Column<Row>; sorting?: Sorting; onSort: (sorting: Sorting) => void }

/** Returns the order of a column as its head shows it. */
export function orderOf<Row>({ sort }: Column<Row>, sorting: Sorting | undefined) {
  if (sort === undefined) return {}
  if (sorting?.by !== sort) return { 'aria-sort': 'none' as const }
  return { 'aria-sort': sorting.isDown ? ('descending' as const) : ('ascending' as const) }
}

/** Head of a column: its name, and the control to sort by it. */
export function HeadText<Row>({ column, sorting, onSort }: Props<Row>) {
  const { sort, label } = column
  if (sort === undefined) return label
  const isSorted = sorting?.by === sort
  return (
    <button type="button" onClick={() => onSort({ by: sort, isDown: isSorted ? !sorting.isDown : false })}>
      {label} {isSorted && (sorting.isDown ? '↓' : '↑')}
    </button>
  )
}
