import { OperationError } from '../platform/kernel/http/errors.ts'
import type { CallerVisibility } from '../platform/kernel/http/caller-visibility.ts'

/** Rows looked at one by one for who sees some waters only; more are refused with what to do. */
export const MOST_LOOKED_AT = 20_000
/** Rows that are counted one by one; more are refused with what to do. */
export const MOST_COUNTED = 200_000
const USUAL = 100

type Placed = { id: string; lat_udeg: number | null; lon_udeg: number | null }
/** Where the last row of a page stands: rows are in order of an instant, epoch ms, and of equals by id, the latest first. */
export type After = { at: number; id: string }
/** Query of rows in the order of an instant. */
export type Paged<Row> = {
  ask(page: { limit: number; after?: After | undefined }): Promise<Row[]>
  count(): Promise<number>
  at(row: Row): number
  /** "port calls". */
  noun: string
}
type Page = { limit?: number | undefined; cursor?: string | undefined }

const degrees = (udeg: number | null) => (udeg === null ? null : udeg / 1e6)
/** Returns whether the position of a row, in millionths of a degree, is visible. */
export const isPlaceSeen = ({ lat_udeg, lon_udeg }: Omit<Placed, 'id'>, visibility: CallerVisibility) =>
  visibility.place(degrees(lat_udeg), degrees(lon_udeg))

/** Returns all rows a user may know, up to the limit of rows read. Throws TOO_LARGE. */
export async function allSeen<Row extends Placed>(
  { ask, noun }: Pick<Paged<Row>, 'ask' | 'noun'>,
  visibility: CallerVisibility,
): Promise<Row[]> {
  const rows = await ask({ limit: MOST_LOOKED_AT + 1 })
  if (rows.length > MOST_LOOKED_AT)
    throw new OperationError(
      'TOO_LARGE',
      `There are more than ${MOST_LOOKED_AT} ${noun}; ask for a shorter time.`,
    )
  return rows.filter((row) => isPlaceSeen(row, visibility))
}

/** Returns a page of the rows a user may know, and their total. Throws TOO_LARGE, VALIDATION. */
export async function pageSeen<Row extends Placed>(
  paged: Paged<Row>,
  visibility: CallerVisibility,
  page: Page,
) {
  const limit = page.limit ?? USUAL
  const after = page.cursor === undefined ? undefined : readAfter(page.cursor)
  if (visibility.everywhere) {
    const rows = await paged.ask({ limit: limit + 1, after })
    return { ...cutAfter(rows, limit, paged.at), total: await paged.count() }
  }
  const seen = await allSeen(paged, visibility)
  const isAfter = (row: Row, { at, id }: After) => paged.at(row) < at || (paged.at(row) === at && row.id < id)
  const rest = after === undefined ? seen : seen.filter((row) => isAfter(row, after))
  return { ...cutAfter(rest, limit, paged.at), total: seen.length }
}

/** The first rows, and the cursor after them where there are more. */
export const cutAfter = <Row extends { id: string }>(
  rows: Row[],
  limit: number,
  at: (row: Row) => number,
) => {
  const last = rows[limit - 1]
  return {
    rows: rows.slice(0, limit),
    next: rows.length > limit && last !== undefined ? `${at(last)} ${last.id}` : null,
  }
}

/** Where a page begins. Throws VALIDATION. */
export function readAfter(cursor: string): After {
  const [at = '', id = ''] = cursor.split(' ')
  if (!/^\d{1,15}(\.\d+)?$/.test(at) || id === '')
    throw new OperationError('VALIDATION', 'Check cursor: use the cursor of the previous page.', {
      fields: [{ field: 'cursor', why: 'is not a cursor of this list' }],
    })
  return { at: Number(at), id }
}

/** Throws TOO_LARGE for more rows than are counted. */
export function checkCounted(rows: readonly unknown[], noun: string): void {
  if (rows.length > MOST_COUNTED)
    throw new OperationError(
      'TOO_LARGE',
      `There are more than ${MOST_COUNTED} ${noun}; choose a shorter period.`,
    )
}
