import { WEATHER_LAYERS } from '@samudra/contract/weather'
import { expect, test } from 'vitest'
import { added, addedTo, LAYERS } from './kinds.ts'

const choices = (subject: Parameters<typeof addedTo>[0]) =>
  addedTo(subject).flatMap(({ items }) => items.map(({ value }) => value))

test('a source is offered only its own conditions, each with a sensible initial value', () => {
  expect(choices('SOURCE')).toEqual(expect.arrayContaining(['field latency_s', 'kind silence', 'box ANY']))
  expect(choices('SOURCE')).not.toContain('field sog')
  expect(choices('SOURCE').every((choice) => added(choice, 'SOURCE') !== null)).toBe(true)
  expect(added('kind source', 'SOURCE')).toEqual({ k: 'source' })
  expect(added('kind source', 'VESSEL')).toEqual({ k: 'source', min_independent: 2 })
  expect(added('kind agg', 'SOURCE')).toMatchObject({ fn: 'distinct', of: 'vessels' })
})

test('typing speed or course offers SOG or COG first', () => {
  const labels = addedTo('VESSEL').flatMap(({ items }) => items.map(({ label }) => label))
  const firstOf = (typed: string) => labels.find((label) => label.toLowerCase().includes(typed))
  expect(firstOf('speed')).toBe('SOG (speed over ground), kn')
  expect(firstOf('course')).toBe('COG (course over ground), °')
  expect(firstOf('sog')).toBe('SOG (speed over ground), kn')
})

test('an aircraft is offered the fields it transmits, and no vessel fields', () => {
  expect(choices('AIRCRAFT')).toEqual(
    expect.arrayContaining(['field altitude_ft', 'field squawk', 'kind zone', 'kind silence', 'box ANY']),
  )
  for (const strange of ['field ship_type', 'kind list', 'kind cpa', 'kind event', 'kind port'])
    expect(choices('AIRCRAFT')).not.toContain(strange)
  expect(choices('VESSEL')).not.toContain('field altitude_ft')
  expect(choices('AIRCRAFT').every((choice) => added(choice, 'AIRCRAFT') !== null)).toBe(true)
  expect(added('field on_ground', 'AIRCRAFT')).toMatchObject({ cmp: 'eq', value: true })
  expect(added('kind near', 'AIRCRAFT')).toMatchObject({ to: { point: {} } })
})

test('a vessel is offered weather, with a layer, a comparison and a number in its unit', () => {
  expect(choices('VESSEL')).toContain('kind weather')
  expect(choices('SOURCE')).not.toContain('kind weather')
  expect(choices('AIRCRAFT')).not.toContain('kind weather')
  expect(added('kind weather', 'VESSEL')).toMatchObject({ layer: 'WIND', cmp: 'gt' })
  expect(LAYERS.map(({ value }) => value).sort()).toEqual(WEATHER_LAYERS.toSorted())
})
