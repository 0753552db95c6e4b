import { polygonOfBox, type LonLatBox } from '@samudra/nautical/polygons/box'
import { expect, test } from 'vitest'
import { aRule, aSea, facts, fix, MINUTE, standing, T0 } from '../testing/a-sea.ts'
import { TAKING } from './running/taking.ts'
import { NO_FACTS } from './running/memory.ts'
import { NO_WORLD, type World } from './world.ts'

const slow = { k: 'attr', field: 'sog', cmp: 'lt', value: 2 } as const
const square = (...box: LonLatBox) => ({ area: polygonOfBox(box) })

test('a slow vessel is reported once, and so is its end', () => {
  const sea = aSea([aRule(slow)])
  sea.sails(fix(0), fix(1, { sog: 1 }), fix(2, { sog: 1 }), fix(3), fix(4, { sog: 1 }))
  expect(sea.events()).toEqual(['HIT rule 1', 'CLEARED rule 3', 'HIT rule 4'])
})

test('unknown data never raise and never end anything', () => {
  const sea = aSea([aRule(slow)])
  sea.sails(fix(0, { sog: Number.NaN }), fix(1, { sog: 1 }), fix(2, { sog: Number.NaN }), fix(3))
  expect(sea.events()).toEqual(['HIT rule 1', 'CLEARED rule 3'])
})

test('slow for half an hour counts only the time observed', () => {
  const sea = aSea([aRule({ ...slow, for_min: 30 })])
  for (let minute = 0; minute <= 20; minute += 5) sea.sails(fix(minute, { sog: 1 }))
  // Twenty minutes without reception are not counted: 20 were observed by now.
  for (let minute = 40; minute <= 60; minute += 5) sea.sails(fix(minute, { sog: 1 }))
  expect(sea.events()).toEqual(['HIT rule 50'])
  expect(sea.changes[0]!.explanation!.of[0]).toMatchObject({
    verdict: 'TRUE',
    value: 30,
    threshold: 30,
    unit: 'min',
    window: { from: T0, to: T0 + 50 * MINUTE },
  })
})

test('three times within an hour', () => {
  const sea = aSea([aRule({ ...slow, within_min: 60, times: 3 })])
  for (const minute of [0, 10, 70, 90, 110]) sea.sails(fix(minute, { sog: 1 }), fix(minute + 1))
  expect(sea.events()).toEqual(['HIT rule 110'])
})

test('one after another, not the other way round', () => {
  const fast = { k: 'attr', field: 'sog', cmp: 'gt', value: 15 } as const
  const sea = aSea([aRule({ k: 'seq', steps: [slow, fast], within_min: 30, same_vessel: true })])
  sea.sails(
    fix(0, { sog: 20 }),
    fix(5, { sog: 1 }),
    fix(50, { sog: 20 }),
    fix(60, { sog: 1 }),
    fix(70),
    fix(80, { sog: 20 }),
  )
  expect(sea.events()).toEqual(['HIT rule 80'])
  expect(sea.changes[0]!.explanation!.of[0]!.fix_ids).toEqual([fix(60).id, fix(80).id])
})

test('a silence counts from when it was long enough, after late data, and ends with the next fix', () => {
  const rule = aRule({
    op: 'ALL',
    of: [
      { k: 'silence', min: 120 },
      { k: 'attr', field: 'sog', cmp: 'gt', value: 0.5 },
    ],
  })
  const sea = aSea([rule])
  sea.sails(fix(0))
  sea.evaluator.advance(T0 + 134 * MINUTE)
  expect(sea.events()).toEqual([])
  sea.evaluator.advance(T0 + 135 * MINUTE)
  expect(sea.events()).toEqual(['HIT rule 120'])
  sea.sails(fix(200))
  expect(sea.events()).toEqual(['HIT rule 120', 'CLEARED rule 200'])
})

test('a message that comes late takes back the silence it fills, with its hit', () => {
  const sea = aSea([aRule({ k: 'silence', min: 120 })])
  sea.sails(fix(0))
  sea.evaluator.advance(T0 + 136 * MINUTE)
  expect(sea.sails(fix(100, { receivedAt: T0 + 137 * MINUTE }))).toEqual([TAKING.LATE])
  expect(sea.events()).toEqual(['HIT rule 120', 'REVISED rule 120'])
  sea.evaluator.advance(T0 + 235 * MINUTE)
  expect(sea.events().at(-1)).toBe('HIT rule 220')
})

test('entry, stay and exit of an area are reported where and when its border was crossed', () => {
  const zone = square(76, 7, 77, 9)
  const sea = aSea([
    aRule({ k: 'zone', rel: 'ENTER', zone }, { id: 'in' }),
    aRule({ k: 'zone', rel: 'EXIT', zone }, { id: 'out' }),
    aRule({ k: 'zone', rel: 'DWELL', zone, min: 20 }, { id: 'stays' }),
  ])
  sea.sails(fix(0, { lon: 75.99 }), fix(4, { lon: 76.01 }))
  for (let minute = 10; minute <= 30; minute += 5) sea.sails(fix(minute, { lon: 76.01 }))
  sea.sails(fix(35, { lon: 75.99 }))
  expect(sea.events()).toEqual([
    'HIT in 4',
    'CLEARED in 10',
    'HIT stays 25',
    'HIT out 35',
    'CLEARED stays 35',
  ])
  expect(sea.changes[0]!.explanation!.of[0]!.value).toBe('Inwards at 8.0000, 76.0000')
})

test('a course that leads into an area within half an hour', () => {
  const zone = square(76, 7, 77, 9)
  const heading = { k: 'zone', rel: 'HEADING_TO', zone, eta_min: 30 } as const
  const sea = aSea([aRule(heading)])
  sea.sails(fix(0, { lon: 75.85 }), fix(1, { lon: 75.95, cog: 270 }), fix(2, { lon: 75.95 }))
  expect(sea.events()).toEqual(['HIT rule 2'])
})

test('speed and course that changed by so much within minutes, round the north too', () => {
  const sea = aSea([
    aRule({ k: 'change', field: 'sog', delta: 8, within_min: 10 }, { id: 'speed' }),
    aRule({ k: 'change', field: 'cog', delta: 60, within_min: 10 }, { id: 'course' }),
  ])
  sea.sails(
    fix(0, { cog: 340 }),
    fix(5, { cog: 10, sog: 4 }),
    fix(9, { cog: 41, sog: 1.5 }),
    fix(30, { cog: 120 }),
  )
  expect(sea.events()).toEqual(['HIT speed 9', 'HIT course 9', 'CLEARED speed 30', 'CLEARED course 30'])
})

test('a changed name, a new list membership, a found event', () => {
  const sea = aSea([
    aRule({ k: 'change', field: 'ship_name' }, { id: 'name' }),
    aRule({ k: 'list', in: true, list: 'friends' }, { id: 'list' }),
    aRule({ k: 'event', types: ['ENCOUNTER_EVENT'], min_confidence: 2 }, { id: 'met' }),
  ])
  const { evaluator } = sea
  sea.sails(fix(0))
  evaluator.takeFacts(1, T0 + MINUTE, { ...NO_FACTS, mmsi: '419000001', ship_name: 'MATSYA' })
  evaluator.takeFacts(1, T0 + 2 * MINUTE, { ...NO_FACTS, mmsi: '419000001', ship_name: 'OTHER' })
  evaluator.takeLists(1, T0 + 3 * MINUTE, ['friends'])
  evaluator.takeHappening(1, T0 + 4 * MINUTE, { kind: 'EVENT', type: 'ENCOUNTER_EVENT', confidence: 1 })
  evaluator.takeHappening(1, T0 + 5 * MINUTE, { kind: 'EVENT', type: 'ENCOUNTER_EVENT', confidence: 3 })
  expect(sea.events().filter((one) => one.startsWith('HIT'))).toEqual([
    'HIT name 2',
    'HIT list 3',
    'HIT met 5',
  ])
})

test('an event confirmed later is new to rules that require more confidence, and to no others', () => {
  const event = { k: 'event' as const, types: ['TWELVE_NM'] }
  const sea = aSea([aRule(event, { id: 'any' }), aRule({ ...event, min_confidence: 3 }, { id: 'sure' })])
  const found = { kind: 'EVENT', type: 'TWELVE_NM' } as const
  sea.sails(fix(0))
  sea.evaluator.takeHappening(1, T0 + MINUTE, { ...found, confidence: 2 })
  sea.evaluator.takeHappening(1, T0 + 5 * MINUTE, { ...found, confidence: 4, was: 2 })
  const hits = sea.changes.filter(({ what }) => what === 'HIT')
  expect(hits.map(({ rule, at }) => [rule, (at - T0) / MINUTE])).toEqual([
    ['any', 1],
    ['sure', 5],
  ])
  expect(hits[1]!.explanation!.of[0]).toMatchObject({ value: 'TWELVE_NM, confidence 4', verdict: 'TRUE' })
})

test('a recurrence within the window of a rule is not another hit', () => {
  const sea = aSea([aRule(slow, { dedupe: { key: ['mmsi'], window_min: 60 } })])
  sea.sails(fix(0, { sog: 1 }), fix(1), fix(30, { sog: 1 }), fix(31), fix(120, { sog: 1 }))
  expect(sea.events()).toEqual([
    'HIT rule 0',
    'CLEARED rule 1',
    'AGAIN rule 30',
    'CLEARED rule 31',
    'HIT rule 120',
  ])
})

test('an exception suppresses a rule; an unknown one does not, and is explained', () => {
  const anchored = { k: 'attr', field: 'nav_status', cmp: 'eq', value: 'At anchor' } as const
  const sea = aSea([aRule(slow, { unless: anchored })])
  sea.sails(fix(0, { sog: 1, nav: 1 }), fix(1, { sog: 1, nav: -1 }))
  expect(sea.events()).toEqual(['HIT rule 1'])
  expect(sea.changes[0]!.explanation!.of[1]).toMatchObject({
    asked: 'unless: has nav status "At anchor"',
    verdict: 'UNKNOWN',
  })
})

test('late data are inserted where they belong, and results that changed are revised', () => {
  const sea = aSea([aRule({ ...slow, for_min: 20 })])
  const slowly = [0, 5, 10, 15, 20].map((minute) => fix(minute, { sog: 1 }))
  sea.sails(...slowly)
  expect(sea.events()).toEqual(['HIT rule 20'])
  expect(sea.sails(fix(7, { sog: 9 }))).toEqual([TAKING.LATE])
  expect(sea.events()).toEqual(['HIT rule 20', 'REVISED rule 20'])
  expect(sea.sails(fix(7, { sog: 9 }), slowly[2]!)).toEqual([TAKING.AGAIN, TAKING.AGAIN])
  sea.sails(fix(25, { sog: 1 }), fix(30, { sog: 1 }))
  expect(standing(sea.changes)).toEqual([expect.stringMatching(/ open 30 0 /)])
})

test('a ship that fell silent earlier than one that was received before her is not waited with', () => {
  const sea = aSea([aRule({ k: 'silence', min: 4 }, { allowed_lateness_min: 0 })])
  sea.evaluator.meet(2, facts({ mmsi: '419000002' }))
  sea.evaluator.takeFix(2, fix(30))
  sea.sails(fix(0))
  sea.evaluator.advance(T0 + 5 * MINUTE)
  expect(sea.events()).toEqual(['HIT rule 4'])
})

test('a hit that news began stands when a fix of before comes late', () => {
  const sea = aSea([aRule({ k: 'list', in: true, list: 'watch' })])
  sea.sails(fix(0), fix(1))
  sea.evaluator.takeLists(1, T0 + 3 * MINUTE, ['watch'])
  expect(sea.events()).toEqual(['HIT rule 3'])
  sea.sails(fix(2, { receivedAt: T0 + 4 * MINUTE }), fix(5))
  expect(sea.events()).toEqual(['HIT rule 3'])
})

test('a value older than usual for its vessel is stale, also while the vessel reports all else', () => {
  const rules = [
    aRule({ k: 'attr', field: 'true_heading', cmp: 'stale' }, { id: 'usual', allowed_lateness_min: 0 }),
    aRule(
      { k: 'attr', field: 'true_heading', cmp: 'stale', value: 5 },
      { id: 'five', allowed_lateness_min: 0 },
    ),
  ]
  const sea = aSea(rules)
  for (let minute = 0; minute <= 30; minute += 3)
    sea.sails(fix(minute, { heading: minute > 9 && minute < 30 ? Number.NaN : 90 }))
  expect(sea.events()).toEqual(['HIT five 15', 'HIT usual 21', 'CLEARED usual 30', 'CLEARED five 30'])
  sea.evaluator.advance(T0 + 60 * MINUTE)
  expect(sea.events().slice(4)).toEqual(['HIT five 35', 'HIT usual 42'])
})

test('a stale condition on a field without a stored age is rejected by name', () => {
  const query = (field: 'destination' | 'age_min') => () => aSea([aRule({ k: 'attr', field, cmp: 'stale' })])
  expect(query('destination')).toThrow('destination cannot be compared with stale')
  expect(query('age_min')).toThrow('age_min cannot be compared with stale')
})

test('near an infrastructure means near its area, and no faster than the limit', () => {
  const world: World = {
    ...NO_WORLD,
    polygons: (zone) => (zone.aoi === 'cable' ? NO_WORLD.polygons(square(76.5, 7.9, 77, 8.1)) : null),
  }
  const near = { k: 'near', to: { infrastructure: 'cable' }, nm: 3 } as const
  const rules = [aRule(near, { id: 'near' }), aRule({ ...near, max_sog: 4 }, { id: 'slow' })]
  const sea = aSea(rules, world)
  sea.sails(
    fix(0, { lon: 76.3 }),
    fix(10, { lon: 76.46, sog: 9 }),
    fix(20, { lon: 76.47, sog: 3 }),
    fix(30, { lon: 76.3 }),
  )
  expect(sea.events()).toEqual(['HIT near 10', 'HIT slow 20', 'CLEARED near 30', 'CLEARED slow 30'])
  expect(sea.changes[0]!.explanation!.of[0]).toMatchObject({ threshold: 3, unit: 'NM' })
})

test('the first change of a name is reported, too, though no other rule queries names', () => {
  const sea = aSea([aRule({ k: 'change', field: 'ship_name' })])
  sea.sails(fix(0), fix(5))
  sea.evaluator.takeFacts(1, T0 + 7 * MINUTE, facts({ ship_name: 'MAKARA' }))
  expect(sea.events()).toEqual(['HIT rule 7'])
})

test('thirty border crossings are one hit where a rule sets how far outside a vessel has left', () => {
  const zone = square(76, 7, 77, 9)
  // A mile to each side of the border, and in the end six miles off.
  const wobble = (rule: object) => {
    const sea = aSea([aRule({ k: 'zone', rel: 'ENTER', zone }, { id: 'in', ...rule })])
    sea.sails(fix(0, { lon: 75.983 }))
    for (let i = 1; i <= 30; i++) sea.sails(fix(10 * i, { lon: i % 2 === 1 ? 76.017 : 75.983 }))
    sea.sails(fix(310, { lon: 75.9 }), fix(330, { lon: 76.017 }))
    return sea.events().filter((one) => one.startsWith('HIT'))
  }
  expect(wobble({})).toHaveLength(16)
  expect(wobble({ hysteresis_nm: 0 })).toHaveLength(16)
  expect(wobble({ hysteresis_nm: 2 })).toEqual(['HIT in 10', 'HIT in 330'])
  expect(wobble({ hysteresis_nm: 20 })).toEqual(['HIT in 10'])
})

test('rules over one zone have each their own hysteresis; where it acts on nothing it is refused', () => {
  const zone = square(76, 7, 77, 9)
  const inside = { k: 'zone', rel: 'INSIDE', zone } as const
  const sea = aSea([aRule(inside, { id: 'usual' }), aRule(inside, { id: 'wide', hysteresis_nm: 5 })])
  sea.sails(fix(0, { lon: 76.01 }), fix(10, { lon: 75.98 }), fix(20, { lon: 75.9 }))
  expect(sea.events().slice(2)).toEqual(['CLEARED usual 10', 'CLEARED wide 20'])
  expect(() => aSea([aRule(slow, { hysteresis_nm: 1 })])).toThrow('hysteresis_nm needs a zone')
})
