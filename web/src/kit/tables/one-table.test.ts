import { expect, test } from 'vitest'
import { oneTable } from './one-table.ts'

const answer = (total: number, ...ids: string[]) => ({
  data: { items: ids.map((id) => ({ id })), total },
  error: null,
})
const byId = ({ id }: { id: string }) => id

test('a vessel received under two numbers has one table, shown when both answers are there', () => {
  const both = oneTable([answer(30, '1', '3'), answer(1, '2')], byId)
  expect([both.rows?.map(byId), both.total]).toEqual([['3', '2', '1'], 31])
  const failed = { data: undefined, error: new Error('away') }
  expect(oneTable([answer(1, '1'), failed], byId)).toEqual({
    rows: undefined,
    total: undefined,
    error: failed.error,
  })
})

test('a row of both numbers, like a meeting of the two, is shown once', () => {
  const { rows, total } = oneTable([answer(2, '1', '2'), answer(2, '2', '3')], byId)
  expect([rows?.map(byId), total]).toEqual([['3', '2', '1'], 3])
})
