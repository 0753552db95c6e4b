import { z } from 'zod'
import { expect, test } from 'vitest'
import { otherValues } from './other-values.ts'
import { changed, fieldsOf, valueAt } from './fields.ts'

const INSTANT = '2026-01-05T10:00:00.000Z'
const samples = { texts: ['other words', 'LK'], instants: [INSTANT], numbers: [1, 10] }
const others = (schema: z.ZodType, present?: unknown) => otherValues([schema], present, samples)

test('a number is tried next to its present value and at its bounds, never beyond them', () => {
  expect(others(z.number().int().min(1).max(30), 30)).toEqual([29, 1, 10])
  expect(others(z.coerce.number().min(0).max(1), 0.5)).toEqual([0.6, 0.4, 0, 1])
  expect(others(z.number().min(5).optional())).toEqual([5, 10])
})

test('an enum, a boolean and a list are tried with every value but the present one', () => {
  expect(others(z.enum(['A', 'B', 'C']), 'B')).toEqual(['A', 'C'])
  expect(others(z.boolean(), true)).toEqual([false])
  expect(others(z.boolean().optional())).toEqual([true, false])
  expect(others(z.array(z.enum(['A', 'B'])).min(1), ['A'])).toEqual([['B']])
  expect(others(z.union([z.literal('ALL'), z.boolean()]), 'ALL')).toEqual([true])
})

test('a text is tried with the samples that its format takes', () => {
  expect(others(z.string(), 'other words')).toEqual(['LK', INSTANT])
  expect(others(z.string().regex(/^[A-Z]{2}$/))).toEqual(['LK'])
  expect(others(z.iso.datetime().nullable(), INSTANT)).toEqual([null])
})

test('a field of which the schema tells no value has none, so that a case must name one', () => {
  expect(others(z.string().regex(/^\d{9}$/))).toEqual([])
  expect(others(z.record(z.string(), z.number()))).toEqual([])
  expect(others(z.unknown())).toEqual([])
  expect(others(z.object({ type: z.literal('Point'), coordinates: z.array(z.number()) }))).toEqual([])
})

test('the fields of an input are those at the ends of its paths, a shape on the map being one', () => {
  const shape = z.object({ type: z.literal('Point'), coordinates: z.array(z.number()) })
  const input = z
    .object({
      at: shape.optional(),
      view: z.object({ 'distance.unit': z.string() }).optional(),
      points: z.array(z.object({ lat: z.number().nullable() })),
      ids: z.array(z.string()),
    })
    .refine(() => true)
  expect([...fieldsOf(input).keys()]).toEqual(['at', 'view.distance·unit', 'points.0.lat', 'ids'])
  expect(fieldsOf(input).get('at')).toEqual([input.shape.at])
  const before = { points: [{ lat: 1 }], view: { 'distance.unit': 'NM' } }
  expect(valueAt(before, 'view.distance·unit')).toBe('NM')
  expect(valueAt(before, 'at.0.x')).toBeUndefined()
  expect(changed(before, 'points.0.lat', 2)).toEqual({ ...before, points: [{ lat: 2 }] })
})
