/** Filter of a list. The address holds its value under its name; an empty value lets every row through. */
export type ListFilter<Row> = {
  name: string
  label: string
  placeholder: string
  /** Values to choose from. Without them, the filter takes words. */
  options?: readonly { value: string; label: string }[]
  /** True for options too many to read. */
  isSearchable?: boolean
  /** Returns true for a row that fits a value. Without it, the server filters. */
  fits?: (row: Row, value: string) => boolean
}

/** Returns a filter by words, which keeps rows whose text has them in any case of letters. */
export const wordsFilter = <Row>(
  label: string,
  placeholder: string,
  textOf: (row: Row) => string,
): ListFilter<Row> => ({
  name: 'q',
  label,
  placeholder,
  fits: (row, value) => textOf(row).toLowerCase().includes(value.trim().toLowerCase()),
})

/** Returns the rows that fit every filter, given the values in the order of the filters. */
export function filteredRows<Row>(
  rows: readonly Row[],
  filters: readonly ListFilter<Row>[],
  values: readonly string[],
): readonly Row[] {
  const tests = filters.flatMap(({ fits }, i) => {
    const value = values[i] ?? ''
    return fits === undefined || value === '' ? [] : [(row: Row) => fits(row, value)]
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((isFitting) => isFitting(row)))
}
