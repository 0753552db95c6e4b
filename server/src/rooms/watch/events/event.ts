import type { EventGeometry, EventStatus, VesselEvent } from '@samudra/contract/events'
import { settlePolygons } from '@samudra/nautical/polygons/polygon-faults'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'

/** Part of an event that is stored as its body. */
export type EventBody = Pick<
  VesselEvent,
  | 'type'
  | 'category'
  | 'title'
  | 'text'
  | 'severity'
  | 'status'
  | 'start_at'
  | 'end_at'
  | 'geometry'
  | 'mmsis'
  | 'confidence'
  | 'evidence_fix_ids'
  | 'detector'
  | 'params'
  | 'explanation'
  | 'case_id'
  | 'revisions'
  | 'removed_reason'
  | 'files'
>
export type StoredEvent = Held<EventBody>

/** Status changes a user may make; late data and removal follow their own rules (contract D7). */
const JUDGED: Record<EventStatus, readonly EventStatus[]> = {
  DETECTED: ['CONFIRMED', 'DISPUTED'],
  REVISED: ['CONFIRMED', 'DISPUTED'],
  CONFIRMED: [],
  DISPUTED: [],
  REMOVED: [],
}

/** The status after a change; throws VALIDATION for one it cannot take. */
export function statusAfter(before: EventStatus, wanted: EventStatus, isRevised: boolean): EventStatus {
  const refuse = (why: string) =>
    new OperationError('VALIDATION', `Check status: ${why}.`, { fields: [{ field: 'status', why }] })
  if (before === 'REMOVED') throw refuse('a removed event cannot be changed')
  if (isRevised) {
    if (wanted !== before && wanted !== 'REVISED')
      throw refuse('a revision makes the event REVISED; review it again afterwards')
    return 'REVISED'
  }
  if (wanted === before || JUDGED[before].includes(wanted)) return wanted
  if (wanted === 'REVISED') throw refuse('add late information as a revision')
  throw refuse(
    `an event that is ${before} cannot become ${wanted}; only late data, given in a revision, changes it`,
  )
}

/** Checks a period and returns a shape as stored. Throws VALIDATION. */
export function checkPeriod({ start_at, end_at }: Pick<EventBody, 'start_at' | 'end_at'>): void {
  if (end_at === null || Date.parse(end_at) >= Date.parse(start_at)) return
  const why = 'it must not end before it begins'
  throw new OperationError('VALIDATION', `Check the period: ${why}.`, { fields: [{ field: 'end_at', why }] })
}
export function settledShape(geometry: EventGeometry): EventGeometry {
  if (geometry.type === 'Point' || geometry.type === 'LineString') return geometry
  try {
    const polygons = settlePolygons(
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
    )
    return polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0]! }
      : { type: 'MultiPolygon', coordinates: polygons }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const why = sentenceOf(error)
    throw new OperationError('VALIDATION', `This shape cannot be an event: ${why}.`, {
      fields: [{ field: 'geometry', why }],
    })
  }
}

/** Returns an event as the contract defines it, with the vessels the user may know. */
export const presentEvent = (event: StoredEvent, shown: { mine: boolean; mmsis: string[] }): VesselEvent => ({
  ...columnsOf(event, shown.mine),
  ...event.body,
  mmsis: shown.mmsis,
})
