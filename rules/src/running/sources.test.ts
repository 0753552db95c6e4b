import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, fix, MINUTE, standing, T0 } from '../../testing/a-sea.ts'
import { disordered, randomOfSource, randomWay } from '../../testing/random-rules.ts'
import type { Change } from '../pairs/differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { Fix } from './fix-log.ts'
import type { Explained } from '../plans/node.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import { NO_WORLD } from '../world.ts'

const ofSource = (when: RuleNode, more: Partial<EvaluatedRule> = {}) =>
  aRule(when, { subject: 'SOURCE', dedupe: { key: ['source'], window_min: 0 }, ...more })

/** Creates an evaluator of source rules that receives everything from the beginning on. */
function aCentre(rules: readonly EvaluatedRule[]) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: (change) => void changes.push(change) })
  const sources = evaluator.sources()!
  sources.begin(T0)
  const events = () => changes.map(({ what, at, source }) => `${what} ${(at - T0) / MINUTE} of ${source}`)
  return { changes, evaluator, sources, events }
}
/** A position that arrived so many minutes after the beginning. */
const found = (minute: number, more: Partial<Fix> = {}) => fix(minute, more)
const silent = { k: 'silence', min: 30 } as const
const few = { k: 'agg', fn: 'count', of: 'vessels', window_min: 10, cmp: 'lt', value: 3 } as const

test('a silent source is reported once with its last position, and cleared when received again', () => {
  const { changes, evaluator, sources, events } = aCentre([ofSource(silent)])
  sources.take(7, found(0.5, { source: 2, id: 1 }))
  sources.take(7, found(3.5, { source: 2, id: 2 }))
  sources.take(8, found(33, { source: 1, id: 3 }))
  evaluator.advance(T0 + 34 * MINUTE)
  expect(events()).toEqual([])
  evaluator.advance(T0 + 35 * MINUTE)
  expect(events()).toEqual(['HIT 34 of 2'])
  const [{ explanation, ...hit }] = changes as [HitEvent]
  expect(hit).toMatchObject({ id: `rule.1.source-2.${T0 + 34 * MINUTE}`, ship: -1, lat: NaN, lon: NaN })
  expect(explanation!.of[0]).toMatchObject({
    asked: 'when: is silent for 30 min',
    value: 30.5,
    unit: 'min',
    fix_ids: [2],
  })
  sources.take(8, found(40.2, { source: 2, id: 4 }))
  evaluator.advance(T0 + 60 * MINUTE)
  expect(events()).toEqual(['HIT 34 of 2', 'CLEARED 41 of 2'])
})

test('positions count on arrival, however late they were sent, and once however often read', () => {
  const { evaluator, sources, events } = aCentre([
    ofSource({ ...few, cmp: 'gte' }, { id: 'many' }),
    ofSource({ ...few, fn: 'distinct', cmp: 'gte', value: 2 }, { id: 'ships' }),
  ])
  const late = (minute: number, id: number) => found(minute, { id, at: T0 - 60 * MINUTE })
  for (const id of [1, 2]) sources.take(1, late(id, id))
  sources.take(1, late(2, 2))
  evaluator.advance(T0 + 5 * MINUTE)
  expect(events()).toEqual([])
  sources.take(2, late(6.5, 3))
  evaluator.advance(T0 + 8 * MINUTE)
  expect(events()).toEqual(['HIT 7 of 1', 'HIT 7 of 1'])
})

test('few positions are known only after a whole window, and not reported for an unused source', () => {
  const { evaluator, sources, changes, events } = aCentre([ofSource(few)])
  sources.take(1, found(1, { id: 1 }))
  evaluator.advance(T0 + 10 * MINUTE)
  expect(events()).toEqual([])
  evaluator.advance(T0 + 11 * MINUTE)
  expect(events()).toEqual(['HIT 10 of 1'])
  const { explanation } = changes[0] as HitEvent
  expect(explanation!.of[0]).toMatchObject({
    value: 1,
    threshold: 3,
    unit: 'positions',
    window: { from: T0, to: T0 + 10 * MINUTE },
  })
})

test('a source that was received before all that is known is silent, too', () => {
  const { evaluator, sources, events } = aCentre([ofSource(silent)])
  sources.begin(T0, [{ source: 4, at: T0 - 20 * MINUTE, id: 9 }])
  evaluator.advance(T0 + 11 * MINUTE)
  expect(events()).toEqual(['HIT 10 of 4'])
})

test('the delay of a source is the average of a minute, at that minute', () => {
  const late = { k: 'attr', field: 'latency_s', cmp: 'gt', value: 60, for_min: 2 } as const
  const { evaluator, sources, changes, events } = aCentre([ofSource(late)])
  for (let minute = 0.5; minute < 6; minute++) {
    const id = Math.round(minute * 100)
    const at = T0 + minute * MINUTE
    sources.take(1, found(minute, { id, receivedAt: at, at: at - (minute > 2 ? 100_000 : 10_000) }))
    sources.take(2, found(minute, { id: id + 1, receivedAt: at, at: at - 30_000 }))
  }
  evaluator.advance(T0 + 7 * MINUTE)
  expect(events()[0]).toBe('HIT 5 of 1')
  expect(leaves((changes[0] as HitEvent).explanation!).at(-1)).toMatchObject({
    value: 65,
    threshold: 60,
    unit: 's',
  })
})
const leaves = (one: Explained): Explained[] => (one.of.length === 0 ? [one] : one.of.flatMap(leaves))

test.each([
  [{ k: 'attr', field: 'sog', cmp: 'gt', value: 1 }, 'sog is for vessels'],
  [{ k: 'expr', text: 'sog > 1 kn' }, 'sog is for vessels'],
  [{ k: 'list', in: true, list: 'a' }, 'list is for vessels'],
  [{ k: 'source', max_latency_s: 10 }, 'for a SOURCE compare latency_s'],
  [{ ...few, window_min: 90 }, 'window_min of a SOURCE is 1 to 60, not 90'],
  [{ ...few, fn: 'avg' }, 'vessels have no avg'],
  [{ k: 'silence', min: 0.5 }, 'silence of a SOURCE is at least 1 minute, not 0.5'],
] as [RuleNode, string][])(
  'conditions that make no sense for a source are refused in words: %j',
  (when, words) => {
    expect(() => aCentre([ofSource(when)])).toThrow(words)
  },
)

const HOURS = 24
const dice = new Dice(11)
const drawn = Array.from({ length: 200 }, (_, i) =>
  ofSource(randomOfSource(dice), {
    id: `r${i}`,
    dedupe: { key: ['source'], window_min: dice.pick([0, 30]) },
    ...(dice.between(0, 1) < 0.2 ? { grace_min: 10 } : {}),
    ...(dice.between(0, 1) < 0.2 ? { unless: randomOfSource(dice, 2) } : {}),
    ...(dice.between(0, 1) < 0.4 ? { clear: randomOfSource(dice, 2) } : {}),
  }),
)
/** Fixes of three vessels in a day as they arrived: late, out of order and twice; ids follow the arrival. */
const arriving = Array.from({ length: 3 }, (_, ship) => ({ ship, fixes: randomWay(dice, HOURS) }))
  .flatMap(({ ship, fixes }) => disordered(dice, fixes, 15).map((one) => ({ ship, one })))
  .sort((a, b) => a.one.receivedAt - b.one.receivedAt)
  .map(({ ship, one }, i) => ({ ship, one: { ...one, id: i + 1 } }))
  // The second source is silent for hours.
  .filter(
    ({ one }) => one.source === 1 || one.receivedAt < T0 + 300 * MINUTE || one.receivedAt > T0 + 500 * MINUTE,
  )

/** Takes all that arrived, the clock going on beside; a minute is long settled when it is looked back at. */
function history(rules: readonly EvaluatedRule[]) {
  const { evaluator, sources, changes } = aCentre(rules)
  for (const { ship, one } of arriving) sources.take(ship, one)
  evaluator.advance(T0 + (HOURS + 4) * 60 * MINUTE)
  return { changes, stands: standing(changes) }
}

const whole = history(drawn)

test('two hundred random rules of sources say much of a day', () => {
  expect(new Set(whole.changes.map(({ rule }) => rule)).size).toBeGreaterThan(120)
  expect(whole.stands.length).toBeGreaterThan(500)
  expect(whole.changes.filter(({ what }) => what === 'REVISED')).toEqual([])
})

test('a rule of sources alone finds the same as among all others', () => {
  const others = drawn.filter((rule) => {
    const among = whole.stands.filter((hit) => hit.startsWith(`${rule.id}.`))
    return history([rule]).stands.join() !== among.join()
  })
  expect(others.map(({ id }) => id)).toEqual([])
})

test.each([1, 2, 3])(
  'repeated kills and restores find the same for sources as a historical run: %i',
  (seed) => {
    const kills = new Dice(seed)
    const heard: Change[] = []
    let [clock, next, stored] = [T0, 0, '']
    let centre = aCentre(drawn)
    const go = (until: number) => {
      for (; clock < until; clock += 250) {
        for (; next < arriving.length && arriving[next]!.one.receivedAt <= clock; next++)
          centre.sources.take(arriving[next]!.ship, arriving[next]!.one)
        if (clock % 1000 === 0) centre.evaluator.advance(clock)
      }
    }
    const end = T0 + (HOURS + 4) * 60 * MINUTE
    while (clock < end) {
      go(Math.min(end, clock + kills.between(10, 300) * MINUTE))
      heard.push(...centre.changes.splice(0))
      stored = JSON.stringify(centre.sources.saved())
      // Hits from here to the kill are stored; memory is not.
      go(Math.min(end, clock + kills.between(0, 2) * MINUTE))
      heard.push(...centre.changes.splice(0))
      centre = resumed(drawn, JSON.parse(stored), { heard, upto: clock })
      heard.push(...centre.changes.splice(0))
    }
    expect(standing(heard)).toEqual(whole.stands)
    expect(repeatedEvents(heard)).toEqual([])
  },
)

type Checkpoint = Parameters<Evaluator['resumeSources']>[0]
function resumed(
  rules: readonly EvaluatedRule[],
  checkpoint: Checkpoint,
  { heard, upto }: { heard: readonly Change[]; upto: number },
) {
  const changes: Change[] = []
  const evaluator = new Evaluator(rules, NO_WORLD, { hear: (change) => void changes.push(change) })
  const sources = evaluator.sources()!
  const last = new Map(heard.map((change) => [change.id, change]))
  const stands = [...last.values()].filter(({ what }) => what !== 'REVISED') as HitEvent[]
  evaluator.resumeSources(checkpoint, stands)
  sources.begin(T0)
  for (const { ship, one } of arriving)
    if (one.receivedAt <= upto && one.receivedAt >= checkpoint!.upto - 60 * MINUTE) sources.take(ship, one)
  evaluator.advance(upto)
  evaluator.resumed()
  return { changes, evaluator, sources, events: () => [] }
}

/** Returns the events of a hit that repeat its previous event exactly. */
function repeatedEvents(changes: readonly Change[]): string[] {
  const last = new Map<string, string>()
  return changes.flatMap(({ id, what, at, again }) => {
    const now = `${what} ${at} ${again}`
    const isTwice = last.get(id) === now
    last.set(id, now)
    return isTwice ? [`${id} ${now}`] : []
  })
}
