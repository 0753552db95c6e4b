import type { RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import type { Fix } from '../src/running/fix-log.ts'
import { fix, MINUTE, T0 } from './a-sea.ts'

const SHIP_TYPES = ['CARGO', 'TANKER', 'FISHING', 'PASSENGER']
const COUNTRIES = ['India', 'Sri Lanka', 'Panama', 'Liberia']

const square = (dice: Dice) => {
  const [west, south] = [75.5 + dice.between(0, 1), 7.5 + dice.between(0, 1)]
  const [east, north] = [west + dice.between(0.05, 0.5), south + dice.between(0.05, 0.5)]
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { area: { type: 'Polygon' as const, coordinates: [ring] } }
}

const minutes = (dice: Dice, most: number) => 5 + Math.floor(dice.between(0, most))
type Timing = { for_min?: number; within_min?: number; times?: number }
const timing = (dice: Dice): Timing => {
  const at = dice.between(0, 10)
  if (at < 1.5) return { for_min: minutes(dice, 60) }
  if (at < 2.5) return { within_min: minutes(dice, 120), times: 1 + Math.floor(dice.between(0, 3)) }
  return at < 3 ? { within_min: minutes(dice, 60) } : {}
}

/** Returns a random condition of any kind for a vessel. */
function predicate(dice: Dice): RuleNode {
  const sog = dice.between(0, 20)
  const zone = square(dice)
  const kinds: (() => RuleNode)[] = [
    () => ({
      k: 'attr',
      field: 'sog',
      cmp: dice.pick(['lt', 'lte', 'gt', 'gte']),
      value: sog,
      ...timing(dice),
    }),
    () => ({ k: 'attr', field: 'sog', cmp: 'between', value: [sog, sog + 5], ...timing(dice) }),
    () => ({ k: 'attr', field: 'cog', cmp: 'between', value: [sog * 10, sog * 10 + 90] }),
    () => ({ k: 'attr', field: 'ship_type', cmp: dice.pick(['eq', 'ne']), value: dice.pick(SHIP_TYPES) }),
    () => ({ k: 'attr', field: 'country', cmp: 'in', value: [dice.pick(COUNTRIES), dice.pick(COUNTRIES)] }),
    () => ({
      k: 'attr',
      field: 'nav_status',
      cmp: 'eq',
      value: dice.pick(['Moored', 'At anchor']),
      ...timing(dice),
    }),
    () => ({ k: 'attr', field: 'length', cmp: 'gt', value: dice.between(50, 250) }),
    () => ({ k: 'attr', field: 'ship_name', cmp: 'matches', value: dice.pick(['*A*', 'S?G*', '*1']) }),
    () => ({ k: 'zone', rel: dice.pick(['INSIDE', 'OUTSIDE']), zone, ...timing(dice) }),
    () => ({ k: 'zone', rel: dice.pick(['ENTER', 'EXIT', 'CROSS']), zone }),
    () => ({ k: 'zone', rel: 'DWELL', zone, min: minutes(dice, 60) }),
    () => ({ k: 'zone', rel: 'NEAR', zone, nm: dice.between(1, 10) }),
    () => ({ k: 'zone', rel: dice.pick(['HEADING_TO', 'REACHABLE']), zone, eta_min: minutes(dice, 60) }),
    () => ({ k: 'silence', min: minutes(dice, 90) }),
    () => ({ k: 'attr', field: 'sog', cmp: 'stale' }),
    () => ({
      k: 'attr',
      field: dice.pick(['sog', 'nav_status']),
      cmp: 'older_than',
      value: minutes(dice, 60),
    }),
    () => ({ k: 'appear', after_min: minutes(dice, 60), ...timing(dice) }),
    () => ({ k: 'change', field: 'sog', delta: dice.between(2, 10), within_min: minutes(dice, 20) }),
    () => ({ k: 'change', field: 'cog', delta: dice.between(20, 120), within_min: minutes(dice, 20) }),
    () => ({ k: 'change', field: dice.pick(['destination', 'nav_status', 'ship_name']) }),
    () => ({ k: 'event', types: ['ENCOUNTER_EVENT'], min_confidence: 2 }),
    () => ({ k: 'list', in: dice.between(0, 1) < 0.7, list: dice.pick(['friends', 'watched']) }),
    () => ({ k: 'source', min_independent: 2 }),
    () => ({
      k: 'agg',
      fn: dice.pick(['avg', 'max', 'min', 'count']),
      of: 'sog',
      window_min: minutes(dice, 60),
      cmp: 'gt',
      value: sog,
    }),
    () => ({
      k: 'seq',
      steps: [predicate(dice), predicate(dice)],
      within_min: minutes(dice, 120),
      same_vessel: true,
    }),
    () => ({ k: 'near', to: { point: { lat: 8, lon: 76 } }, nm: dice.between(2, 20) }),
  ]
  return dice.pick(kinds)()
}

/** A condition with groups in groups. */
export function randomCondition(dice: Dice, depth = 0): RuleNode {
  if (depth > 2 || dice.between(0, 1) < 0.4) return predicate(dice)
  const of = Array.from({ length: 1 + Math.floor(dice.between(0, 3)) }, () =>
    randomCondition(dice, depth + 1),
  )
  const op = dice.pick(['ALL', 'ALL', 'ANY', 'NONE', 'AT_LEAST'] as const)
  const withSilence = /silence|stale|older_than/.test(JSON.stringify(of))
  const held = withSilence || dice.between(0, 1) < 0.85 ? {} : { for_min: minutes(dice, 40) }
  return op === 'AT_LEAST' ? { op, n: Math.ceil(of.length / 2), of, ...held } : { op, of, ...held }
}

/** Returns a random condition at a whole minute, for a vessel alone or as the other of two. */
function ofOneOfTwo(dice: Dice): RuleNode {
  const sog = dice.between(0, 12)
  return dice.pick<RuleNode>([
    { k: 'attr', field: 'sog', cmp: dice.pick(['lt', 'gt']), value: sog },
    { k: 'attr', field: 'ship_type', cmp: dice.pick(['eq', 'ne']), value: dice.pick(SHIP_TYPES) },
    { k: 'attr', field: 'cog', cmp: 'between', value: [sog * 20, sog * 20 + 120] },
    { k: 'zone', rel: dice.pick(['INSIDE', 'OUTSIDE']), zone: square(dice) },
  ])
}
/**
 * Returns a random condition on two vessels: near each other, about to meet, or one after the other. It stands alone
 * or with a condition on the vessel.
 */
export function randomOfTwo(dice: Dice): RuleNode {
  const to = ofOneOfTwo(dice)
  const near: RuleNode = { k: 'near', to, nm: dice.between(0.1, 3), ...timing(dice) }
  const cpa: RuleNode = { k: 'cpa', to, nm: dice.between(0.1, 2), tcpa_min: minutes(dice, 20) }
  const steps = [ofOneOfTwo(dice), ofOneOfTwo(dice)]
  const turns: RuleNode = { k: 'seq', steps, within_min: minutes(dice, 120), same_vessel: false }
  return dice.pick<RuleNode>([
    near,
    cpa,
    { op: 'ALL', of: [near, ofOneOfTwo(dice)] },
    { op: 'ANY', of: [near, cpa] },
    { op: 'ALL', of: [{ ...near, nm: 1 }, turns] },
  ])
}

/**
 * Returns a random condition on a source, alone or in groups: when it reports, how much, for how many vessels and how
 * late.
 */
export function randomOfSource(dice: Dice, depth = 0): RuleNode {
  if (depth < 2 && dice.between(0, 1) < 0.4) {
    const of = Array.from({ length: 1 + Math.floor(dice.between(0, 3)) }, () =>
      randomOfSource(dice, depth + 1),
    )
    const op = dice.pick(['ALL', 'ANY', 'NONE', 'AT_LEAST'] as const)
    return op === 'AT_LEAST' ? { op, n: Math.ceil(of.length / 2), of } : { op, of }
  }
  const window_min = minutes(dice, 50)
  const cmp = dice.pick(['lt', 'lte', 'gt', 'gte'] as const)
  return dice.pick<RuleNode>([
    { k: 'silence', min: minutes(dice, 40) },
    { k: 'appear', after_min: minutes(dice, 30), ...timing(dice) },
    { k: 'agg', fn: 'count', of: 'vessels', window_min, cmp, value: dice.between(0, 30), ...timing(dice) },
    { k: 'agg', fn: 'distinct', of: 'vessels', window_min, cmp, value: dice.between(0, 3), ...timing(dice) },
    { k: 'agg', fn: 'avg', of: 'latency_s', window_min, cmp, value: dice.between(0, 400) },
    { k: 'attr', field: 'latency_s', cmp, value: dice.between(0, 400), ...timing(dice) },
    { k: 'attr', field: 'gap_min', cmp: 'gt', value: dice.between(1, 20) },
    { k: 'attr', field: 'source', cmp: 'in', value: ['1'] },
    { k: 'source', any: ['1', '3'] },
    { k: 'change', field: 'latency_s', delta: dice.between(20, 400), within_min: minutes(dice, 20) },
    { k: 'expr', text: 'latency_s > 20 s' },
    {
      k: 'seq',
      steps: [
        { k: 'silence', min: minutes(dice, 10) },
        { k: 'attr', field: 'latency_s', cmp: 'gt', value: dice.between(0, 20) },
      ],
      within_min: minutes(dice, 120),
      same_vessel: true,
    },
  ])
}

/** Fixes of a ship over some hours: under way, slow, lying, turning, out of hearing, what is missing now and then. */
export function randomWay(dice: Dice, hours: number): Fix[] {
  const fixes: Fix[] = []
  let [lat, lon, cog, sog, minute] = [
    8 + dice.between(-0.3, 0.3),
    76 + dice.between(-0.3, 0.3),
    dice.between(0, 360),
    10,
    0,
  ]
  let nav = 0
  while (minute < hours * 60) {
    const pace = dice.between(0, 1)
    if (pace < 0.03) {
      sog = dice.pick([0.2, 1, 5, 12, 18])
      nav = sog < 0.5 ? dice.pick([1, 5]) : 0
    }
    if (pace > 0.93) cog = (cog + dice.between(-90, 90) + 360) % 360
    const step = pace > 0.985 ? dice.between(20, 200) : dice.between(0.5, 4)
    minute += step
    const run = (sog * step) / 60 / 60
    lat += run * Math.cos((cog * Math.PI) / 180)
    lon += run * Math.sin((cog * Math.PI) / 180)
    if (lat < 7 || lat > 9.5 || lon < 75 || lon > 77.5) cog = (cog + 180) % 360
    fixes.push(
      fix(Math.round(minute * 60) / 60, {
        id: fixes.length + 1,
        source: dice.pick([1, 2]),
        lat,
        lon,
        cog,
        nav,
        sog: dice.between(0, 1) < 0.05 ? Number.NaN : sog + dice.between(-0.2, 0.2),
      }),
    )
  }
  return fixes.map((one) => ({ ...one, receivedAt: one.at + 2000 }))
}

/** When what came arrives: most at once, some late, some twice, each no later than so many minutes. */
export function disordered(dice: Dice, fixes: readonly Fix[], latest: number): Fix[] {
  return fixes
    .flatMap((one) => {
      const late = dice.between(0, 1) < 0.15 ? dice.between(0, latest) * MINUTE : dice.between(0, 3000)
      const came = { ...one, receivedAt: one.at + late }
      return dice.between(0, 1) < 0.05 ? [came, { ...came, receivedAt: came.receivedAt + 4000 }] : [came]
    })
    .sort((a, b) => a.receivedAt - b.receivedAt)
}

export const LAST = (fixes: readonly Fix[]) => Math.max(T0, ...fixes.map(({ at }) => at))
