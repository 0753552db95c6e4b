import { lookAtBox } from '../../../map/chart/chart.store.ts'
import { chooseLayer } from '../../../map/workbench/workbench.store.ts'
import { DETECTED, openDetected } from './detected-open.store.ts'

/**
 * Returns true for the id of a detection, which joins rule, version, vessel and start with dots; ids of reported
 * events have none.
 */
export const isDetected = (id: string) => id.includes('.')

/** Leads to what was detected, on the map that is open. */
export function showDetected(id: string, box: Parameters<typeof lookAtBox>[0] | null) {
  chooseLayer(DETECTED, { visible: true, opacity: 1 })
  if (box !== null) lookAtBox(box)
  openDetected(id)
}
