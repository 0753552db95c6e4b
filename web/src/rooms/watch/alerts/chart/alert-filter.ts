import type { AlertMark } from '@samudra/contract/alert-marks'
import type { AisFilter } from '@samudra/contract/filter'

/** As many values as a condition takes. */
const MOST = 500

/** Returns a filter that matches the vessels of alerts, the most severe first; without alerts it matches none. */
export function filterOf(marks: readonly AlertMark[]): Pick<AisFilter, 'expr'> {
  const ships = new Set(marks.flatMap(({ mmsi, other_mmsi }) => [mmsi, other_mmsi]))
  ships.delete(null)
  const value = [...ships].slice(0, MOST) as string[]
  return { expr: { op: 'ALL', of: [{ k: 'attr', field: 'mmsi', cmp: 'in', value }] } }
}
