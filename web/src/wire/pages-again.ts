/** Page of an operation: its rows, the next page, and the total number of rows. */
export type Paged<Row> = { items: Row[]; next: string | null; total: number }
/** A page as a screen holds it; what is old is read again when it comes in sight. */
export type HeldPage<Page> = { page: Page; isOld: boolean }

type Reading<Row, Page> = {
  /** One page from a cursor on; '' is the first. */
  ask: (cursor: string) => Promise<Page>
  isInSight: (page: Page) => boolean
  rowKey: (row: Row) => string
}

/** The usual key of a row. */
export const rowId = ({ id }: { id: string }) => id

/** So many pages are read because the one before them went on in another place; then the rest is let go. */
const MOST_ASTRAY = 3

/**
 * Reads a list again whose rows may have changed: its first page, which has the total, and the pages in view. The
 * others stay and are marked old. If rows left a page but are not in the next one, the next is read too, so that none
 * is missing. A change costs about three pages, however long the list.
 */
export async function readAgain<Row, Page extends Paged<Row>>(
  held: readonly HeldPage<Page>[],
  { ask, isInSight, rowKey }: Reading<Row, Page>,
): Promise<HeldPage<Page>[]> {
  if (held.length === 0) return [{ page: await ask(''), isOld: false }]
  const read: HeldPage<Page>[] = []
  let cursor: string | null = ''
  let astray = 0
  for (const [i, { page }] of held.entries()) {
    if (cursor === null || astray > MOST_ASTRAY) break
    if (i > 0 && astray === 0 && !isInSight(page)) {
      read.push({ page, isOld: true })
      cursor = page.next
      continue
    }
    const now: Page = await ask(cursor)
    read.push({ page: now, isOld: false })
    cursor = now.next
    const after = held[i + 1]?.page.items ?? []
    astray = leavesOut(page.items, now.items, after, rowKey) ? astray + 1 : 0
  }
  return read
}

/**
 * Joins pages read again with later pages loaded meanwhile, where they meet. `before` is the state when the read
 * began, `now` when it ends.
 */
export function withLater<Row, Page extends Paged<Row>>(
  read: readonly HeldPage<Page>[],
  before: readonly HeldPage<Page>[],
  now: readonly HeldPage<Page>[],
): HeldPage<Page>[] {
  const isSameEnd = before.length > 0 && read.at(-1)?.page.next === before.at(-1)?.page.next
  return isSameEnd ? [...read, ...now.slice(before.length)] : [...read]
}

/** The end of what is held as the list stands now: a cursor, null when there is no more. */
type Ending<Page> = { endOf: () => string | null; ask: (cursor: string) => Promise<Page> }

/**
 * Requests the page after the last and passes it to `put`, which returns whether it follows the current end. If the
 * list was read again meanwhile and ends elsewhere, it requests the page after that end instead.
 */
export async function readOn<Page>(
  { endOf, ask }: Ending<Page>,
  put: (after: string, page: Page) => boolean,
): Promise<void> {
  for (let isPut = false; !isPut;) {
    const after = endOf()
    if (after === null) return
    isPut = put(after, await ask(after))
  }
}

/** Returns whether rows at the end of a page are missing in its new version and in the page after it. */
function leavesOut<Row>(
  before: readonly Row[],
  now: readonly Row[],
  after: readonly Row[],
  rowKey: (row: Row) => string,
): boolean {
  const there = new Set(now.map(rowKey))
  const last = before.findLastIndex((row) => there.has(rowKey(row)))
  const next = new Set(after.map(rowKey))
  return before.slice(last + 1).some((row) => !next.has(rowKey(row)))
}

/** The rows of all pages; one that stands in two of them, since it moved between their readings, once. */
export function rowsOf<Row>(
  held: readonly HeldPage<Paged<Row>>[],
  rowKey: (row: Row) => string,
): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const { page } of held)
    for (const row of page.items) {
      const key = rowKey(row)
      if (!rows.has(key)) rows.set(key, row)
    }
  return [...rows.values()]
}
