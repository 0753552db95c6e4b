type Answer<Row> = { data: { items: readonly Row[]; total: number } | undefined; error: Error | null }

/**
 * Merges answers about several subjects, such as a vessel under all its numbers, into one table. Sorts by `at`, epoch
 * ms or sortable text, latest first; removes duplicates. Returns no rows before all answers are read.
 */
export function oneTable<Row extends { id: string }>(
  answers: readonly Answer<Row>[],
  at: (row: Row) => number | string,
): { rows: readonly Row[] | undefined; total: number | undefined; error: Error | null } {
  const read = answers.flatMap(({ data }) => data ?? [])
  const error = answers.find(({ data }) => data === undefined)?.error ?? null
  if (read.length < answers.length) return { rows: undefined, total: undefined, error }
  const all = read.flatMap(({ items }) => items)
  const rows = [...new Map(all.map((row) => [row.id, row])).values()]
  return {
    rows: rows.sort((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0)),
    total: read.reduce((sum, { total }) => sum + total, 0) - (all.length - rows.length),
    error: null,
  }
}
