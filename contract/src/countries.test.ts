import { expect, test } from 'vitest'
import { createAlertDefinition } from './alert-definitions.ts'
import { updateDetector } from './detectors.ts'
import { getFigure } from './figures.ts'
import { saveAisFilter } from './filter.ts'
import { getPortOfCalls } from './port-calls.ts'
import { addPort, getPorts } from './ports.ts'
import { addEez, getEez } from './reference.ts'
import { createRule } from './rule-keeping.ts'
import { getTrafficCounts } from './traffic.ts'
import { getVessels } from './vessels.ts'

type Reading = { ok: true; value: unknown } | { ok: false; fields: { field: string; why: string }[] }
type Place = { name: string; at: string; read: (country: string) => Reading; as: unknown }

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((of, key) => (of as Record<string, unknown>)[key], value)
const flag = (value: unknown) => ({ k: 'attr', field: 'country', cmp: 'in', value })
const PERIOD = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

/** Every place that takes a country, and what it is read as. */
const PLACES: Place[] = [
  { name: 'getPorts', at: 'country', as: 'IN', read: (country) => getPorts.input({ country }) },
  {
    name: 'addPort',
    at: 'country',
    as: 'IN',
    read: (country) => addPort.input({ ...addPort.example, country }),
  },
  { name: 'getPortOfCalls', at: 'country', as: 'IN', read: (country) => getPortOfCalls.input({ country }) },
  {
    name: 'port calls',
    at: 'countries.0',
    as: 'IN',
    read: (one) => getPortOfCalls.input({ countries: one }),
  },
  {
    name: 'getFigure',
    at: 'countries.0',
    as: 'IN',
    read: (one) => getFigure.input({ measure: 'vessels', ...PERIOD, countries: [one] }),
  },
  {
    name: 'getTrafficCounts',
    at: 'countries.0',
    as: 'IN',
    read: (one) => getTrafficCounts.input({ ...PERIOD, countries: one }),
  },
  {
    name: 'addEez',
    at: 'country',
    as: 'IND',
    read: (country) => addEez.input({ ...addEez.example, country }),
  },
  { name: 'getEez', at: 'country', as: 'IND', read: (country) => getEez.input({ country }) },
  {
    name: 'createAlertDefinition',
    at: 'crossing.states.0',
    as: 'IND',
    read: (one) =>
      createAlertDefinition.input({ ...createAlertDefinition.example, crossing: { states: [one] } }),
  },
  {
    name: 'updateDetector',
    at: 'home.0',
    as: 'India',
    read: (one) => updateDetector.input({ ...updateDetector.example, home: [one] }),
  },
  {
    name: 'filter',
    at: 'filter.countries.0',
    as: 'India',
    read: (one) => saveAisFilter.input({ ...saveAisFilter.example, filter: { countries: [one] } }),
  },
  {
    name: 'condition of a filter',
    at: 'filter.expr.of.0.value.0',
    as: 'India',
    read: (one) =>
      saveAisFilter.input({
        ...saveAisFilter.example,
        filter: { expr: { op: 'ALL', of: [flag([one])] } },
      }),
  },
  {
    name: 'condition of a rule',
    at: 'when.of.0.value.0',
    as: 'India',
    read: (one) => createRule.input({ ...createRule.example, when: { op: 'ALL', of: [flag([one])] } }),
  },
]

test.each(PLACES)('$name takes a country in the one form, and refuses others with the nearest', (place) => {
  for (const text of ['IN', 'in', 'IND', 'India', 'INDIA']) {
    const reading = place.read(text)
    expect([text, reading.ok && valueAt(reading.value, place.at)]).toEqual([text, place.as])
  }
  const refused = place.read('Indya')
  expect(refused).toMatchObject({
    ok: false,
    fields: [{ field: place.at, why: '"Indya" is no country; nearest: IN (India)' }],
  })
  expect(place.read('Xyzzyx')).toMatchObject({
    ok: false,
    fields: [{ why: '"Xyzzyx" is no country; write its ISO 3166 code, like IN' }],
  })
})

test('vessels of a flag are named by code or by name', () => {
  for (const country of ['IN', 'ind', 'India'])
    expect(getVessels.input({ country })).toMatchObject({ ok: true, value: { country } })
  expect(getVessels.input({ country: 'Indya' })).toMatchObject({ ok: false, fields: [{ field: 'country' }] })
})

test('a code with several names in records is compared with each of them', () => {
  const when = (cmp: string, value: unknown) => {
    const reading = createRule.input({
      ...createRule.example,
      when: { k: 'attr', field: 'country', cmp, value },
    })
    return reading.ok && reading.value.when
  }
  const names = ['Alaska', 'United States']
  expect(when('eq', 'US')).toMatchObject({ cmp: 'in', value: names })
  expect(when('ne', 'USA')).toMatchObject({ cmp: 'nin', value: names })
  expect(when('eq', 'united states')).toMatchObject({ cmp: 'eq', value: 'United States' })
  // A part of a name is no country, and what is not chosen yet is none either.
  expect(when('contains', 'states')).toMatchObject({ cmp: 'contains', value: 'states' })
  expect(when('eq', '')).toMatchObject({ cmp: 'eq', value: '' })
})

test('a boundary of no country keeps its code', () => {
  expect(addEez.input({ ...addEez.example, country: 'XXX' })).toMatchObject({
    ok: true,
    value: { country: 'XXX' },
  })
})
