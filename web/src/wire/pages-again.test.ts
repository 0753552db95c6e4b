import { expect, test } from 'vitest'
import { readAgain, readOn, rowsOf, withLater, type HeldPage, type Paged } from './pages-again.ts'

type Row = { id: string; reports: string }
type Page = Paged<Row>
const rowKey = ({ id }: Row) => id
const AGAIN = 4

/** A list on the server, newest first; its cursor is the last row of the page before. */
function aList(count: number) {
  let rows: Row[] = Array.from({ length: count }, (_, i) => ({ id: `r${count - i}`, reports: 'before' }))
  let held: HeldPage<Page>[] = []
  const query: string[] = []
  const numberOf = (id: string) => Number(id.slice(1))
  const ask = async (cursor: string, limit: number): Promise<Page> => {
    query.push(cursor)
    const rest = cursor === '' ? rows : rows.filter(({ id }) => numberOf(id) < numberOf(cursor))
    const items = rest.slice(0, limit)
    return { items, next: rest.length > limit ? items.at(-1)!.id : null, total: rows.length }
  }
  return {
    query,
    open: async (pages: number) => {
      for (let i = 0; i < pages; i++)
        held.push({ page: await ask(held.at(-1)?.page.next ?? '', 3), isOld: false })
      query.length = 0
    },
    change: (work: (rows: Row[]) => Row[]) => (rows = work(rows)),
    again: async (...seen: string[]) => {
      const isInSight = ({ items }: Page) => items.some(({ id }) => seen.includes(id))
      held = await readAgain(held, { ask: (cursor) => ask(cursor, AGAIN), isInSight, rowKey })
    },
    shown: () => rowsOf(held, rowKey),
    held: () => held,
    rows: () => rows,
  }
}
const changed = (id: string) => (rows: Row[]) =>
  rows.map((row) => (row.id === id ? { id, reports: 'now' } : row))

test('after a change of a list of a hundred pages, the first page and the one in view are read', async () => {
  const list = aList(600)
  await list.open(100)
  list.change(changed('r301'))
  list.change(changed('r501'))
  await list.again('r301')
  expect(list.query).toEqual(['', 'r304'])
  const shows = (id: string) => list.shown().find((row) => row.id === id)?.reports
  expect(shows('r301')).toBe('now')
  expect(shows('r501')).toBe('before')
  expect(list.held().filter(({ isOld }) => isOld)).toHaveLength(98)

  // Who scrolls to the other one is shown what it is now.
  await list.again('r501')
  expect(shows('r501')).toBe('now')
})

test('rows added on top and removed rows leave no gap and no duplicate', async () => {
  const list = aList(30)
  await list.open(10)
  let next = 31
  for (const _ of Array.from({ length: 12 })) {
    list.change((rows) => [
      { id: `r${next++}`, reports: 'new' },
      ...rows.filter(({ id }) => id !== `r${next - 20}`),
    ])
    await list.again(`r${next - 22}`)
    const shown = list.shown().map(({ id }) => id)
    expect(new Set(shown).size).toBe(shown.length)
    const known = new Set(shown)
    // Whatever stands above the last row that is held is held.
    const last = list.rows().findLastIndex(({ id }) => known.has(id))
    expect(
      list
        .rows()
        .slice(0, last + 1)
        .filter(({ id }) => !known.has(id)),
    ).toEqual([])
  }
})

test('a completely changed list drops its pages and loads them again on scrolling', async () => {
  const list = aList(60)
  await list.open(20)
  list.change((rows) => [
    ...Array.from({ length: 40 }, (_, i) => ({ id: `r${100 - i}`, reports: 'new' })),
    ...rows,
  ])
  await list.again()
  expect(list.query.length).toBeLessThan(6)
  expect(list.shown().every(({ reports: shows }) => shows === 'new')).toBe(true)
  expect(list.held().at(-1)!.page.next).not.toBe(null)
})

test('a shortened list shows its remaining rows', async () => {
  const list = aList(30)
  await list.open(10)
  list.change((rows) => rows.slice(0, 2))
  await list.again('r1')
  expect(list.shown()).toEqual(list.rows())
  expect(list.held()).toHaveLength(1)
})

const page = (...ids: string[]): HeldPage<Page> => ({
  page: { items: ids.map((id) => ({ id, reports: '' })), next: ids.at(-1)!, total: 9 },
  isOld: false,
})
const idsOf = (held: readonly HeldPage<Page>[]) => rowsOf(held, rowKey).map(({ id }) => id)

test('a page loaded during a read of the others stays, unless they now end elsewhere', () => {
  const [before, later] = [[page('r9', 'r8'), page('r7', 'r6')], page('r5', 'r4')]
  const now = [...before, later]
  expect(idsOf(withLater([page('r10', 'r8'), page('r7', 'r6')], before, now))).toEqual(
    'r10 r8 r7 r6 r5 r4'.split(' '),
  )
  expect(idsOf(withLater([page('r10', 'r9')], before, now))).toEqual(['r10', 'r9'])
})

test('scrolling to the end during a read loads what follows the new end', async () => {
  const list = aList(9)
  await list.open(2)
  let held = list.held()
  await readOn(
    {
      endOf: () => held.at(-1)?.page.next ?? null,
      ask: async (cursor) => {
        const next = { items: [{ id: `after ${cursor}`, reports: '' }], next: null, total: 9 }
        // It was let go down to its first page while this one was on its way.
        if (cursor === 'r4') held = held.slice(0, 1)
        return next
      },
    },
    (after, next) => {
      const isNext = held.at(-1)?.page.next === after
      if (isNext) held = [...held, { page: next, isOld: false }]
      return isNext
    },
  )
  expect(idsOf(held)).toEqual(['r9', 'r8', 'r7', 'after r7'])
})
