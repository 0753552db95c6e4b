import type { Column, Sorting } from './table.ts'

/** Arrangement of a table by a user: columns by key. */
export type Look = {
  order: readonly string[]
  hidden: readonly string[]
  /** So many of the first columns stay when the others are scrolled. */
  frozen: number
  sorting: Sorting | null
}
export const USUAL_LOOK: Look = { order: [], hidden: [], frozen: 0, sorting: null }

/** Named look with the query of the address: filters and everything else. */
export type View = { name: string; look: Look; search: string }

/** Columns in the order chosen; ones that are new since stand where they usually do, after the one before them. */
export function inOrder<Row>(columns: readonly Column<Row>[], { order }: Look): Column<Row>[] {
  const known = order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  for (const [i, column] of columns.entries()) {
    if (known.includes(column)) continue
    const before = columns[i - 1]
    known.splice(before === undefined ? 0 : known.indexOf(before) + 1, 0, column)
  }
  return known
}

/** Returns the shown columns; a frozen one has its distance from the left in pixels. */
export function arranged<Row>(columns: readonly Column<Row>[], look: Look): Column<Row>[] {
  const shown = inOrder(columns, look).filter(({ key }) => !look.hidden.includes(key))
  let left = 0
  return shown.map((column, i) => {
    if (i >= look.frozen) return column
    const width = leastPx(column)
    const frozen = { ...column, width: `${width}px`, frozenPx: left }
    left += width
    return frozen
  })
}

/** A frozen column is as narrow as its width allows, or the others would not know where it ends. */
const leastPx = <Row>({ width = '80px' }: Column<Row>) => Number(/(\d+)px/.exec(width)?.[1] ?? 80)

/** One column further to the front or the back. */
export function moved(order: readonly string[], key: string, by: -1 | 1): string[] {
  const from = order.indexOf(key)
  const to = Math.min(order.length - 1, Math.max(0, from + by))
  const others = order.filter((one) => one !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

export const toggled = (keys: readonly string[], key: string): string[] =>
  keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]

/** A look of before, as far as it still makes sense. */
export function readLook(held: unknown): Look {
  const { order, hidden, frozen, sorting } = (held ?? {}) as Record<string, unknown>
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
  const by = sorting as Partial<Sorting> | null | undefined
  return {
    order: texts(order),
    hidden: texts(hidden),
    frozen: typeof frozen === 'number' && frozen >= 0 ? Math.floor(frozen) : 0,
    sorting: typeof by?.by === 'string' ? { by: by.by, isDown: by.isDown === true } : null,
  }
}
