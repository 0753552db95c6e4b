import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeatReading } from './heat-reading.ts'
import { queryHeat, useHeat, type HeatQuery } from './heat.store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a query made while an answer is pending is sent at once, and repeated after a while', async () => {
  const answers: (() => void)[] = []
  const query: HeatQuery['metric'][] = []
  const reading = new HeatReading<string>(
    ({ metric }) => {
      query.push(metric)
      return new Promise((answer) => answers.push(() => answer(metric)))
    },
    () => undefined,
  )
  queryHeat({ period: '24', metric: 'vessels' })
  reading.show(true)
  queryHeat({ metric: 'hours' })
  reading.soon(50)
  answers[0]!()
  await vi.advanceTimersByTimeAsync(60)
  expect(query).toEqual(['vessels', 'hours'])
  answers[1]!()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(query).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(query).toEqual(['vessels', 'hours', 'hours'])
  reading.show(false)
  expect(useHeat.getState().error).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})
