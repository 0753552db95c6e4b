import { lookAtBox } from '../../../map/chart/chart.store.ts'
import { chooseLayer } from '../../../map/workbench/workbench.store.ts'
import { DETECTED, openDetected } from './detected-open.store.ts'

/** What was found is called by its rule, version, ship and beginning, with dots between; what is reported is not. */
export const isDetected = (id: string) => id.includes('.')

/** Leads to what was detected, on the map that is open. */
export function showDetected(id: string, box: Parameters<typeof lookAtBox>[0] | null) {
  chooseLayer(DETECTED, { visible: true, opacity: 1 })
  if (box !== null) lookAtBox(box)
  openDetected(id)
}
