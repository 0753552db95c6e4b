import { expect, test } from 'vitest'
import { delaysToScreen } from './delays.ts'

test('the delay of the strip is that of the slowest source, from observation to screen', () => {
  const status = {
    delays: [
      { source: 'MSIS', p50_s: 0.5, p95_s: 2 },
      { source: 'SAT_A', p50_s: 885, p95_s: 1200 },
      { source: 'SAT_B', p50_s: 1977, p95_s: 2400 },
    ],
    p50_latency_ms: 0,
    p95_latency_ms: 1000,
  }
  const delays = delaysToScreen(status, 1)
  expect(delays.map(({ source }) => source)).toEqual(['SAT_B', 'SAT_A', 'MSIS'])
  expect(delays[2]).toEqual({ source: 'MSIS', p50_s: 1, p95_s: 4 })
  // A thin line gets frames at intervals, and its delay shows that.
  expect(delaysToScreen(status, 10)[2]).toEqual({ source: 'MSIS', p50_s: 5.5, p95_s: 13 })
  expect(delaysToScreen({ delays: [], p50_latency_ms: null, p95_latency_ms: null }, 1)).toEqual([])
})
