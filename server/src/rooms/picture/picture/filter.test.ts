import { addAoi } from '@samudra/contract/areas'
import {
  ANOMALIES,
  deleteAisFilter,
  getAisFilters,
  saveAisFilter,
  type AisFilter,
  type FilterNode,
  NUMBER_FIELDS,
  TEXT_FIELDS,
} from '@samudra/contract/filter'
import { addVesselToList, createVesselList, removeVesselFromList } from '@samudra/contract/vessel-lists'
import { clausesOf, matchable, passes } from '@samudra/contract/filter-match'
import {
  addToBlacklist,
  explainHidden,
  filterAisData,
  getVesselData,
  SHIP_TYPES,
  type AisRecord,
} from '@samudra/contract/picture'
import {
  encodeBaseStation,
  encodeClassBPosition,
  encodePosition,
  encodeStaticVoyage,
} from '@samudra/nautical/ais/encode'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'

const SHIPS = 160
const NAMES = ['MATSYA', 'SAGAR KANYA', 'EVER LUCKY', 'AL NOOR', 'OCEAN PEARL']
const PLACES = ['INCOK', 'LKCMB', 'SGSIN', 'MVMLE > INCOK']
let sea: TestServer
let records: AisRecord[]
const lists: string[] = []
const receivers: Receiver[] = []

/** A sea with something of everything: sources, ages of whole minutes and a half, missing values, other stations. */
function sentences(n: number, began: number): string[] {
  const at = began - (n % 40) * 60_000 - 30_000
  const options = { tagBlock: { c: Math.floor(at / 1000) } }
  // No country has the digits 199.
  const mmsi = (n % 40 === 18 ? 199 : [419, 417, 563, 455, 636][n % 5]!) * 1_000_000 + n
  const place = { lat: -10 + (n % 17), lon: 60 + (n % 29), second: 5 }
  if (n % 31 === 30)
    return encodeBaseStation({ mmsi: 4_190_000 + n, lat: place.lat, lon: place.lon }, options)
  const moving = {
    sog: n % 7 === 0 ? null : (n % 23) * 1.1,
    cog: n % 9 === 0 ? null : (n * 7) % 360,
    trueHeading: n % 4 === 0 ? null : (n * 7) % 360,
  }
  if (n % 6 === 5) return encodeClassBPosition({ mmsi, ...place, ...moving }, options)
  const position = encodePosition({ mmsi, ...place, ...moving, navStatus: n % 16 }, options)
  if (n % 5 === 4) return position
  const voyage = encodeStaticVoyage({
    mmsi,
    name: NAMES[n % 5]!,
    callSign: `VT${n}`,
    shipType: (n * 7) % 100,
    destination: PLACES[n % 4]!,
    ...(n % 3 === 0
      ? {}
      : { imo: '9074729', toBow: n, toStern: 20, toPort: 5, toStarboard: 6, draught: (n % 20) / 2 }),
  })
  return [...position, ...voyage]
}

beforeAll(async () => {
  receivers.push(await Receiver.listen(), await Receiver.listen())
  sea = await aServer([
    receivers[0]!.feed('MSIS', { priority: 1 }),
    receivers[1]!.feed('SAT', { priority: 2 }),
  ])
  const began = Math.floor(Date.now() / 1000) * 1000
  await sea.call(addToBlacklist, { mmsi: '417000001', reason: 'a test' })
  await sea.call(addAoi, {
    name: 'West',
    visibility: 'PRIVATE',
    type: 'GENERAL',
    recur: 'NONE',
    color: '#1565c0',
    notes: '',
    valid_from: null,
    valid_to: null,
    geometry: boxOf(59.5, -5.5, 70.5, 5.5),
  })
  for (let n = 0; n < SHIPS; n++) {
    await receivers[n % 3 === 0 ? 1 : 0]!.send(sentences(n, began))
    if (n % 10 === 0) await receivers[n % 3 === 0 ? 0 : 1]!.send(sentences(n, began))
  }
  await until(async () => (await everything()).length === SHIPS, 'all ships are there')
  const mmsis = (await everything()).map(({ mmsi }) => mmsi)
  lists.push(await aList(mmsis.slice(0, 60)), await aList(mmsis.slice(40, 90)), 'none')
  records = await everything()
})
afterAll(async () => {
  await sea.close()
  for (const receiver of receivers) await receiver.close()
})
const everything = async () => (await sea.call(getVesselData, { limit: 500 })).items

async function aList(mmsis: string[], expires_at?: string) {
  const { id } = await sea.call(createVesselList, {
    name: 'A list',
    kind: 'STATIC',
    color: '#1565c0',
    visibility: 'PRIVATE',
  })
  await sea.call(addVesselToList, { id, mmsis, reason: 'a test', expires_at })
  return id
}

const words = ['MATSYA', 'al', 'incok', 'India', 'Sri Lanka', 'TANKER', 'SAT', 'Moored', 'VT1', '9074729']
/** Values of fields that take no others; any case of letters means the same. */
const CLOSED: Partial<Record<(typeof TEXT_FIELDS)[number], string[]>> = {
  country: ['India', 'SRI LANKA', 'liberia', 'Maldives'],
  ship_type: ['TANKER', 'cargo', 'Fishing', 'UNKNOWN'],
  nav_status: ['Moored', 'AT ANCHOR', 'under way using engine'],
}
const aNumber = fc.integer({ min: -12, max: 130 })
const anInterval = fc.tuple(aNumber, aNumber).map((ends) => ends.toSorted((a, b) => a - b))
const aNode: fc.Arbitrary<FilterNode> = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      k: fc.constant('attr' as const),
      field: fc.constantFrom(...TEXT_FIELDS),
      cmp: fc.constantFrom('contains', 'starts', 'exists', 'gt', 'lte'),
      value: fc.constantFrom(...words),
    }),
    fc.constantFrom(...TEXT_FIELDS).chain((field) =>
      fc.record({
        k: fc.constant('attr' as const),
        field: fc.constant(field),
        cmp: fc.constantFrom('eq', 'ne'),
        value: fc.constantFrom(...(CLOSED[field] ?? words)),
      }),
    ),
    fc.constantFrom(...TEXT_FIELDS).chain((field) =>
      fc.record({
        k: fc.constant('attr' as const),
        field: fc.constant(field),
        cmp: fc.constantFrom('in', 'nin'),
        value: fc.subarray(CLOSED[field] ?? words),
      }),
    ),
    fc.record({
      k: fc.constant('attr' as const),
      field: fc.constantFrom(...NUMBER_FIELDS),
      cmp: fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte', 'ne', 'exists'),
      value: aNumber,
    }),
    fc.record({
      k: fc.constant('attr' as const),
      field: fc.constantFrom(...NUMBER_FIELDS),
      cmp: fc.constant('between' as const),
      value: anInterval,
    }),
    fc.record({
      k: fc.constant('attr' as const),
      field: fc.constant('anomaly' as const),
      cmp: fc.constantFrom('in', 'nin', 'exists'),
      value: fc.subarray([...ANOMALIES]),
    }),
    fc.record({
      op: fc.constantFrom('ALL', 'ANY', 'NONE'),
      of: fc.array(tie('node'), { maxLength: 4 }),
    }),
  ),
})).node
const aSpan = fc.oneof(
  anInterval.map(([min, max]) => ({ min: min!, max: max! })),
  fc.record({ min: aNumber }),
  fc.record({ max: aNumber }),
  fc.constant({}),
)
const everyClause = {
  expr: aNode,
  time_filter: fc.integer({ min: 1, max: 60 }),
  ship_types: fc.subarray([...SHIP_TYPES], { minLength: 2 }),
  anomalies: fc.subarray([...ANOMALIES], { minLength: 2 }),
  countries: fc.subarray(['India', 'Sri Lanka', 'Singapore', 'Maldives', 'Liberia'], { minLength: 1 }),
  nav_status: fc.subarray([...NAV_STATUS_LABELS], { minLength: 5 }),
  sources: fc.subarray(['MSIS', 'SAT', 'NONE']),
  speed: aSpan,
  length: aSpan,
  beam: aSpan,
  draught: aSpan,
  destination: fc.constantFrom('', 'cok', 'SIN', 'nowhere'),
  lists: fc.constant(null).chain(() => fc.subarray(lists, { minLength: 1 })),
  area: fc
    .tuple(fc.integer({ min: -80, max: 40 }), fc.integer({ min: 20, max: 100 }))
    .map(([south, west]) => boxOf(west, south, west + 40, south + 35)),
}
/** Generates one to three clauses: with more nothing passes, and the cases would not differ. */
const aFilter: fc.Arbitrary<AisFilter> = fc
  .tuple(
    fc.record(everyClause),
    fc.subarray(Object.keys(everyClause) as (keyof typeof everyClause)[], { minLength: 1, maxLength: 3 }),
  )
  .map(([clauses, names]) => Object.fromEntries(names.map((name) => [name, clauses[name]])) as AisFilter)

test('a thousand filters let the same contacts through on the server and in the browser', async () => {
  const passed: number[] = []
  await fc.assert(
    fc.asyncProperty(aFilter, async (filter) => {
      const { count, total } = await sea.call(filterAisData, { filter, limit: 1 })
      const tests = clausesOf(filter)
      const now = Date.now()
      expect(total).toBe(SHIPS)
      expect(count).toBe(records.filter((record) => passes(tests, matchable(record, now))).length)
      passed.push(count)
    }),
    { numRuns: 1000 },
  )
  // Filters that always let all or nothing through would prove nothing.
  expect(passed.filter((count) => count > 0 && count < SHIPS).length).toBeGreaterThan(150)
})

test('conditions that nothing can fulfil fail with the reason', async () => {
  const whyOf = async (filter: object) => {
    const answer = await sea.raw(filterAisData, { filter })
    return answer.Status ? null : (answer.fields ?? []).map(({ field, why }) => `${field} ${why}`).join()
  }
  const sog = (cmp: string, value?: unknown) =>
    whyOf({ expr: { op: 'ANY', of: [{ k: 'attr', field: 'sog', cmp, value }] } })
  const twoNumbers = 'filter.expr needs two numbers that sog lies between'
  for (const value of [5, [5], [5, 'x'], [1, 2, 3]]) expect(await sog('between', value)).toBe(twoNumbers)
  expect(await sog('between', [9, 5])).toBe('filter.expr needs sog between 9 and 5; the smaller comes first')
  expect(await sog('gt', [5, 6])).toBe('filter.expr compares sog with a list; give one value')
  expect(await sog('gt')).toBe('filter.expr compares sog with nothing; give a value')
  for (const [cmp, value] of [['between', [5, 5]], ['exists'], ['in', [1, 2]]] as const)
    expect(await sog(cmp, value)).toBeNull()
  const anomaly = (cmp: string, value?: unknown) =>
    whyOf({ expr: { k: 'attr', field: 'anomaly', cmp, value } })
  expect(await anomaly('gt', 'ILLEGAL_MMSI')).toMatch(
    /^filter.expr compares anomaly with gt; use one of eq, ne/,
  )
  expect(await anomaly('in', ['BLACKLIST', 'HAUNTED'])).toMatch(/^filter.expr names the anomaly HAUNTED; use/)
  expect(await anomaly('exists', false)).toBeNull()
  const backwards = 'filter.length ends before it begins; min must not be above max'
  expect(await whyOf({ length: { min: 20, max: 10 } })).toBe(backwards)
  expect(await whyOf({ length: { min: 10, max: 10 } })).toBeNull()
})

test('the explanation of a hidden vessel names the hiding clause and the value of the vessel', async () => {
  const ship = records.find(({ sog, ship_type }) => sog !== null && sog < 5 && ship_type !== 'TANKER')!
  const filter = {
    speed: { min: 8 },
    ship_types: ['TANKER' as const],
    expr: {
      k: 'attr' as const,
      field: 'mmsi' as const,
      cmp: 'starts' as const,
      value: ship.mmsi.slice(0, 3),
    },
  }
  const reply = await sea.call(explainHidden, { mmsi: ship.mmsi, split_id: ship.split_id, filter })
  expect(reply).toMatchObject({
    hidden: true,
    clauses: [
      { clause: 'Ship type', wants: 'one of TANKER', has: ship.ship_type },
      { clause: 'Speed', wants: 'at least 8 kn', has: String(ship.sog) },
    ],
  })
  expect((await sea.call(explainHidden, { mmsi: ship.mmsi, filter: {} })).hidden).toBe(false)
})

test('an area of interest, the blacklist and their absence are anomalies one can ask for', async () => {
  const inside = await sea.call(filterAisData, { filter: { anomalies: ['AREA_OF_INTEREST'] } })
  expect(inside.count).toBe(
    records.filter(({ latitude: lat, longitude: lon }) => lat > -5.5 && lat < 5.5 && lon > 59.5 && lon < 70.5)
      .length,
  )
  expect(inside.count).toBeGreaterThan(0)
  const listed = await sea.call(filterAisData, { filter: { anomalies: ['BLACKLIST'] } })
  expect(listed.ais.map(({ mmsi }) => mmsi)).toEqual(['417000001'])
})

test('ships with an illegal MMSI are found by the filter for it, and by a condition among others', async () => {
  const illegal = records.filter(({ illegal_mmsi_flag }) => illegal_mmsi_flag).map(({ mmsi }) => mmsi)
  expect(illegal).toContain('199000018')
  const passing = async (filter: AisFilter) =>
    (await sea.call(filterAisData, { filter, limit: 500 })).ais.map(({ mmsi }) => mmsi).sort()
  expect(await passing({ anomalies: ['ILLEGAL_MMSI'] })).toEqual(illegal.toSorted())
  const condition = { k: 'attr', field: 'anomaly', cmp: 'eq', value: 'ILLEGAL_MMSI' } as const
  expect(await passing({ expr: condition })).toEqual(illegal.toSorted())
  const starts = { k: 'attr', field: 'mmsi', cmp: 'starts', value: '199000018' } as const
  expect(await passing({ expr: { op: 'ALL', of: [condition, starts] } })).toEqual(['199000018'])
  const without = { ...condition, cmp: 'ne' } as const
  const reply = await sea.call(explainHidden, { mmsi: '199000018', filter: { expr: without } })
  expect(reply.clauses).toEqual([
    {
      clause: 'Conditions',
      wants: 'anomaly is not Illegal MMSI',
      has: expect.stringContaining('Illegal MMSI') as string,
    },
  ])
})

test('a saved filter is found again, changed by one user at a time, and deleted', async () => {
  const made = await sea.call(saveAisFilter, {
    name: 'Slow tankers',
    visibility: 'CENTRE',
    filter: { ship_types: ['TANKER'], speed: { max: 3 } },
  })
  expect((await sea.call(getAisFilters, {})).items).toMatchObject([
    { name: 'Slow tankers', version: 1, mine: true },
  ])
  const again = { id: made.id, name: 'Slow', visibility: 'CENTRE' as const, filter: {} }
  expect(await sea.call(saveAisFilter, { ...again, expected_version: 1 })).toMatchObject({ version: 2 })
  expect(await sea.raw(saveAisFilter, { ...again, expected_version: 1 })).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { name: 'Slow', version: 2 },
  })
  await sea.call(deleteAisFilter, { id: made.id })
  expect((await sea.call(getAisFilters, {})).items).toEqual([])
})

test('a vessel list filter shows current members; the explanation names it for a hidden vessel', async () => {
  const [one, other] = records.map(({ mmsi }) => mmsi)
  const soon = new Date(Date.now() + 1500).toISOString()
  const list = await aList([one!, other!], soon)
  const passing = async () =>
    (await sea.call(filterAisData, { filter: { lists: [list] } })).ais.map(({ mmsi }) => mmsi).sort()
  expect(await passing()).toEqual([one, other].sort())
  await sea.call(removeVesselFromList, { id: list, mmsi: one! })
  expect(await passing()).toEqual([other])
  const filter = { lists: [list] }
  expect((await sea.call(explainHidden, { mmsi: one!, filter })).clauses).toEqual([
    { clause: 'Vessel lists', wants: 'on the chosen list', has: 'not on it' },
  ])
  await until(async () => (await passing()).length === 0, 'its time has run out')
  expect((await everything()).find(({ mmsi }) => mmsi === other)!.lists).not.toContain(list)
})
