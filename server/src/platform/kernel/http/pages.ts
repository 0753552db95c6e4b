import { OperationError } from './errors.ts'

const USUAL = 100
/** Most bytes of JSON that the rows of one page have, unless the first row alone has more. */
export const MOST_PAGE_BYTES = 2 * 1024 * 1024

/** Returns how many rows, from index `from`, fit into a page: at most `limit` and 2 MB, at least one. */
export function fitting<T>(
  rows: readonly T[],
  from: number,
  limit: number,
  bytesOf: (row: T) => number,
): number {
  const most = Math.min(limit, rows.length - from)
  let bytes = 0
  for (let count = 0; count < most; count++) {
    bytes += bytesOf(rows[from + count]!)
    if (bytes > MOST_PAGE_BYTES && count > 0) return count
  }
  return Math.max(0, most)
}

/** Lengths of bodies of objects, which never change. */
const lengths = new WeakMap<object, number>()
/** Returns the bytes of JSON that the body of an object takes. */
export function bytesOfBody({ body }: { body: unknown }): number {
  if (typeof body !== 'object' || body === null) return 0
  const known = lengths.get(body)
  if (known !== undefined) return known
  const bytes = Buffer.byteLength(JSON.stringify(body))
  lengths.set(body, bytes)
  return bytes
}

/**
 * Returns one page of a short list, which ends by count or, where `bytesOf` gives the size of a row, by bytes. The cursor is
 * the number of rows before it.
 */
export function pageOf<T>(
  rows: T[],
  page: { limit?: number | undefined; cursor?: string | undefined },
  now: number,
  bytesOf: (row: T) => number = () => 0,
) {
  const from = page.cursor === undefined ? 0 : Number(page.cursor)
  if (!Number.isInteger(from) || from < 0)
    throw new OperationError('VALIDATION', 'Check cursor: use the cursor of the previous page.', {
      fields: [{ field: 'cursor', why: 'is not a cursor of this list' }],
    })
  const end = from + fitting(rows, from, page.limit ?? USUAL, bytesOf)
  return {
    items: rows.slice(from, end),
    total: rows.length,
    next: end < rows.length ? String(end) : null,
    as_of: new Date(now).toISOString(),
  }
}
