import { Id, Instant, MmsiText, queryFlag, queryList, queryNumber } from '@samudra/contract/kernel'
import { CallState } from '@samudra/contract/port-calls'
import { addMapProfile, updateAdminSettings } from '@samudra/contract/settings'
import { addAoi } from '@samudra/contract/areas'
import { expect, test } from 'vitest'
import { otherValues } from './other-values.ts'
import { changed, fieldsOf, valueAt } from './fields.ts'

const INSTANT = '2026-01-05T10:00:00.000Z'
const samples = { texts: ['other words', 'LK'], instants: [INSTANT], numbers: [1, 10] }
const others = (schema: unknown, present?: unknown) => otherValues([schema], present, samples)

test('a number is tried next to its present value and at its bounds, never beyond them', () => {
  expect(others(queryNumber.int().min(1).max(30), 30)).toEqual([29, 1, 10])
  expect(others(queryNumber.min(0).max(1), 0.5)).toEqual([0.6, 0.4, 0, 1])
  expect(others(queryNumber.min(5).optional())).toEqual([5, 10])
})

test('an enum, a boolean and a list are tried with every value but the present one', () => {
  expect(others(CallState, 'ANCHORED')).toEqual(CallState.options.filter((one) => one !== 'ANCHORED'))
  expect(others(queryFlag, true)).toEqual([false])
  expect(others(queryFlag.optional())).toEqual([true, false])
  expect(others(CallState.array().min(1), ['MISSED'])).not.toContainEqual(['MISSED'])
  expect(others(queryList, ['LK'])).toEqual([['other words'], [INSTANT], []])
})

test('a text is tried with the samples that its format takes', () => {
  expect(others(Id, 'other words')).toEqual(['LK', INSTANT])
  expect(others(Id.regex(/^[A-Z]{2}$/))).toEqual(['LK'])
  expect(others(Instant.nullable(), INSTANT)).toEqual([null])
})

test('a field without values in its schema has no other values, so that a case must name one', () => {
  const changes = fieldsOf(updateAdminSettings.shape).get('changes')!
  const geometry = fieldsOf(addAoi.shape).get('geometry')!
  expect(others(MmsiText)).toEqual([])
  expect(otherValues(changes, {}, samples)).toEqual([])
  expect(otherValues(geometry, undefined, samples)).toEqual([])
})

test('the fields of an input are those at the ends of its paths, a shape on the map being one', () => {
  expect([...fieldsOf(addAoi.shape).keys()]).toContain('geometry')
  expect([...fieldsOf(addMapProfile.shape).keys()]).toEqual(
    expect.arrayContaining([
      'name',
      'center',
      'layers.0.id',
      'view.filter.speed.min',
      'view.units.distance·unit',
    ]),
  )
  const before = { points: [{ lat: 1 }], view: { 'distance.unit': 'NM' } }
  expect(valueAt(before, 'view.distance·unit')).toBe('NM')
  expect(valueAt(before, 'at.0.x')).toBeUndefined()
  expect(changed(before, 'points.0.lat', 2)).toEqual({ ...before, points: [{ lat: 2 }] })
})
