import type { VesselEvent } from '@samudra/contract/events'
import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { boxOf } from '@samudra/nautical/polygons/box'
import { showFound } from '../../../map/explanation/found.store.ts'

/** Leads to an event on the map that is open, or on the next. */
export function showEvent({ id, title, category, geometry }: VesselEvent) {
  const bbox = boxOf(geometry)
  showFound({ kind: 'event', id, label: title, detail: CATEGORY_LOOKS[category].label, bbox })
}
