import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, aSea, facts, MINUTE, T0 } from '../testing/a-sea.ts'
import { meets } from '../testing/meetings.ts'
import { randomWay } from '../testing/random-rules.ts'
import type { Fix } from './running/fix-log.ts'
import type { Explained } from './plans/node.ts'

const ring: [number, number][] = [
  [75.9, 7.9],
  [76.2, 7.9],
  [76.2, 8.2],
  [75.9, 8.2],
  [75.9, 7.9],
]
const zone = { area: { type: 'Polygon' as const, coordinates: [ring] } }
const slow = { k: 'attr', field: 'sog', cmp: 'lt', value: 6 } as const
const fast = { k: 'attr', field: 'sog', cmp: 'gt', value: 11 } as const
const KINDS: Record<string, RuleNode> = {
  'a bound': slow,
  'held for half an hour': { ...slow, for_min: 30 },
  'three times within four hours': { ...slow, within_min: 240, times: 3 },
  'one after another': { k: 'seq', steps: [slow, fast], within_min: 240, same_vessel: true },
  'in an area': { k: 'zone', rel: 'INSIDE', zone },
  'into an area': { k: 'zone', rel: 'ENTER', zone },
  'out of an area': { k: 'zone', rel: 'EXIT', zone },
  'out of an area by two miles': { k: 'zone', rel: 'EXIT', zone },
  'in an area, and not two miles out of it yet': { k: 'zone', rel: 'INSIDE', zone },
  'in an area for a while': { k: 'zone', rel: 'DWELL', zone, min: 20 },
  'near an area': { k: 'zone', rel: 'NEAR', zone, nm: 3 },
  'on the way into an area': { k: 'zone', rel: 'HEADING_TO', zone, eta_min: 30 },
  'another speed within minutes': { k: 'change', field: 'sog', delta: 6, within_min: 20 },
  'another course within minutes': { k: 'change', field: 'cog', delta: 60, within_min: 20 },
  'another status': { k: 'change', field: 'nav_status' },
  'heard again': { k: 'appear', after_min: 30 },
  silent: { k: 'silence', min: 40 },
  'older than usual': { k: 'attr', field: 'sog', cmp: 'stale' },
  'so many minutes old': { k: 'attr', field: 'sog', cmp: 'stale', value: 10 },
  'near a place': { k: 'near', to: { point: { lat: 8, lon: 76 } }, nm: 6 },
  'faster than usual of late': { k: 'agg', fn: 'avg', of: 'sog', window_min: 20, cmp: 'gt', value: 11 },
  'all of several': {
    op: 'ALL',
    of: [
      { ...slow, for_min: 10 },
      { k: 'zone', rel: 'NEAR', zone, nm: 20 },
    ],
  },
  'as one line': { k: 'expr', text: 'sog < 6 kn and turn(cog, true_heading) > 20 deg' },
}

/** Further fields of rules by kind. */
const MORE: Record<string, Partial<EvaluatedRule>> = {
  'out of an area by two miles': { hysteresis_nm: 2 },
  'in an area, and not two miles out of it yet': { hysteresis_nm: 2 },
}

const idsIn = ({ fix_ids, of }: Explained): number[] => [...fix_ids, ...of.flatMap(idsIn)]
const days = Array.from({ length: 6 }, (_, i) => randomWay(new Dice(i + 1), 24))

/** Returns the events of a vessel with these fixes. */
function events(when: RuleNode, fixes: readonly Fix[], more: Partial<EvaluatedRule> = {}) {
  const sea = aSea([aRule(when, more)])
  for (const fix of fixes) {
    sea.evaluator.advance(fix.at)
    sea.sails(fix)
  }
  sea.evaluator.advance(T0 + 40 * 60 * MINUTE)
  return sea.changes
}

test.each(Object.entries(KINDS))(
  '%s: from the fixes of its explanation alone it holds then, too',
  (kind, when) => {
    const more = MORE[kind]
    const hits = days.flatMap((fixes) =>
      events(when, fixes, more).flatMap((hit) => (hit.what === 'HIT' ? [{ hit, fixes }] : [])),
    )
    expect(hits.length).toBeGreaterThan(0)
    for (const { hit, fixes } of hits.slice(0, 25)) {
      const ids = new Set(idsIn(hit.explanation!))
      const again = events(
        when,
        fixes.filter(({ id }) => ids.has(id)),
        more,
      )
      expect(again.findLast(({ at }) => at <= hit.at)).toMatchObject({ what: 'HIT' })
    }
  },
)

const anyone = { k: 'attr', field: 'sog', cmp: 'gte', value: 0 } as const
const PAIRS: Record<string, RuleNode> = {
  'another ship near her': { k: 'near', to: anyone, nm: 0.5 },
  'another ship near her for an hour': {
    op: 'ALL',
    of: [{ k: 'near', to: slow, nm: 0.5 }, slow],
    for_min: 60,
  },
  'another ship she will meet': { k: 'cpa', to: anyone, nm: 0.5, tcpa_min: 15 },
}
/** Returns the events of two vessels with these fixes. */
function eventsOfTwo(when: RuleNode, ships: readonly (readonly Fix[])[]) {
  const sea = aSea([aRule(when, { subject: 'PAIR' })])
  sea.evaluator.meet(2, facts({ mmsi: '419000002' }))
  const coming = ships.flatMap((fixes, i) => fixes.map((fix) => ({ ship: i + 1, fix })))
  for (const { ship, fix } of coming.sort((a, b) => a.fix.at - b.fix.at)) sea.evaluator.takeFix(ship, fix)
  return sea.changes
}

test.each(Object.entries(PAIRS))(
  '%s: from the fixes of its explanation alone it holds then, too',
  (_, when) => {
    const ships = [
      meets({ nm: 0.05, bearing: 1, every: 3, phase: 0.3 }),
      meets({ nm: 0.1, bearing: 180, every: 7, phase: 1.7 }),
    ]
    const [hit] = eventsOfTwo(when, ships)
    expect(hit).toMatchObject({ what: 'HIT' })
    const ids = new Set(idsIn(hit!.explanation!))
    expect(ids.size).toBeLessThan(ships.flat().length)
    const again = eventsOfTwo(
      when,
      ships.map((fixes) => fixes.filter(({ id }) => ids.has(id))),
    )
    expect(again.findLast(({ at }) => at <= hit!.at)).toMatchObject({ what: 'HIT' })
  },
)
