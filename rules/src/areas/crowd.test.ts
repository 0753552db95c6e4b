import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, fix, MINUTE, T0 } from '../../testing/a-sea.ts'
import { anArea, inside, seaOf, slow, vessels } from '../../testing/an-area.ts'
import { Crowd, type Counted } from './crowd.ts'
import type { Explained } from '../plans/node.ts'

/** Condition of a vessel that is where none can come from since its last fix. */
const jumped: RuleNode = {
  op: 'ALL',
  of: [
    { k: 'attr', field: 'required_speed_kn', cmp: 'gt', value: 60 },
    { k: 'attr', field: 'run_nm', cmp: 'gte', value: 5 },
  ],
}
const threeNear = (more: object = {}) => vessels({ nm: 2, window_min: 10, value: 2, ...more })
const jam = (more: Partial<EvaluatedRule> = {}) => anArea([jumped, threeNear()], more)
type Sea = ReturnType<typeof seaOf>

/** Ships that sail some miles from one another, one degree north of the last. */
function sailing(rule: EvaluatedRule, count: number): Sea {
  const sea = seaOf([rule], count)
  for (let ship = 0; ship < count; ship++) sea.evaluator.takeFix(ship, fix(0, { lat: ship, id: 1000 + ship }))
  return sea
}
/** Reports each of some vessels at a place, some minutes on. */
function puts({ evaluator }: Sea, minute: number, lat: number, lon: number, ...ships: number[]) {
  for (const ship of ships)
    evaluator.takeFix(
      ship,
      fix(minute + ship / 10, { lat: lat + ship / 200, lon, id: 2000 + ship + minute * 100 }),
    )
  evaluator.advance(T0 + (minute + 2) * MINUTE)
}

test('vessels that jump to one place are reported once, there, each with the ends of its jump', () => {
  const sea = sailing(jam(), 8)
  puts(sea, 3, 12, 70, 0, 1)
  expect(sea.events()).toEqual([])
  puts(sea, 4, 12, 70, 2, 3, 4)
  expect(sea.events()).toEqual(['HIT 4.2'])
  const [hit] = sea.changes
  expect(hit).toMatchObject({ ship: -1, counted: [0, 1, 2], lon: 70 })
  expect(hit!.lat).toBeCloseTo(12, 1)
  expect(hit!.explanation!.of[0]).toMatchObject({ verdict: 'TRUE', value: 3, threshold: 3 })
  const named = hit!.explanation!.of[0]!.of
  expect(named.map(({ asked: query, fix_ids }) => [query.slice(-9), fix_ids])).toEqual([
    ['419000000', [1000, 2300]],
    ['419000001', [1001, 2301]],
    ['419000002', [1002, 2402]],
  ])
  // Ten minutes after there were three of late, and the lateness of the rule.
  sea.evaluator.advance(T0 + 32 * MINUTE)
  expect(sea.events()).toEqual(['HIT 4.2', expect.stringMatching(/^CLEARED 14\.[23]/)])
})

test('several places are reported each by itself, also at the same instant', () => {
  const sea = sailing(jam(), 8)
  for (let n = 0; n < 4; n++) {
    sea.evaluator.takeFix(n, fix(3, { lat: 12, lon: 70, id: 50 + n }))
    sea.evaluator.takeFix(n + 4, fix(3, { lat: -5, lon: 60, id: 60 + n }))
  }
  sea.evaluator.advance(T0 + 5 * MINUTE)
  expect(sea.changes.map(({ what, lat, counted }) => [what, lat, counted])).toEqual([
    ['HIT', 12, [0, 1, 2, 3]],
    ['HIT', -5, [4, 5, 6, 7]],
  ])
  expect(new Set(sea.changes.map(({ id }) => id)).size).toBe(2)
})

test('a jam whose ships are spread over more than the circle is one all the same', () => {
  const sea = sailing(jam(), 12)
  for (let ship = 0; ship < 12; ship++)
    sea.evaluator.takeFix(ship, fix(3 + ship / 20, { lat: 12 + ship / 100, lon: 70, id: 50 + ship }))
  sea.evaluator.advance(T0 + 6 * MINUTE)
  expect(sea.events()).toEqual(['HIT 3.1'])
})

test.each([
  ['fewer than are asked for', [[3, 12, 0, 1]]],
  [
    'spread in time',
    [
      [3, 12, 0],
      [9, 12, 1],
      [15, 12, 2],
      [21, 12, 3],
    ],
  ],
  [
    'each to another place',
    [
      [3, 12, 0],
      [3, 13, 1],
      [3, 14, 2],
      [3, 15, 3],
    ],
  ],
] as [string, number[][]][])('ships that jump are not one event: %s', (_, puttings) => {
  const sea = sailing(jam(), 8)
  for (const [minute, lat, ...ships] of puttings) puts(sea, minute!, lat!, 70, ...ships)
  expect(sea.events()).toEqual([])
})

test('one ship that jumps to and fro is one, and ships that lie together jumped nowhere', () => {
  const sea = sailing(jam(), 4)
  for (let minute = 3; minute < 12; minute += 2) {
    puts(sea, minute, 12, 70, 0)
    puts(sea, minute + 1, 8, 76, 0)
  }
  for (let minute = 20; minute < 40; minute += 4)
    for (const ship of [1, 2, 3])
      sea.evaluator.takeFix(ship, fix(minute, { lat: ship, lon: 76.01, id: minute * 10 + ship }))
  expect(sea.events()).toEqual([])
})

test('a jamming hit holds from its named fixes alone, for vessels that lie or jump', () => {
  for (const rule of [jam(), anArea([slow, threeNear({ window_min: 20 })])]) {
    const sea = sailing(rule, 6)
    const all: [number, ReturnType<typeof fix>][] = []
    for (let minute = 3; minute < 20; minute += 3)
      for (let ship = 0; ship < 6; ship++)
        all.push([ship, fix(minute + ship / 10, { lat: 12, lon: 70, sog: 2, id: minute * 100 + ship })])
    for (const [ship, one] of all) sea.evaluator.takeFix(ship, one)
    sea.evaluator.advance(T0 + 30 * MINUTE)
    const hit = sea.changes.find(({ what }) => what === 'HIT')!
    const ids = new Set(idsIn(hit.explanation!))
    const again = seaOf([rule], 6)
    for (let ship = 0; ship < 6; ship++)
      if (ids.has(1000 + ship)) again.evaluator.takeFix(ship, fix(0, { lat: ship, id: 1000 + ship }))
    for (const [ship, one] of all) if (ids.has(one.id)) again.evaluator.takeFix(ship, one)
    again.evaluator.advance(T0 + 30 * MINUTE)
    expect(again.changes.findLast(({ at }) => at <= hit.at)).toMatchObject({ what: 'HIT', id: hit.id })
  }
})
const idsIn = ({ fix_ids, of }: Explained): number[] => [...fix_ids, ...of.flatMap(idsIn)]

test.each([
  ['nm needs fn distinct', [slow, threeNear({ fn: 'count' })]],
  ['nm needs fn distinct', [slow, threeNear({ cmp: 'lt' })]],
  ['nm of vessels is ', [slow, threeNear({ nm: 40 })]],
  ['window_min with nm is at most 60', [slow, threeNear({ window_min: 200 })]],
  [
    'nm is only allowed in agg of vessels',
    [inside, { ...vessels(), of: 'sog', over: 'vessels', fn: 'avg', nm: 2 }],
  ],
] as [string, RuleNode[]][])('what cannot be counted near one another is refused by name: %s', (why, of) => {
  expect(() => seaOf([anArea(of)], 1)).toThrow(why)
})

test('nearness is a condition on counted vessels only, and ends by itself', () => {
  const average = { k: 'agg', fn: 'avg', of: 'sog', window_min: 10, cmp: 'gt', value: 1, nm: 2 } as const
  expect(() => seaOf([aRule(average)], 1)).toThrow('nm is only allowed in agg of vessels of an AREA')
  expect(() => seaOf([jam({ clear: threeNear() })], 1)).toThrow('clear is not allowed with nm')
})

test('a rule that compares too many places again and again is ended with a fault', () => {
  const faults: string[] = []
  const sea = seaOf([anArea([slow, threeNear({ window_min: 60 })])], 600, {
    fault: (fault) => faults.push(fault.why),
  })
  for (let minute = 0; minute < 4; minute++)
    for (let ship = 0; ship < 600; ship++)
      sea.evaluator.takeFix(
        ship,
        fix(minute + ship / 700, { lat: 8 + minute / 300, lon: 76, sog: 2, id: minute * 1000 + ship }),
      )
  expect(faults.join()).toContain('it is too slow')
})

test('near vessels are the same as by comparing all, across the date line and near a pole', () => {
  const dice = new Dice(7)
  const crowd = new Crowd(3, 1)
  const there: Counted[] = []
  for (let n = 0; n < 600; n++) {
    const lat = dice.pick([0, 60, 89.2]) + dice.between(-0.1, 0.1)
    const lon = ((dice.pick([0, 179.97]) + dice.between(-0.1, 0.1) + 540) % 360) - 180
    const one = { ship: dice.whole(0, 40), name: `${n}`, lat, lon, from: n }
    crowd.enter(one)
    there.push(one)
    if (dice.between(0, 1) < 0.4) crowd.leave(there.splice(dice.whole(0, there.length - 1), 1)[0]!)
  }
  for (const one of there) {
    const near = (of: Counted) =>
      new Set(there.filter((other) => crowd.isNear(of, other)).map(({ ship }) => ship))
    const most = Math.max(...there.filter((other) => crowd.isSame(one, other)).map((of) => near(of).size))
    expect(crowd.fullestAbout(one)!.near).toBe(most)
  }
})
