import { expect, test } from 'vitest'
import { aRule, aSea, facts, fix, MINUTE, T0 } from '../../testing/a-sea.ts'
import { Evaluator } from '../evaluator.ts'
import type { Fault } from './guard.ts'
import type { Change } from '../pairs/differences.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import { NO_WORLD, type World } from '../world.ts'

const slow = { k: 'attr', field: 'sog', cmp: 'lt', value: 2 } as const
const deep = { k: 'attr', field: 'depth_m', cmp: 'gt', value: 100 } as const
/** A world in which the depth fails from some minute on. */
const failing = (from: number): World => ({
  ...NO_WORLD,
  number: (_, { at }) => {
    if (at >= T0 + from * MINUTE) throw new Error('the chart cannot be read')
    return 200
  },
})

function guarded(rules: ReturnType<typeof aRule>[], world: World, mostWork?: number) {
  const [changes, faults] = [[] as Change[], [] as Fault[]]
  const evaluator = new Evaluator(rules, world, {
    hear: (change) => void changes.push(change),
    fault: (fault) => void faults.push(fault),
    mostWork,
  })
  for (const ship of [1, 2]) evaluator.meet(ship, facts({ mmsi: `41900000${ship}` }))
  return { evaluator, changes, faults }
}
const summary = (changes: readonly Change[]) =>
  changes.map(({ what, rule, at }) => `${what} ${rule} ${(at - T0) / MINUTE}`)

test.each([
  ['looked up', deep],
  ['held', { ...deep, for_min: 5 }],
  ['one of several', { op: 'ANY' as const, of: [slow, deep] }],
  ['asked after something else', { op: 'ALL' as const, of: [slow, { op: 'NONE' as const, of: [deep] }] }],
])('a rule that fails is ended with its reason, and all others continue: %s', (_, when) => {
  const rules = [aRule(when, { id: 'failing' }), aRule(slow, { id: 'sound' }), aRule(deep, { id: 'shared' })]
  const sea = guarded(rules, failing(10))
  for (let minute = 0; minute < 40; minute += 2)
    for (const ship of [1, 2])
      sea.evaluator.takeFix(ship, fix(minute, { sog: minute % 20 < 10 ? 9 : 1, id: ship * 1000 + minute }))
  expect(sea.faults.map(({ rule }) => rule).sort()).toEqual(['failing', 'shared'])
  expect(sea.faults[0]).toMatchObject({
    version: 1,
    ship: 1,
    at: T0 + 10 * MINUTE,
    why: 'evaluation failed for MMSI 419000001 (Error: the chart cannot be read)',
  })
  const sound = aSea([aRule(slow, { id: 'sound' })])
  for (let minute = 0; minute < 40; minute += 2)
    sound.sails(fix(minute, { sog: minute % 20 < 10 ? 9 : 1, id: 1000 + minute }))
  const ofFirst = sea.changes.filter(({ rule, ship }) => rule === 'sound' && ship === 1)
  expect(summary(ofFirst)).toEqual(sound.events())
  expect(ofFirst.length).toBeGreaterThan(2)
})

test('hits of a rule before its failure stand, also when late data arrives', () => {
  const sea = guarded([aRule(deep, { id: 'failing' }), aRule(slow, { id: 'sound' })], failing(10))
  for (const minute of [2, 4, 8, 10, 12]) sea.evaluator.takeFix(1, fix(minute))
  sea.evaluator.takeFix(1, fix(6, { sog: 1 }))
  expect(summary(sea.changes)).toEqual(['HIT failing 2', 'HIT sound 6', 'CLEARED sound 8'])
  expect(sea.faults).toHaveLength(1)
})

test('hits of a rule stand, also when it fails while another rule starts in its place', () => {
  const rules = [aRule(deep, { id: 'failing' })]
  const first = guarded(rules, failing(Infinity))
  for (let minute = 0; minute < 60; minute += 5) first.evaluator.takeFix(1, fix(minute, { sog: 9 }))
  first.evaluator.takeFix(2, fix(58, { id: 9 }))
  const next = guarded(rules, failing(0))
  const saved = first.evaluator.saved(1)!
  next.evaluator.resume(1, { ...saved, memory: { ...saved.memory, hits: {} } }, [
    { ...(first.changes[0] as HitEvent), firstAt: T0 + 50 * MINUTE, at: T0 + 50 * MINUTE },
  ])
  next.evaluator.takeFix(1, fix(55))
  next.evaluator.resumed()
  expect(summary(next.changes)).toEqual([])
  expect(next.faults).toHaveLength(1)
})

test('without a fault listener errors are thrown', () => {
  const sea = aSea([aRule(deep)], failing(0))
  expect(() => sea.sails(fix(0))).toThrow('the chart cannot be read')
})

test('a rule with too much work for one vessel repeatedly is ended and reported; others are not', () => {
  const line = (i: number) => ({
    type: 'LineString' as const,
    coordinates: Array.from({ length: 100 }, (_, at): [number, number] => [
      70 + at / 10,
      8 + i / 10 + (at % 2),
    ]),
  })
  const of = Array.from({ length: 12 }, (_, i) => ({
    k: 'zone' as const,
    rel: 'CROSS' as const,
    zone: { line: line(i) },
  }))
  const rules = [
    aRule({ op: 'ANY', of }, { id: 'slow' }),
    aRule({ op: 'ANY', of: of.slice(1, 9) }, { id: 'sound' }),
  ]
  const sea = guarded(rules, NO_WORLD, 1000)
  for (let minute = 0; minute < 30; minute++) sea.evaluator.takeFix(1, fix(minute, { lat: 6 }))
  expect(sea.faults).toMatchObject([{ rule: 'slow', at: T0 + 11 * MINUTE }])
  expect(sea.faults[0]!.why).toContain('it is too slow: it repeatedly exceeds 1000 steps')
})
