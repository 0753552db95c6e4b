import { Refusal } from '../kernel/errors.ts'

const USUAL = 100

/** One page of a short list; the cursor is the number of rows before it. */
export function pageOf<T>(
  rows: T[],
  page: { limit?: number | undefined; cursor?: string | undefined },
  now: number,
) {
  const from = page.cursor === undefined ? 0 : Number(page.cursor)
  if (!Number.isInteger(from) || from < 0)
    throw new Refusal('VALIDATION', 'Check cursor: take the one of the page before.', {
      fields: [{ field: 'cursor', why: 'is not one of this list' }],
    })
  const end = from + (page.limit ?? USUAL)
  return {
    items: rows.slice(from, end),
    total: rows.length,
    next: end < rows.length ? String(end) : null,
    as_of: new Date(now).toISOString(),
  }
}
