import type { VesselEvent } from '@samudra/contract/events'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { call } from '../../../wire/call.ts'

type Input = Extract<ReturnType<typeof addVesselEventsAndDisasters.input>, { ok: true }>['value']

/** Returns the input of an unchanged event; a change sends every field again. */
export function inputOf(event: VesselEvent): Input {
  const { id, version, type, category, title, text, severity, start_at, end_at, geometry } = event
  const { mmsis, confidence, evidence_fix_ids, visibility } = event
  const status = event.status === 'REMOVED' ? 'DETECTED' : event.status
  return {
    id,
    expected_version: version,
    type,
    category,
    title,
    text,
    severity,
    status,
    start_at,
    end_at,
    geometry,
    mmsis,
    confidence,
    evidence_fix_ids,
    visibility,
    file_ids: event.files.map((file) => file.id),
  }
}

/** Confirms or disputes an event. */
export const judge = (event: VesselEvent, status: 'CONFIRMED' | 'DISPUTED') =>
  call(addVesselEventsAndDisasters, { ...inputOf(event), status })
