import { expect, test } from 'vitest'
import { minutesText, phraseOf, sentenceOfRule } from './rule-words.ts'
import type { EvaluatedRule } from './rules.ts'

test('a rule reads as one sentence, with what it names called by its name', () => {
  const rule = {
    subject: 'VESSEL',
    severity: 'HIGH',
    name: 'Lying off Lakshadweep',
    when: {
      op: 'ALL',
      of: [
        { k: 'zone', rel: 'DWELL', zone: { aoi: 'a1' }, min: 60 },
        { k: 'attr', field: 'sog', cmp: 'lt', value: 2 },
        { k: 'attr', field: 'night', cmp: 'eq', value: 1 },
      ],
      for_min: 240,
    },
    scope: { k: 'attr', field: 'ship_type', cmp: 'in', value: ['TANKER', 'CARGO'] },
    unless: {
      op: 'ANY',
      of: [
        { k: 'list', in: true, list: 'l1' },
        { k: 'attr', field: 'in_port', cmp: 'eq', value: 1 },
      ],
    },
  } as unknown as EvaluatedRule
  const names = new Map([
    ['aoi a1', 'Lakshadweep'],
    ['list l1', 'Friends'],
  ])
  const nameOf = (kind: string, id: string) => names.get(`${kind} ${id}`)
  expect(sentenceOfRule(rule, nameOf)).toBe(
    'When of a ship (stays in Lakshadweep for 60 min and SOG is below 2 kn and night) for 4 h, for which ship type is one of TANKER, CARGO, unless (on list Friends or in a port): HIGH Lying off Lakshadweep',
  )
})

test('each kind of condition has words of its own, its values their units', () => {
  const said = (node: object) => phraseOf(node as Parameters<typeof phraseOf>[0])
  expect(said({ k: 'attr', field: 'anomaly', cmp: 'eq', value: 'BLACKLIST' })).toBe('anomaly is Blacklist')
  expect(said({ k: 'attr', field: 'imo', cmp: 'exists', value: false })).toBe('IMO is not known')
  expect(said({ k: 'attr', field: 'in_port', cmp: 'eq', value: 0 })).toBe('not in a port')
  expect(said({ k: 'attr', field: 'sog', cmp: 'between', value: [2, 5] })).toBe('SOG is between 2 and 5 kn')
  expect(said({ k: 'change', field: 'cog', delta: 60, within_min: 10 })).toBe(
    'COG changes by 60 ° within 10 min',
  )
  const counted = { k: 'agg', of: 'vessels', window_min: 30, cmp: 'gt', value: 5 }
  expect(said({ ...counted, fn: 'distinct' })).toBe('number of ships in 30 min is above 5')
  expect(said({ ...counted, fn: 'count' })).toBe('number of times ships came in 30 min is above 5')
  expect(said({ k: 'silence', min: 150 })).toBe('nothing is heard for 2.5 h')
  expect(said({ k: 'near', to: { point: { lat: 8, lon: 76 } }, nm: 3 })).toBe('within 3 NM of 8° 76°')
  expect(said({ op: 'NONE', of: [{ k: 'event', types: ['PORT_CALL'] }] })).toBe(
    'not (port call is found or told)',
  )
  const steps = [
    { k: 'silence', min: 60 },
    { k: 'list', in: true, list: 'l1' },
  ]
  expect(said({ k: 'seq', steps, within_min: 90, same_vessel: false })).toBe(
    'of one nothing is heard for 60 min, then of the other on list l1 within 90 min',
  )
  expect(said({ k: 'event', types: ['TWELVE_NM'], min_confidence: 3 })).toBe(
    'twelve nm is found or told with confidence 3 or more',
  )
  expect(said({ k: 'zone', rel: 'CROSS', zone: { boundary: '12NM' }, side: 'LEFT' })).toBe(
    'crosses a 12 NM boundary to port',
  )
})

test('how long something lasts is counted in what people count it in', () => {
  expect([0.5, 1, 119, 120, 2879, 4320].map(minutesText)).toEqual([
    '30 s',
    '1 min',
    '119 min',
    '2 h',
    '48 h',
    '3 days',
  ])
})
