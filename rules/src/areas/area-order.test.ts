import type { RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { anArea, comingOf, end, inside, over, seaOf, slow, take, vessels } from '../../testing/an-area.ts'
import { disordered, randomWay } from '../../testing/random-rules.ts'
import type { Change } from '../pairs/differences.ts'
import type { Fix } from '../running/fix-log.ts'
import type { SavedArea, SavedShip } from '../running/saved.ts'
import type { HitEvent } from '../plans/rule-unit.ts'

const SHIPS = 12
const HOURS = 12
const rules = [
  anArea([inside, vessels({ value: 2 })], { id: 'three' }),
  anArea([inside, slow, vessels({ window_min: 10 })], {
    id: 'slow',
    dedupe: { key: ['aoi'], window_min: 300 },
  }),
  anArea([inside, vessels({ fn: 'count', value: 6, window_min: 120 })], {
    id: 'often',
    dedupe: { key: ['aoi'], window_min: 30 },
  }),
  anArea([{ ...inside, for_min: 15 }, vessels({ cmp: 'gte', value: 3, window_min: 20 })], {
    id: 'stay',
    grace_min: 10,
  }),
  anArea([inside, vessels({ value: 1 })], {
    id: 'scope',
    scope: { k: 'attr', field: 'ship_type', cmp: 'eq', value: 'TANKER' },
    schedule: { zone: 'UTC', from: '02:10', to: '09:20' },
  }),
  anArea([inside, vessels({ cmp: 'lt', value: 4, window_min: 20 })], {
    id: 'few',
    grace_min: 5,
    dedupe: { key: ['aoi'], window_min: 10 },
  }),
  anArea([inside, vessels({ cmp: 'lte', value: 1, window_min: 5 })], { id: 'one at most' }),
  anArea([inside, vessels({ value: 4 })], {
    id: 'crowd',
    clear: vessels({ cmp: 'lt', value: 2 }),
    unless: { k: 'attr', field: 'sog', cmp: 'gt', value: 15 },
  }),
]
/** Random aggregates of vessels. */
const dice = new Dice(77)
for (let lot = 0; lot < 8; lot++) {
  const fn = dice.pick(['avg', 'min', 'max', 'sum'] as const)
  const of = dice.pick(['sog', 'latitude', 'required_speed_kn', 'gap_min'])
  const value = { sog: 9, latitude: 8.05, required_speed_kn: 8, gap_min: 5 }[of]! * (fn === 'sum' ? 3 : 1)
  const more = { of, value, cmp: dice.pick(['gt', 'lt']), window_min: dice.pick([5, 20, 60]) }
  rules.push(
    anArea([dice.pick([inside, { ...inside, for_min: 10 }]), over(fn, more)], {
      id: `lot ${lot} ${fn} ${of}`,
      dedupe: { key: ['aoi'], window_min: dice.pick([0, 30, 200]) },
      ...(lot % 3 === 0 ? { grace_min: 10 } : {}),
    }),
  )
}
/** Ships near one another wherever that is: that lie there, or that jumped there. */
const jumped: RuleNode = {
  op: 'ALL',
  of: [
    { k: 'attr', field: 'required_speed_kn', cmp: 'gt', value: 60 },
    { k: 'attr', field: 'run_nm', cmp: 'gte', value: 5 },
  ],
}
for (let lot = 0; lot < 6; lot++)
  rules.push(
    anArea(
      [
        lot % 2 === 0 ? jumped : { ...slow, value: 11 },
        vessels({ nm: dice.pick([1, 2, 3]), value: dice.pick([1, 2]), window_min: dice.pick([10, 20]) }),
      ],
      {
        id: `near one another ${lot}`,
        dedupe: { key: ['aoi'], window_min: dice.pick([0, 30, 200]) },
        ...(lot === 4 ? { grace_min: 10 } : {}),
        ...(lot === 2 ? { schedule: { zone: 'UTC', from: '01:10', to: '11:20' } } : {}),
      },
    ),
  )

/** Ships that sail by lot; twice half of them are put to one place for a quarter of an hour, and the others to another. */
const fleet = (seed: number) => {
  const dice = new Dice(seed)
  const ways = Array.from({ length: SHIPS }, () => randomWay(dice, HOURS))
  const jams = [0, 1, 2, 3].map((n) => ({
    half: n % 2,
    from: T0 + dice.between(n < 2 ? 60 : 360, n < 2 ? 90 : 390) * MINUTE,
    lat: 7 + dice.between(0, 2),
    lon: 76 + dice.between(0, 1),
  }))
  return ways.map((fixes, ship) =>
    fixes.map((one, n) => {
      const jam = jams.find(
        ({ half, from }) => half === ship % 2 && one.at >= from && one.at < from + 15 * MINUTE,
      )
      const place = jam && {
        lat: jam.lat + dice.between(-0.01, 0.01),
        lon: jam.lon + dice.between(-0.01, 0.01),
      }
      return { ...one, ...place, id: ship * 10_000 + n + 1 }
    }),
  )
}

test('areas of every kind are reported in a sea', () => {
  const ships = fleet(2)
  const sea = seaOf(rules, SHIPS)
  take(
    sea,
    comingOf(ships, (fixes) => fixes),
  )
  end(sea, ships)
  expect(rules.map(({ id }) => id).filter((id) => !sea.changes.some(({ rule }) => rule === id))).toEqual([])
  expect(new Set(sea.changes.map(({ what }) => what))).toEqual(new Set(['HIT', 'AGAIN', 'CLEARED']))
})

test.each([1, 2, 3, 4, 5, 6])('whatever comes late, the same stands of areas in the end: sea %i', (seed) => {
  const ships = fleet(seed)
  const standingOf = (order: (fixes: Fix[]) => Fix[], asking = rules) => {
    const sea = seaOf(asking, SHIPS)
    take(sea, comingOf(ships, order))
    end(sea, ships)
    return { stands: standing(sea.changes), changes: sea.changes }
  }
  const { stands, changes } = standingOf((fixes) => fixes)
  expect(stands.length).toBeGreaterThan(3)
  expect(changes.filter(({ what }) => what === 'REVISED')).toEqual([])
  expect(standingOf((fixes) => disordered(new Dice(seed + 100), fixes, 15)).stands).toEqual(stands)
  // As who looks back with it, all at once and with it alone.
  for (const rule of rules) {
    const alone = seaOf([rule], SHIPS)
    for (const { ship, each } of comingOf(ships, (fixes) => fixes)) alone.evaluator.takeFix(ship, each)
    end(alone, ships)
    expect(standing(alone.changes)).toEqual(stands.filter((hit) => hit.startsWith(`${rule.id}.`)))
  }
})

test.each(Array.from({ length: 12 }, (_, i) => 70 + i * 53))(
  'killed %i minutes on, another goes on with what is told of areas, and tells nothing twice',
  (minute) => {
    const ships = fleet(9)
    const coming = comingOf(ships, (fixes) => disordered(new Dice(3), fixes, 10))
    const whole = seaOf(rules, SHIPS)
    take(whole, coming, true)
    end(whole, ships)
    const first = seaOf(rules, SHIPS)
    const until = coming.findIndex(({ each }) => each.receivedAt > T0 + minute * MINUTE)
    take(first, coming.slice(0, until), true)
    const { checkpoint, areas } = JSON.parse(
      JSON.stringify({
        checkpoint: Array.from({ length: SHIPS }, (_, ship) => first.evaluator.saved(ship)),
        areas: first.evaluator.savedAreas(),
      }),
    ) as { checkpoint: (SavedShip | null)[]; areas: SavedArea[] }
    const last = new Map<string, Change>()
    for (const change of first.changes) last.set(change.id, change)
    const found = [...last.values()].flatMap(({ what, ...more }): HitEvent[] =>
      what === 'REVISED' ? [] : [{ ...more, what }],
    )
    const next = seaOf(rules, 0)
    for (const [ship, state] of checkpoint.entries()) {
      if (state === null) next.meet(ship)
      else next.evaluator.resume(ship, state, [])
    }
    next.evaluator.resumeAreas(areas, found)
    take(
      next,
      coming.slice(0, until).filter(({ ship, each }) => each.at > (checkpoint[ship]?.at ?? -Infinity)),
    )
    next.evaluator.resumed()
    expect(next.changes.map(({ what, id }) => `${what} ${id}`)).toEqual([])
    take(next, coming.slice(until), true)
    end(next, ships)
    expect(standing([...first.changes, ...next.changes])).toEqual(standing(whole.changes))
  },
)
