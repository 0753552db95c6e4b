/**
 * Rules over fixes: how many fixes a CPU second pass 10 to 10,000 rules of three and four conditions on what a ship says
 * of herself and where she goes, by our evaluator and by json-rules-engine, over the same fixes in the same process, in
 * turns; both must find the same rules. Then 500 rules of all kinds of conditions over 20,000 ships.
 * `npm run bench -- rules [--ships=2000]`
 */
import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Evaluator } from '@samudra/rules/evaluator'
import type { Fix } from '@samudra/rules/fix-log'
import { NO_WORLD } from '@samudra/rules/world'
import { Engine, type ConditionProperties } from 'json-rules-engine'
import { Dice } from '@samudra/sim/dice'
import { randomCondition } from '../rules/testing/random-rules.ts'
import { aRule, facts, T0 } from '../rules/testing/a-sea.ts'
import { option, printTable, printTarget, sized, whole } from './report.ts'

const SHIPS = Number(option('ships', String(sized(2_000, 50))))
const COUNTS = sized(option('rules', '10,100,500,1000,10000').split(',').map(Number), [10, 100])
/** Fixes for the peer, which takes milliseconds for one. */
const FOR_PEER = sized(400, 20)
const ROUNDS = sized(20, 2)
const TYPES = ['CARGO', 'TANKER', 'FISHING', 'PASSENGER', 'PLEASURECRAFT', 'OTHERS']
const FLAGS = ['India', 'Sri Lanka', 'Panama', 'Liberia', 'Maldives', 'Oman', 'Iran', 'China']

const dice = new Dice(11)
type Condition = Extract<RuleNode, { k: 'attr' }>

/** As a person writes them: whom it is about, and how she goes. */
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

const ships = Array.from({ length: Math.max(SHIPS, sized(20_000, 100)) }, (_, i) =>
  facts({
    mmsi: String(419_000_000 + i),
    ship_type: dice.pick(TYPES),
    country: dice.pick(FLAGS),
    length: dice.whole(20, 350),
    draught: dice.whole(2, 18),
  }),
)
type Way = { lat: number; lon: number; sog: number; cog: number }
const ways = ships.map((): Way => ({
  lat: dice.between(5, 11),
  lon: dice.between(73, 80),
  sog: dice.between(0, 22),
  cog: dice.between(0, 360),
}))

/** The next fix of a ship, some seconds of sailing on; one object is filled again and again. */
const next: Fix = {
  at: 0,
  id: 0,
  source: 1,
  lat: 0,
  lon: 0,
  sog: 0,
  cog: 0,
  heading: 0,
  rot: 0,
  nav: 0,
  receivedAt: 0,
}
let count = 0
function sail(ship: number, at: number): Fix {
  const way = ways[ship]!
  way.sog = Math.max(0, way.sog + dice.between(-0.3, 0.3))
  way.cog = (way.cog + dice.between(-3, 3) + 360) % 360
  way.lat += Math.cos((way.cog * Math.PI) / 180) * way.sog * 0.00003
  way.lon += Math.sin((way.cog * Math.PI) / 180) * way.sog * 0.00003
  next.at = at
  next.receivedAt = at
  next.id = ++count
  next.lat = way.lat
  next.lon = way.lon
  next.sog = Math.round(way.sog * 10) / 10
  next.cog = Math.round(way.cog * 10) / 10
  return next
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
function peerOf(asked: readonly Condition[][]): Engine {
  const engine = new Engine([], { allowUndefinedFacts: true })
  for (const [i, all] of asked.entries())
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
  const asked = Array.from({ length: rules }, conditions)
  const holding = new Map<string, Set<string>>()
  const evaluator = new Evaluator(
    asked.map((of, i) => rule(String(i), { op: 'ALL', of })),
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

  const peer = peerOf(asked)
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

const kinds = new Dice(5)
const FLEET = sized(20_000, 100)
const said = { hits: 0 }
const wild = new Evaluator(
  Array.from({ length: 500 }, (_, i) => rule(`w${i}`, randomCondition(kinds))),
  NO_WORLD,
  { hear: () => void said.hits++ },
)
for (let ship = 0; ship < FLEET; ship++) wild.meet(ship, ships[ship]!)
const heapBefore = process.memoryUsage().heapUsed
let wildAt = T0
const wildRound = () => {
  wildAt += 50_000
  for (let ship = 0; ship < FLEET; ship++) wild.takeFix(ship, sail(ship, wildAt))
  wild.advance(wildAt)
}
wildRound()
wildRound()
const wildBegan = cpuMs()
const WILD_ROUNDS = sized(6, 1)
for (let i = 0; i < WILD_ROUNDS; i++) wildRound()
const rate = (FLEET * WILD_ROUNDS) / ((cpuMs() - wildBegan) / 1000)
globalThis.gc?.()
const perShip = (process.memoryUsage().heapUsed - heapBefore) / FLEET
console.log(
  `\n500 rules of every kind over ${whole(FLEET)} ships: ${whole(rate)} fixes a CPU second, ${whole(said.hits)} said, ${(perShip / 1024).toFixed(1)} KB a ship, ${(perShip / 500).toFixed(1)} bytes a ship and rule`,
)
printTarget('500 rules of every kind: fixes a CPU second', rate, { atLeast: 400 })

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
const pairRows: string[][] = []
for (const fleet of sized([2_000, 20_000], [100])) {
  let found = 0
  const sea = new Evaluator(ofPairs, NO_WORLD, { hear: () => void found++ })
  const way = Array.from({ length: fleet }, (): Way => ({
    lat: dice.between(-10, 25),
    lon: dice.between(50, 95),
    sog: dice.next() < 0.4 ? dice.between(0, 1) : dice.between(5, 20),
    cog: dice.between(0, 360),
  }))
  for (let ship = 0; ship < fleet; ship++) sea.meet(ship, ships[ship % ships.length]!)
  let pairAt = T0
  const pass = () => {
    pairAt += 60_000
    for (let ship = 0; ship < fleet; ship++) {
      ways[0] = way[ship]!
      sea.takeFix(ship, sail(0, pairAt))
    }
  }
  pass()
  pass()
  const begin = cpuMs()
  const passes = sized(10, 1)
  for (let i = 0; i < passes; i++) pass()
  const perS = (fleet * passes) / ((cpuMs() - begin) / 1000)
  pairRows.push([whole(fleet), whole(perS), whole(found)])
}
printTable('Rules of two ships', ['ships', 'fixes a CPU s', 'said'], pairRows)
