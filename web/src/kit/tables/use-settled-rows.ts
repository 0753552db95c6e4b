import { useState } from 'react'

/**
 * Holds back new rows at the front or in the middle, and counts them, so that rows do not move under the pointer.
 * Shows rows at the end at once, and a list without any old row.
 */
export function settledRows<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  known: ReadonlySet<string>,
): { shown: readonly Row[]; fresh: number } {
  const last = rows.findLastIndex((row) => known.has(rowKey(row)))
  if (last < 0) return { shown: rows, fresh: 0 }
  const shown = rows.filter((row, i) => i > last || known.has(rowKey(row)))
  return { shown, fresh: rows.length - shown.length }
}

/** The rows as they are shown, how many more there are, and the way to see those too. */
export function useSettledRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string, isHeld: boolean) {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const { shown, fresh } = isHeld ? settledRows(rows, rowKey, known) : { shown: rows, fresh: 0 }
  const isNew = shown.length !== known.size || shown.some((row) => !known.has(rowKey(row)))
  if (isHeld && isNew) setKnown(new Set(shown.map(rowKey)))
  return { shown, fresh, take: () => setKnown(new Set(rows.map(rowKey))) }
}
