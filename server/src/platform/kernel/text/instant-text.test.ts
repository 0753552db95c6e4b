import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantText } from './instant-text.ts'

test('an instant is formatted as by Date in every year, independent of earlier calls', () => {
  const whole = fc.integer({ min: -8.64e15, max: 8.64e15 })
  const recent = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) })
  fc.assert(
    fc.property(fc.array(fc.oneof(whole, recent), { maxLength: 20 }), (instants) => {
      for (const at of instants) expect(instantText(at)).toBe(new Date(at).toISOString())
    }),
    { numRuns: 500 },
  )
  expect(() => instantText(Number.NaN)).toThrow(RangeError)
  expect(() => instantText(9e15)).toThrow(RangeError)
  expect(instantText(0)).toBe('1970-01-01T00:00:00.000Z')
})
