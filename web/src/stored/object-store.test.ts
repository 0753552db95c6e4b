import { tableUpdate, type Brings, type Kind } from '@samudra/contract/kind'
import { expect, test, vi } from 'vitest'
import { ObjectStore, type StoreQuery, type Needs } from './object-store.ts'

type Item = { id: string; version: number; name?: string }
const BROUGHT = 'brought'
const brings: Brings<Item> = {
  wire: BROUGHT,
  read: (raw) => raw as { id: string; item: Item | null },
}
const KIND: Kind<Item> = {
  type: 'thing',
  table: 'aoi',
  noun: 'thing',
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  list: null,
  order: (a, b) => (a.id < b.id ? -1 : 1),
  brings: [brings],
  fields: [],
}
const changed = (...ids: string[]) => ({ table: 'aoi', op: 'update', ids, version: 0 })

/** Returns a held store and a server that answers each query on request. */
function aStore(more: Partial<Needs<Item>> = {}) {
  const query: {
    of: Parameters<StoreQuery<Item>>[0]
    answer: (items: Item[], next?: string) => void
    fail: () => void
  }[] = []
  const ask: StoreQuery<Item> = (of) =>
    new Promise((resolve, reject) =>
      query.push({
        of,
        answer: (items, next) => resolve({ items, next: next ?? null }),
        fail: () => reject(new Error('No connection.')),
      }),
    )
  const store = new ObjectStore(KIND, { ask, asOf: () => undefined, ...more })
  store.hold()
  const next = async () => {
    await vi.waitUntil(() => query.length > 0, { interval: 1 })
    return query.shift()!
  }
  const held = () => store.use.getState()
  const settled = () => vi.waitUntil(() => held().isRead, { interval: 1 })
  return { store, next, held, settled, query }
}

test('changes of other users during a read win over its answer', async () => {
  const { store, next, held, settled } = aStore()
  const whole = await next()
  store.applyPush(BROUGHT, { id: 'a', item: { id: 'a', version: 3 } })
  store.applyPush(BROUGHT, { id: 'b', item: null })
  whole.answer([
    { id: 'a', version: 2 },
    { id: 'b', version: 1 },
    { id: 'c', version: 1 },
  ])
  await settled()
  expect(held().rows).toEqual([
    { id: 'a', version: 3 },
    { id: 'c', version: 1 },
  ])
  store.applyPush(BROUGHT, { id: 'a', item: { id: 'a', version: 2 } })
  expect(held().byId.get('a')).toEqual({ id: 'a', version: 3 })
})

test('a push reads only the objects it names, and those without an answer are removed', async () => {
  const { store, next, held, settled } = aStore()
  ;(await next()).answer([
    { id: 'a', version: 1 },
    { id: 'b', version: 1 },
  ])
  await settled()
  store.applyPush(tableUpdate.wire, changed('a', 'b'))
  const some = await next()
  expect(some.of).toEqual({ ids: ['a', 'b'] })
  some.answer([{ id: 'a', version: 2 }])
  await vi.waitUntil(() => held().rows.length === 1, { interval: 1 })
  expect(held().rows).toEqual([{ id: 'a', version: 2 }])
})

test('a list changed between two of its pages is read again, without gaps', async () => {
  const { store, next, held, settled, query } = aStore()
  ;(await next()).answer([{ id: 'a', version: 1 }], '1')
  const second = await next()
  // The first row has gone, so that the second page begins one row too late.
  store.applyPush(BROUGHT, { id: 'a', item: null })
  second.answer([{ id: 'c', version: 1 }])
  const again = await next()
  expect(again.of).toEqual({})
  again.answer([
    { id: 'b', version: 1 },
    { id: 'c', version: 1 },
  ])
  await settled()
  expect(held().rows.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(query).toEqual([])
})

test('a failed read is reported, contents stay, and a retry is offered', async () => {
  const { store, next, held, settled } = aStore()
  ;(await next()).answer([{ id: 'a', version: 1 }])
  await settled()
  store.applyPush(tableUpdate.wire, changed('a'))
  ;(await next()).fail()
  await vi.waitUntil(() => held().fault !== null, { interval: 1 })
  expect(held()).toMatchObject({ rows: [{ id: 'a', version: 1 }], fault: 'No connection.' })
  const reading = store.read()
  ;(await next()).answer([{ id: 'a', version: 2 }])
  await reading
  expect(held()).toMatchObject({ rows: [{ id: 'a', version: 2 }], fault: null })
})

test('the past is shown as known then, unaffected by current changes', async () => {
  let asOf: string | undefined
  const { store, next, held, settled, query } = aStore({ asOf: () => asOf })
  const present = await next()
  asOf = '2026-01-05T10:00:00.000Z'
  store.know()
  present.answer([{ id: 'a', version: 2 }])
  const past = await next()
  expect(past.of).toEqual({ as_of: asOf })
  past.answer([{ id: 'a', version: 1 }])
  await settled()
  store.applyPush(BROUGHT, { id: 'a', item: { id: 'a', version: 3 } })
  store.applyPush(tableUpdate.wire, changed('a'))
  store.take({ id: 'a', version: 4 })
  expect(held().rows).toEqual([{ id: 'a', version: 1 }])
  expect(query).toEqual([])
})

test('cached contents are drawn until the list arrives, and never over it', async () => {
  const saved: (readonly Item[])[] = []
  const cached = {
    get: async () => [{ id: 'old', version: 1 }],
    put: (items: readonly Item[]) => saved.push(items),
  }
  const { next, held, settled } = aStore({ cached })
  const whole = await next()
  expect(held()).toMatchObject({ rows: [{ id: 'old', version: 1 }], isRead: false })
  expect(saved).toEqual([])
  whole.answer([{ id: 'new', version: 1 }])
  await settled()
  expect(held().rows).toEqual([{ id: 'new', version: 1 }])
  expect(saved).toEqual([[{ id: 'new', version: 1 }]])
})
