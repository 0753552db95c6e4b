import type { EvaluatedRule } from '@samudra/contract/rules'
import { AIRCRAFT_GONE_MIN } from '@samudra/contract/aircraft'
import { addressOf } from '@samudra/nautical/adsb/adsb-columns'
import type { AircraftInterface } from '../../../picture/aircraft/room.ts'
import { earliestOf, recomputedFrom, type Recomputed } from './again-of-source.ts'
import type { Worlds } from '../evaluation/make-world.ts'
import type { ResultRow } from '../findings/results.sql.ts'
import { SkyStage } from '../aircraft/sky-stage.ts'

type Needs = { sky: AircraftInterface; worlds: Pick<Worlds, 'withoutUsual'> }
/** Time before the evaluated period from which the state of an aircraft is built, ms. */
const BEFORE_MS = 2 * AIRCRAFT_GONE_MIN * 60_000

/** Re-evaluates all reports of an aircraft in the period of its explanation, with the rule as it was. */
export async function recomputeOfAircraft(
  { sky, worlds }: Needs,
  row: ResultRow,
  rule: EvaluatedRule,
): Promise<Recomputed> {
  await sky.flush()
  const { first_at: to, icao24 } = row
  const from = earliestOf(row) - BEFORE_MS
  const about = { from, to, mmsis: [], corrected: false }
  const stage = new SkyStage([rule], await worlds.withoutUsual([rule], about))
  const query = { from, to, sources: row.sources.flat(), address: addressOf(icao24!) }
  for await (const reports of sky.reports(query)) await stage.take(reports)
  if (stage.count === 0)
    return {
      verdict: 'UNKNOWN',
      why: 'The reports of the aircraft at that time are no longer stored.',
      explanation: null,
    }
  stage.sky.advance(to + 1)
  const event = stage.takeChanges().findLast(({ at }) => at <= to)
  return recomputedFrom(event, `the reports of the aircraft in that time (${stage.count} reports)`)
}
