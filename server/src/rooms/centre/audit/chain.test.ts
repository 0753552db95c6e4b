import { expect, test } from 'vitest'
import { bounded, written } from './chain.ts'

const LIMIT = 65_536
const read = (value: unknown) => JSON.parse(written(value)!) as Record<string, unknown>

test('an object of more than 64 KB is recorded by its short fields and names what was left out', () => {
  const rule = {
    name: 'Too fast',
    severity: 'HIGH',
    when: { of: Array.from({ length: 50_000 }, (_, n) => `value ${n}`) },
  }
  expect(written(rule)!.length).toBeLessThan(LIMIT)
  expect(read(rule)).toMatchObject({
    name: 'Too fast',
    severity: 'HIGH',
    left_out: { fields: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(read(rule)).not.toHaveProperty('when')
})

test('a list of more than 64 KB is recorded by its first entries and counts those left out', () => {
  const results = Array.from({ length: 5000 }, (_, n) => ({
    id: `alert ${n}`,
    ok: true,
    message: 'x'.repeat(50),
  }))
  const text = written(results)!
  const entries = JSON.parse(text) as Record<string, unknown>[]
  expect(text.length).toBeLessThan(LIMIT)
  expect(entries[0]).toEqual(results[0])
  expect(entries.at(-1)).toMatchObject({ left_out: { entries: results.length - entries.length + 1 } })
})

test('many short fields are recorded within 64 KB', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field ${n}`, 'v'.repeat(20)]))
  expect(written(many)!.length).toBeLessThan(LIMIT)
  expect(read(many)).toHaveProperty('left_out')
})

test('an object id fits into the index however many ids it names', () => {
  const ids = Array.from({ length: 500 }, (_, n) => `01JD0000000000000000000${n}`).join()
  expect(Buffer.byteLength(bounded(ids, 'id'))).toBeLessThan(2000)
  expect(bounded('01JD', 'id')).toBe('01JD')
})
