import { expect, test } from 'vitest'
import { QueryBus } from './query-bus.ts'

type Queries = { double: (n: number) => number | Promise<number> }

test('a query returns the answers of all subscribers in the order of subscription', async () => {
  const queries = new QueryBus<Queries>()
  queries.subscribe('double', async (n) => n * 2)
  queries.subscribe('double', (n) => n + n + 1)
  expect(await queries.request('double', 4)).toEqual([8, 9])
})

test('a query without a subscriber returns no answer', async () => {
  expect(await new QueryBus<Queries>().request('double', 4)).toEqual([])
})

test('a query rejects when an answer fails', async () => {
  const queries = new QueryBus<Queries>()
  queries.subscribe('double', () => {
    throw new Error('no answer')
  })
  await expect(queries.request('double', 4)).rejects.toThrow('no answer')
})
