import { rotDegreesPerMinute } from '@samudra/nautical/ais/rate-of-turn'
import type { Fix } from '@samudra/rules/running/fix-log'
import { NAV_NONE, NONE16, type FixBatch } from '../../../../sea/fix-batch.ts'

/** The columns of fixes that rules read. */
export type FixColumns = Pick<
  FixBatch,
  | 'observedAt'
  | 'fixId'
  | 'source'
  | 'lat'
  | 'lon'
  | 'sog'
  | 'cog'
  | 'heading'
  | 'rot'
  | 'navStatus'
  | 'recTime'
>

const tenthsOf = (value: number) => (value === NONE16 ? Number.NaN : value / 10)

/** Fills a fix, as rules ask of it, with row `i`. */
export function fillFix(fix: Fix, columns: FixColumns, i: number): Fix {
  fix.at = columns.observedAt[i]!
  fix.id = columns.fixId[i]!
  fix.source = columns.source[i]!
  fix.lat = columns.lat[i]! / 1e6
  fix.lon = columns.lon[i]! / 1e6
  fix.sog = tenthsOf(columns.sog[i]!)
  fix.cog = tenthsOf(columns.cog[i]!)
  fix.heading = columns.heading[i] === NONE16 ? Number.NaN : columns.heading[i]!
  fix.rot = rotDegreesPerMinute(columns.rot[i]!) ?? Number.NaN
  fix.nav = columns.navStatus[i] === NAV_NONE ? -1 : columns.navStatus[i]!
  fix.receivedAt = columns.recTime[i]!
  return fix
}
