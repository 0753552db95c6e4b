/**
 * Measures rules on fixes: how many fixes a CPU second pass 10 to 10,000 rules of three and four conditions on a
 * vessel's own reports and movement. Our evaluator and json-rules-engine run on the same fixes in the same process, in
 * turns; both must find the same rules. Then measures rules of all condition kinds and the state they store per
 * vessel. Then measures rules of zones beside the lookup of vessels in zones, and rules of two vessels for up to
 * 200,000. `npm run bench -- rules [--ships=2000]`
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Crossings } from '@samudra/nautical/tracks/crossings'
import { circleAround } from '@samudra/nautical/polygons/shapes'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { Evaluator } from '@samudra/rules/evaluator'
import { emptyFix, type Fix } from '@samudra/rules/running/fix-log'
import { NO_WORLD } from '@samudra/rules/world'
import { Engine, type ConditionProperties } from 'json-rules-engine'
import { Dice } from '@samudra/sim/dice'
import { randomCondition } from '../rules/testing/random-rules.ts'
import { aRule, facts, T0 } from '../rules/testing/a-sea.ts'
import { option, printTable, printTarget, sized, whole } from './report.ts'
import { drawWays, sailOn, type Way } from './rule-fleet.ts'

const SHIPS = Number(option('ships', String(sized(2_000, 50))))
const COUNTS = sized(option('rules', '10,100,500,1000,10000').split(',').map(Number), [10, 100])
/** Fixes for the peer, which takes milliseconds for one. */
const FOR_PEER = sized(400, 20)
const ROUNDS = sized(20, 2)
const TYPES = ['CARGO', 'TANKER', 'FISHING', 'PASSENGER', 'PLEASURECRAFT', 'OTHERS']
const FLAGS = ['India', 'Sri Lanka', 'Panama', 'Liberia', 'Maldives', 'Oman', 'Iran', 'China']

const dice = new Dice(11)
type Condition = Extract<RuleNode, { k: 'attr' }>

/** Returns conditions as users write them: on the subject and its movement. */
function conditions(): Condition[] {
  const attr = (field: Condition['field'], cmp: Condition['cmp'], value: Condition['value']): Condition => ({
    k: 'attr',
    field,
    cmp,
    value,
  })
  const all = [
    attr('ship_type', 'eq', dice.pick(TYPES)),
    attr('sog', dice.pick(['gt', 'lt'] as const), dice.whole(1, 25)),
    attr('country', 'in', [dice.pick(FLAGS), dice.pick(FLAGS)]),
    attr('length', 'gt', dice.whole(50, 300)),
    attr('cog', 'gt', dice.whole(0, 359)),
    attr('latitude', 'lt', dice.between(5, 11)),
    attr('draught', 'lte', dice.whole(3, 15)),
  ]
  const [first, second, ...rest] = all
  return [first!, second!, ...rest.toSorted(() => dice.next() - 0.5).slice(0, dice.whole(1, 2))]
}

const rule = (id: string, when: RuleNode) => aRule(when, { id, limits: { max_hits_per_hour: 100_000 } })

const ships = Array.from({ length: SHIPS }, (_, i) =>
  facts({
    mmsi: String(419_000_000 + i),
    ship_type: dice.pick(TYPES),
    country: dice.pick(FLAGS),
    length: dice.whole(20, 350),
    draught: dice.whole(2, 18),
  }),
)
const ways = drawWays(dice, ships.length, { south: 5, north: 11, west: 73, east: 80 })

/** A fix at an instant; one object is filled again and again. */
const next: Fix = { ...emptyFix(), source: 1 }
let count = 0
function fixOf(way: Way, at: number): Fix {
  next.at = at
  next.receivedAt = at
  next.id = ++count
  next.lat = way.lat
  next.lon = way.lon
  next.sog = Math.round(way.sog * 10) / 10
  next.cog = Math.round(way.cog * 10) / 10
  return next
}
/** The next fix of a ship, some seconds of sailing on. */
function sail(ship: number, at: number): Fix {
  const way = ways[ship]!
  sailOn(dice, way, 10_000)
  return fixOf(way, at)
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const PEER_NAMES = {
  eq: 'equal',
  gt: 'greaterThan',
  lt: 'lessThan',
  lte: 'lessThanInclusive',
  in: 'in',
} as const
function peerOf(query: readonly Condition[][]): Engine {
  const engine = new Engine([], { allowUndefinedFacts: true })
  for (const [i, all] of query.entries())
    engine.addRule({
      name: String(i),
      conditions: {
        all: all.map(({ field, cmp, value }): ConditionProperties => ({
          fact: field,
          operator: PEER_NAMES[cmp as keyof typeof PEER_NAMES],
          value,
        })),
      },
      event: { type: String(i) },
    })
  return engine
}

const rows: string[][] = []
for (const rules of COUNTS) {
  const query = Array.from({ length: rules }, conditions)
  const holding = new Map<string, Set<string>>()
  const evaluator = new Evaluator(
    query.map((of, i) => rule(String(i), { op: 'ALL', of })),
    NO_WORLD,
    {
      hear: ({ what, rule: id, ship }) => {
        const key = String(ship)
        const held = holding.get(key) ?? new Set()
        holding.set(key, held)
        if (what === 'HIT') held.add(id)
        else held.delete(id)
      },
    },
  )
  for (let ship = 0; ship < SHIPS; ship++) evaluator.meet(ship, ships[ship]!)
  let at = T0
  const round = () => {
    at += 10_000
    for (let ship = 0; ship < SHIPS; ship++) evaluator.takeFix(ship, sail(ship, at))
  }
  round()
  const before = process.memoryUsage().heapUsed
  const began = cpuMs()
  for (let i = 0; i < ROUNDS; i++) round()
  const ours = (SHIPS * ROUNDS) / ((cpuMs() - began) / 1000)

  const peer = peerOf(query)
  let [differences, peerMs] = [0, 0]
  const sample = Math.max(4, Math.round(FOR_PEER / Math.max(1, rules / 100)))
  for (let i = 0; i < sample; i++) {
    const ship = i % SHIPS
    const way = sail(ship, at + 10_000 + i)
    evaluator.takeFix(ship, way)
    const { ship_type, country, length, draught } = ships[ship]!
    const record = { ship_type, country, length, draught, sog: way.sog, cog: way.cog, latitude: way.lat }
    const start = cpuMs()
    const { events } = await peer.run(record)
    peerMs += cpuMs() - start
    const found = new Set(events.map(({ type }) => type))
    const held = holding.get(String(ship)) ?? new Set<string>()
    if (found.size !== held.size || [...found].some((id) => !held.has(id))) differences++
  }
  const theirs = sample / (peerMs / 1000)
  const heap = (process.memoryUsage().heapUsed - before) / 1e6
  rows.push([
    String(rules),
    whole(ours),
    theirs.toFixed(theirs < 10 ? 1 : 0),
    whole(ours / theirs),
    String(differences),
    heap.toFixed(0),
  ])
  if (rules === 500) printTarget('500 rules, times json-rules-engine', ours / theirs, { atLeast: 200 })
}
printTable(
  `Rules of three and four conditions over ${whole(SHIPS)} ships`,
  ['rules', 'fixes a CPU s', 'json-rules-engine', 'times', 'differences', 'heap MB more'],
  rows,
)

/** Bytes of the heap and of buffers beside it, once garbage is gone. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function heldBytes(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** A fleet that sails on, all of its ships a minute at a time. */
class Fleet {
  at = T0
  readonly #ways: Way[]
  readonly #dice: Dice
  constructor(count: number, waters: Parameters<typeof drawWays>[2], seed = 3) {
    this.#dice = new Dice(seed)
    this.#ways = drawWays(this.#dice, count, waters)
  }
  meet(evaluator: Evaluator): void {
    for (const ship of this.#ways.keys()) evaluator.meet(ship, ships[ship % ships.length]!)
  }
  /** Returns the CPU ms that a callback takes to receive one fix of every vessel. */
  pass(hear: (ship: number, fix: Fix) => void): number {
    this.at += 60_000
    for (const way of this.#ways) sailOn(this.#dice, way, 60_000)
    const began = cpuMs()
    for (const [ship, way] of this.#ways.entries()) hear(ship, fixOf(way, this.at))
    return cpuMs() - began
  }
}
const perSecond = (fleet: number, took: readonly number[]) =>
  (fleet * took.length * 1000) / took.reduce((sum, ms) => sum + ms, 0)
const passes = (count: number, pass: () => number) => Array.from({ length: count }, pass)

const CROWDED = { south: 7.3, north: 8.7, west: 75.3, east: 76.7 }
const OFF_INDIA = { south: -10, north: 25, west: 50, east: 95 }
const WORLD = { south: -50, north: 60, west: -179, east: 179 }
/** As long as something may come late, twice, and some: from then on no ship takes more. */
const WARM = sized(34, 2)
{
  const fleet = sized(2_000, 50)
  const kindRows = sized([10, 100, 500], [10]).map((count) => {
    const kinds = new Dice(5)
    const before = heldBytes()
    let text = 0
    const evaluator = new Evaluator(
      Array.from({ length: count }, (_, i) => rule(`w${i}`, randomCondition(kinds))),
      NO_WORLD,
      { hear: () => void text++ },
    )
    const sea = new Fleet(fleet, CROWDED)
    sea.meet(evaluator)
    const round = () => sea.pass((ship, fix) => void evaluator.takeFix(ship, fix))
    passes(WARM, round)
    evaluator.advance(sea.at)
    const held = (heldBytes() - before) / fleet
    const rate = perSecond(fleet, passes(sized(10, 1), round))
    if (count === 500) printTarget('500 rules of every kind: fixes a CPU second', rate, { atLeast: 400 })
    return [whole(count), whole(rate), whole(text), (held / 1024).toFixed(1), (held / count).toFixed(0)]
  })
  printTable(
    `Rules of every kind over ${whole(fleet)} ships that are all where their zones are`,
    ['rules', 'fixes a CPU s', 'said', 'KB a ship', 'bytes a ship and rule'],
    kindRows,
  )
}

/** Rules that ask of zones alone, beside what finds who is in which zone. */
{
  const fleet = sized(20_000, 100)
  const zones = Array.from({ length: 500 }, () =>
    circleAround(place(dice.between(-10, 25), dice.between(50, 95)), dice.between(5, 60) * METRES_PER_NM),
  )
  const crossings = new Crossings(1_800_000, () => undefined)
  for (const [zone, ring] of zones.entries()) crossings.putZone(zone, [[ring]])
  let text = 0
  const evaluator = new Evaluator(
    zones.map((ring, i) =>
      rule(`zone ${i}`, {
        k: 'zone',
        rel: dice.pick(['INSIDE', 'ENTER', 'EXIT', 'CROSS']),
        zone: { area: { type: 'Polygon', coordinates: [ring] } },
      }),
    ),
    NO_WORLD,
    { hear: () => void text++ },
  )
  const [alone, ruled] = [new Fleet(fleet, OFF_INDIA), new Fleet(fleet, OFF_INDIA)]
  ruled.meet(evaluator)
  const [took, tookByRules]: number[][] = [[], []]
  for (let n = 0; n < sized(20, 2); n++) {
    took!.push(alone.pass((ship, fix) => void crossings.take(ship, fix.at, fix.lat, fix.lon, fix.id, 1, 100)))
    tookByRules!.push(ruled.pass((ship, fix) => void evaluator.takeFix(ship, fix)))
  }
  printTable(
    `500 zones and ${whole(fleet)} ships`,
    ['', 'fixes a CPU s', 'said'],
    [
      ['who is in which zone', whole(perSecond(fleet, took!.slice(1))), ''],
      ['a rule of each', whole(perSecond(fleet, tookByRules!.slice(1))), whole(text)],
    ],
  )
}

/** Two ships within 500 m, both slow, for two hours; and two that will meet: the rules of two ships everybody has. */
const near: RuleNode = {
  k: 'near',
  to: { k: 'attr', field: 'sog', cmp: 'lte', value: 2 },
  nm: 0.27,
  max_sog: 2,
}
const ofPairs = [
  rule('encounter', { op: 'ALL', of: [near], for_min: 120 }),
  rule('meeting', { k: 'cpa', to: { k: 'attr', field: 'sog', cmp: 'gt', value: 5 }, nm: 0.2, tcpa_min: 6 }),
].map((one): EvaluatedRule => ({ ...one, subject: 'PAIR' }))
const pairRows = sized([2_000, 20_000, 200_000], [100]).map((fleet) => {
  const before = heldBytes()
  let text = 0
  const evaluator = new Evaluator(ofPairs, NO_WORLD, { hear: () => void text++ })
  const sea = new Fleet(fleet, fleet > 20_000 ? WORLD : OFF_INDIA)
  sea.meet(evaluator)
  const round = () => sea.pass((ship, fix) => void evaluator.takeFix(ship, fix))
  // One hour of positions is stored.
  const rate = perSecond(fleet, passes(sized(66, 2), round))
  const held = heldBytes() - before
  return [whole(fleet), whole(rate), whole(text), whole(held / 1e6), (held / fleet / 1024).toFixed(1)]
})
printTable(
  'Rules of two ships: encounters, and who will meet whom; off India, 200,000 on all oceans',
  ['ships', 'fixes a CPU s', 'said', 'MB', 'KB a ship'],
  pairRows,
)
