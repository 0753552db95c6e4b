import { METRES_PER_NM } from '@samudra/nautical/units'
import { distanceText } from '../kit/quantity-text.ts'
import { useSettings } from '../kit/settings.ts'
import { CATEGORY_LOOKS, eventTypeOf } from '@samudra/contract/event-types'
import type { EventGeometry, VesselEvent } from '@samudra/contract/events'
import { draftOf, type Draft } from './event-draft.ts'

/** Both versions of an event, line by line; of a late addition only what it adds to. */
export function conflictRows(draft: Draft, theirs: VesselEvent, isLate: boolean) {
  const other = draftOf({ kind: 'change', event: theirs, late: isLate })
  const row = (label: string, text: (one: Draft) => string) => ({
    label,
    mine: text(draft) || '–',
    theirs: text(other) || '–',
    differs: text(draft) !== text(other),
  })
  const rows = [
    row('Title', ({ title }) => title),
    row('Type', ({ type }) => eventTypeOf(type)?.label ?? type),
    row('Category', ({ category }) => CATEGORY_LOOKS[category].label),
    row('Severity', ({ severity }) => severity),
    row('Time', ({ start, end }) => `${start} to ${end || '…'}`),
    row('What happened', ({ text }) => text),
    row('Ships', ({ mmsis }) => mmsis.join(', ')),
    row('Seen by', ({ visibility }) => visibility),
    row('Files', ({ files }) => files.map(({ name }) => name).join(', ')),
    {
      label: 'Where',
      mine: placeText(draft),
      theirs: shapeText(theirs.geometry),
      differs: draft.shape !== 'kept' && placeText(draft) !== shapeText(theirs.geometry),
    },
  ]
  return isLate ? [row('Known late', ({ late }) => late), ...rows.slice(0, 1), ...rows.slice(5, 6)] : rows
}

function placeText(draft: Draft): string {
  const unit = useSettings.getState()['distance.unit']
  if (draft.shape === 'kept') return 'as it was'
  if (draft.shape === 'drawn' && draft.drawn !== null) return shapeText(draft.drawn)
  const at = `${draft.lat.toFixed(5)}, ${draft.lon.toFixed(5)}`
  return draft.shape === 'circle'
    ? `circle of ${distanceText(draft.radiusNm * METRES_PER_NM, unit)} about ${at}`
    : at
}

function shapeText(geometry: EventGeometry): string {
  if (geometry.type === 'Point') {
    const [lon, lat] = geometry.coordinates
    return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
  }
  const [lon, lat] = (geometry.coordinates as unknown[]).flat(3) as number[]
  return `${geometry.type} from ${lat!.toFixed(4)}, ${lon!.toFixed(4)}`
}
