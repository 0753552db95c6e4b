import { RuleDraft, type EvaluatedRule, type RuleNode } from '@samudra/contract/rules'
import { read } from '@samudra/contract/kernel'
import type { Change } from '../src/pairs/differences.ts'
import { Evaluator } from '../src/evaluator.ts'
import type { Fix } from '../src/running/fix-log.ts'
import type { ShipFacts } from '../src/running/memory.ts'
import { NO_WORLD, type World } from '../src/world.ts'

export const T0 = Date.parse('2026-03-01T00:00:00Z')
export const MINUTE = 60_000

/** A rule as it came over the wire, read by the contract. */
export function aRule(when: RuleNode, more: Partial<EvaluatedRule> = {}): EvaluatedRule {
  const { id = 'rule', version = 1, ...fields } = more
  const draft = read(RuleDraft, {
    name: id,
    severity: 'HIGH',
    category: 'AIS_BEHAVIOUR',
    visibility: 'CENTRE',
    subject: 'VESSEL',
    when,
    dedupe: { key: ['mmsi'], window_min: 0 },
    limits: { max_hits_per_hour: 1000 },
    ...fields,
  })
  if (!draft.ok) throw new Error(JSON.stringify(draft.fields))
  return { ...draft.value, id, version }
}

export const facts = (more: Partial<ShipFacts> = {}): ShipFacts => ({
  mmsi: '419000001',
  split: 0,
  imo: null,
  ship_name: 'MATSYA',
  call_sign: null,
  country: 'India',
  ship_type: 'CARGO',
  destination: null,
  length: 120,
  beam: 20,
  draught: 7,
  anomalies: [],
  number_rank: null,
  heard_elsewhere: 0,
  ...more,
})

/** A fix so many minutes after the beginning. */
export const fix = (minute: number, more: Partial<Fix> = {}): Fix => ({
  at: T0 + minute * MINUTE,
  id: 1000 + Math.round(minute * 100),
  source: 1,
  lat: 8,
  lon: 76,
  sog: 10,
  cog: 90,
  heading: 90,
  rot: 0,
  nav: 0,
  receivedAt: T0 + minute * MINUTE,
  ...more,
})

/** Creates an evaluator with vessel 1, and records its events with the minutes after the beginning. */
export function aSea(rules: readonly EvaluatedRule[], world: World = NO_WORLD, keepMs?: number) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, world, {
    hear: (change) => void changes.push(change),
    ...(keepMs === undefined ? {} : { keepMs }),
  })
  evaluator.meet(1, facts())
  return {
    evaluator,
    changes,
    events: () => changes.map(({ what, rule, at }) => `${what} ${rule} ${(at - T0) / MINUTE}`),
    sails: (...fixes: Fix[]) => fixes.map((one) => evaluator.takeFix(1, one)),
  }
}

/** Hits that were not revised: since when they are open or over, how often they came again, their beginning and end. */
export function standing(changes: readonly Change[]): string[] {
  const hits = new Map<string, Change>()
  for (const change of changes) hits.set(change.id, change)
  return [...hits.values()]
    .filter(({ what }) => what !== 'REVISED')
    .map(
      ({ id, what, at, again, begunAt, endedAt }) =>
        `${id} ${what === 'CLEARED' ? 'over' : 'open'} ${(at - T0) / MINUTE} ${again} ${begunAt} ${endedAt}`,
    )
    .sort()
}
