import { explainRuleResult } from '@samudra/contract/rule-results'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import { MOST_NAMED } from '@samudra/rules/areas/area'
import { needsNeighbours } from '@samudra/rules/plans/condition-needs'
import type { AircraftInterface } from '../../../picture/aircraft/room.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { detectorOfRule } from '../detectors/detectors.ts'
import { recomputeOfAircraft } from '../reevaluation/again-of-aircraft.ts'
import { recomputeOfSource } from '../reevaluation/again-of-source.ts'
import { fixesOf, idsIn } from '../evaluation/fixes-of.ts'
import { needsFew, needsTheirs } from '../detectors/down.ts'
import { needsLists, listNews, type NewsNeeds } from '../evaluation/news.ts'
import { knownResult, type ResultNeeds } from './results.ops.ts'
import type { ResultRow } from './results.sql.ts'
import { needsSharing, conditionsOf, evaluatedOf } from '../rule.ts'
import { readRun } from '../runs/runs.sql.ts'
import { countSeen, explanationFor, presentExplanation, shipsOf, within } from '../rule-visibility.ts'
import type { Worlds } from '../evaluation/make-world.ts'
import { Stage } from '../evaluation/stage.ts'
import { factsAt } from '../evaluation/states.sql.ts'
import { inTurn } from './deliver-news.ts'

type Needs = ResultNeeds &
  NewsNeeds & {
    fixes: FixReader
    flush: () => Promise<void>
    worlds: Pick<Worlds, 'make' | 'withoutUsual'>
    sky: AircraftInterface
  }

const DAYS = 90
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const CELL_UDEG = 250_000

export const explainOps = (needs: Needs): Handled[] => [explain(needs)]

const explain = (needs: Needs) =>
  handle(explainRuleResult, async ({ input, caller }) => {
    const row = await knownResult(needs, input, caller)
    const from = needs.clock.now() - DAYS * DAY_MS
    const which = { runId: null, ruleIds: [row.rule_id], from }
    const [result] = await needs.alertLinks.present([row], caller)
    const { source, icao24, mmsi } = row
    const whose = source !== null ? { source } : icao24 !== null ? { icao24 } : { mmsi }
    const cell = cellOf(row)
    const recomputed = await recompute(needs, row, caller)
    return {
      result: result!,
      recomputed: { ...recomputed, explanation: explanationFor(recomputed.explanation, caller) },
      how_often: {
        this_ship: await countSeen(needs, { ...which, ...whose }, caller),
        here:
          cell === null
            ? null
            : await countSeen(needs, which, { visibility: within(caller.visibility, cell) }),
        days: DAYS,
      },
    }
  })

/** The quarter degree around a place, as habits are learned of; null where there is none. */
function cellOf({ lat_udeg, lon_udeg }: ResultRow): ZoneGeometry | null {
  if (lat_udeg === null || lon_udeg === null) return null
  const floor = (udeg: number) => (Math.floor(udeg / CELL_UDEG) * CELL_UDEG) / 1e6
  const [south, west, size] = [floor(lat_udeg), floor(lon_udeg), CELL_UDEG / 1e6]
  return polygonOfBox([west, south, west + size, south + size])
}

const unknown = (why: string) => ({ verdict: 'UNKNOWN' as const, why, explanation: null })

/** Goes through the fixes an explanation names, and no others, with the rule as it was. */
async function recompute(needs: Needs, row: ResultRow, caller: Caller) {
  const { rule, isCorrected } = await ruleThen(needs, row, caller)
  if (rule === undefined) return unknown('The rule as it was then is not stored.')
  if (row.source !== null) return recomputeOfSource(needs, row, rule)
  if (row.icao24 !== null) return recomputeOfAircraft(needs, row, rule)
  const why = whyNotAgain(rule, row)
  if (why !== null) return unknown(why)
  const ids = row.explanation === null ? [] : [...new Set(idsIn(row.explanation))]
  const named = shipsOf(row)
  const mmsis = named.map(([mmsi]) => mmsi)
  await needs.flush()
  const found = await fixesOf(needs.fixes, mmsis, ids)
  if (found.count < ids.length)
    return unknown(`${ids.length - found.count} of the fixes are no longer stored.`)
  const begun = Math.min(row.first_at, found.count > 0 ? found.observedAt[0]! : Infinity)
  const about = { from: begun, to: row.first_at, mmsis, corrected: false }
  const stage = new Stage([rule], await needs.worlds.make([rule], about), () => [], {
    knownFrom: row.first_at,
  })
  const known = isCorrected ? row.first_at : arrivedBy(found, row.first_at)
  const by = isCorrected ? 'OBSERVED' : 'KNOWN'
  for (const facts of await factsAt(needs.db, known, mmsis, by, row.first_at)) stage.know(facts)
  const ships = named.map(([mmsi, split]) => ({ mmsi, split }))
  const news = needsLists([rule]) ? await listNews(needs, { from: begun, to: known }, ships) : []
  const then = news.map((one) => ({ ...one, at: Math.min(one.at, row.first_at) }))
  const deliverNext = inTurn(then, (one) => stage.deliver(one))
  for (let i = 0; i < found.count; i++) {
    stage.evaluator.advance(found.observedAt[i]!)
    while (deliverNext(found.observedAt[i]!));
    stage.take(found, i)
  }
  while (deliverNext(Infinity));
  stage.evaluator.advance(row.first_at + (rule.allowed_lateness_min + 1) * MINUTE_MS)
  // With fewer fixes it may match earlier.
  const event = stage.takeChanges().findLast(({ at }) => at <= row.first_at)
  if (event?.what !== 'HIT' && needsSharing(rule.when))
    return unknown('The rule depends on other vessels with the same MMSI, which its own fixes do not show.')
  return event?.what !== 'HIT'
    ? {
        verdict: 'FALSE' as const,
        why: 'Re-checked with these fixes: not true.',
        explanation: null,
      }
    : {
        verdict: 'TRUE' as const,
        why: `Re-checked with ${found.count === 1 ? 'this fix' : `these ${found.count} fixes`}: still true.`,
        explanation: event.explanation === null ? null : presentExplanation(event.explanation),
      }
}

/** Why a result cannot be worked out again from the fixes it names; null where it can. */
function whyNotAgain(rule: EvaluatedRule, { ships }: ResultRow): string | null {
  const nodes = [...conditionsOf(rule)].filter((node) => 'k' in node)
  if (nodes.some(({ k }) => k === 'event' || k === 'port'))
    return 'The rule depends on reports about the vessel, which no fix shows.'
  if (nodes.some((node) => node.k === 'seq' && !node.same_vessel))
    return 'The rule depends on what two vessels did in turn while they were near each other.'
  if (needsNeighbours(rule)) return 'The rule depends on nearby vessels, which its own fixes do not show.'
  if (needsFew({ when: rule.when })) return 'The rule depends on absent vessels, which no fix shows.'
  if (needsTheirs({ when: rule.when }) && (ships?.length ?? 0) >= MOST_NAMED)
    return `The hit has more vessels than the ${MOST_NAMED} listed.`
  return null
}

/** Returns when data sent up to an instant had arrived; results at that instant used what was known by then. */
function arrivedBy({ count, observedAt, recTime }: FixBatch, instant: number): number {
  let known = instant
  for (let i = 0; i < count; i++) if (observedAt[i]! <= instant) known = Math.max(known, recTime[i]!)
  return known
}

async function ruleThen({ db, rules, detectors }: Needs, row: ResultRow, caller: Caller) {
  if (row.run_id !== '') {
    const run = await readRun(db, row.run_id)
    return { rule: run?.rule, isCorrected: run?.knowledge === 'CORRECTED' }
  }
  if (detectorOfRule(row.rule_id) !== undefined)
    return { rule: await detectors.ruleThen(row.rule_id, row.rule_version, caller), isCorrected: false }
  const then = await rules.version(row.rule_id, row.rule_version, caller)
  return { rule: then === undefined ? undefined : evaluatedOf(then), isCorrected: false }
}
