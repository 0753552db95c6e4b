import { destinationOf } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { expect, test } from 'vitest'
import { aRule, aSea, facts, fix, MINUTE, T0 } from '../../testing/a-sea.ts'
import type { Change } from '../pairs/differences.ts'
import { draftsOf } from '../detectors/detector.ts'
import { detectorOf } from '../detectors/detectors.ts'
import { Evaluator } from '../evaluator.ts'
import { NO_WORLD, type World } from '../world.ts'

const HOUR = 60
const slow = { k: 'attr', field: 'sog', cmp: 'lt', value: 2 } as const
const FAR_FROM_PORTS: World = {
  ...NO_WORLD,
  number: (field) => (field === 'distance_to_port_nm' ? 50 : 0),
}
const rulesOf = (code: string) =>
  draftsOf(detectorOf(code)!, {}, { home: [], areas: [] }).map((draft, part) => ({
    ...draft,
    id: `${code}#${part}`,
    version: 1,
  }))
const clock = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(11, 16))
const timesOf = ({ what, begunAt, firstAt, endedAt }: Change) => [
  what,
  clock(begunAt),
  clock(firstAt),
  clock(endedAt),
]

test('a meeting of 12:00 to 17:42 begins at 12:00 and ends at 17:42', () => {
  const changes: Change[] = []
  const evaluator = new Evaluator(rulesOf('ENCOUNTER_EVENT'), FAR_FROM_PORTS, {
    hear: (change) => void changes.push(change),
  })
  evaluator.meet(1, facts({ mmsi: '419000001' }))
  evaluator.meet(2, facts({ mmsi: '419000002' }))
  for (let minute = 11 * HOUR; minute <= 19 * HOUR; minute++) {
    const isTogether = minute >= 12 * HOUR && minute <= 17 * HOUR + 42
    const away = isTogether
      ? 0
      : Math.min(Math.abs(12 * HOUR - minute), Math.abs(minute - 17 * HOUR - 42)) / 6 + 0.3
    for (const [ship, bearing] of [
      [1, 0],
      [2, 180],
    ] as const) {
      const { lat, lon } = destinationOf(place(8, 76), bearing, (away + 0.03) * METRES_PER_NM)
      evaluator.takeFix(ship, fix(minute, { id: minute * 10 + ship, lat, lon, sog: isTogether ? 0.5 : 10 }))
    }
  }
  expect(changes.map(timesOf)).toEqual([
    ['HIT', '12:00', '12:30', null],
    ['CLEARED', '12:00', '12:30', '17:42'],
  ])
  expect(clock(changes[1]!.at)).not.toBe('17:42')
})

test('loitering of five hours begins with its first slow fix and ends with its last', () => {
  const sea = aSea(rulesOf('LOITERING_EVENT'), FAR_FROM_PORTS)
  for (let minute = 0; minute <= 500; minute += 5)
    sea.sails(fix(minute, { sog: minute >= 60 && minute <= 360 ? 1 : 10 }))
  expect(sea.changes.map(timesOf)).toEqual([
    ['HIT', '01:00', '05:00', null],
    ['CLEARED', '01:00', '05:00', '06:00'],
  ])
})

test('a silence begins with the last fix before it and ends with the fix after it', () => {
  const sea = aSea([aRule({ k: 'silence', min: 120 })])
  sea.sails(fix(10))
  sea.evaluator.advance(T0 + 200 * MINUTE)
  sea.sails(fix(240))
  expect(sea.changes.map(timesOf)).toEqual([
    ['HIT', '00:10', '02:10', null],
    ['CLEARED', '00:10', '02:10', '04:00'],
  ])
})

test('a condition without a duration begins when it is found', () => {
  const sea = aSea([aRule(slow, { grace_min: 10 })])
  sea.sails(fix(0), fix(5, { sog: 1 }), fix(9, { sog: 1 }), fix(12), fix(30))
  expect(sea.changes.map(timesOf)).toEqual([
    ['HIT', '00:05', '00:05', null],
    ['CLEARED', '00:05', '00:05', '00:09'],
  ])
})

test('ALL begins with the last of its conditions, ANY with the first', () => {
  const long = { ...slow, for_min: 60 }
  const westward = { k: 'attr', field: 'cog', cmp: 'gt', value: 180, for_min: 20 } as const
  for (const [op, begun] of [
    ['ALL', '00:50'],
    ['ANY', '00:00'],
  ] as const) {
    const sea = aSea([aRule({ op, of: [long, westward] })])
    for (let minute = 0; minute <= 90; minute += 5)
      sea.sails(fix(minute, { sog: 1, cog: minute >= 50 ? 270 : 90 }))
    expect(clock(sea.changes[0]!.begunAt)).toBe(begun)
  }
})

test('an end with a condition of its own is when that condition became true', () => {
  const fast = { k: 'attr', field: 'sog', cmp: 'gt', value: 8 } as const
  const sea = aSea([aRule(slow, { clear: fast })])
  sea.sails(fix(0), fix(5, { sog: 1 }), fix(9, { sog: 5 }), fix(12), fix(30))
  expect(sea.changes.map(timesOf).at(-1)).toEqual(['CLEARED', '00:05', '00:05', '00:12'])
})

test('a late fix at which a ship was slow already moves the beginning of a hit that stands', () => {
  const sea = aSea([aRule({ ...slow, for_min: 10 })])
  sea.sails(fix(0), fix(6, { sog: 1 }), fix(11, { sog: 1 }), fix(17, { sog: 1 }))
  expect(sea.changes.map(timesOf)).toEqual([['HIT', '00:06', '00:17', null]])
  sea.sails(fix(5, { sog: 1, receivedAt: T0 + 17 * MINUTE }))
  expect(sea.changes.map(timesOf).at(-1)).toEqual(['HIT', '00:05', '00:17', null])
})
