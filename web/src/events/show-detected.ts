import type { VesselEvent } from '@samudra/contract/events'
import { boxOf } from '@samudra/nautical/box'
import { lookAtBox } from '../map/chart.store.ts'
import { chooseLayer } from '../map/workbench.store.ts'
import { DETECTED, openDetected } from './detected-open.store.ts'

/** Leads to what was detected, on the map that is open. */
export function showDetected({ id, geometry }: Pick<VesselEvent, 'id' | 'geometry'>) {
  chooseLayer(DETECTED, { visible: true, opacity: 1 })
  lookAtBox(boxOf(geometry))
  openDetected(id)
}
