import { expect, test } from 'vitest'
import { Meter, bucketQuantile, latencyBucket } from './meter.ts'

test('a rate is counted over whole seconds that are over, and forgets after a minute', () => {
  const meter = new Meter()
  for (let second = 0; second < 30; second++) meter.add(10, second * 1000 + 500)
  expect(meter.perMinute(30_000)).toBe(300)
  expect(meter.perSecond(30_000)).toBe(10)
  expect(meter.perMinute(200_000)).toBe(0)
  expect(meter.total).toBe(300)
})

test('latencies fall into buckets of doubling width, and their median lies within its bucket', () => {
  expect([0, 250, 251, 600, 1e9].map(latencyBucket)).toEqual([0, 0, 1, 2, 19])
  const buckets = new Float64Array(20)
  for (const ms of [2000, 2000, 2000, 90_000]) buckets[latencyBucket(ms)]! += 1
  expect(bucketQuantile(buckets, 0.5, 0.25)).toBeGreaterThan(1)
  expect(bucketQuantile(buckets, 0.5, 0.25)).toBeLessThanOrEqual(2)
  expect(bucketQuantile(buckets, 0.95, 0.25)).toBeGreaterThan(60)
  expect(bucketQuantile([], 0.5, 0.25)).toBeNull()
})
