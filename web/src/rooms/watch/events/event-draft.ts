import { eventTypeOf, type EventCategory } from '@samudra/contract/event-types'
import { eventKind, type EventFile, type EventGeometry, type VesselEvent } from '@samudra/contract/events'
import { circleOf } from '../../../map/draw/shapes.ts'
import { serverNow } from '../../../wire/transport.ts'
import { epochOrNull, isoOf, wholeMinute } from '../../../kit/text/time-text.ts'
import { inputOf } from './event-input.ts'
import type { Writing } from './events.store.ts'

export type Shape = 'point' | 'circle' | 'drawn' | 'kept'
/** Content of the dialog; times are epoch ms. */
export type Draft = {
  type: string
  category: EventCategory
  title: string
  text: string
  severity: VesselEvent['severity']
  isConfirmed: boolean
  start: number | null
  end: number | null
  shape: Shape
  /** Geometry drawn on the map. */
  drawn: EventGeometry | null
  lon: number
  lat: number
  radiusNm: number
  mmsis: string[]
  confidence: number | null
  visibility: VesselEvent['visibility']
  files: EventFile[]
  late: string
}

export function draftOf(writing: Writing): Draft {
  if (writing.kind === 'new') {
    const { lon, lat, mmsis } = writing
    return {
      type: 'INCIDENT',
      category: 'MARITIME_INCIDENT',
      title: '',
      text: '',
      severity: 'MEDIUM',
      isConfirmed: false,
      start: wholeMinute(serverNow()),
      end: null,
      shape: 'point',
      drawn: null,
      lon: Number(lon.toFixed(5)),
      lat: Number(lat.toFixed(5)),
      radiusNm: 10,
      mmsis,
      confidence: null,
      visibility: 'CENTRE',
      files: [],
      late: '',
    }
  }
  const { event } = writing
  const { type, category, title, text, severity, geometry, mmsis, confidence, visibility, files } = event
  const [lon, lat] = geometry.type === 'Point' ? geometry.coordinates : [0, 0]
  return {
    type,
    category,
    title,
    text,
    severity,
    mmsis,
    confidence,
    visibility,
    files,
    lon,
    lat,
    isConfirmed: event.status === 'CONFIRMED',
    start: Date.parse(event.start_at),
    end: epochOrNull(event.end_at),
    shape: geometry.type === 'Point' ? 'point' : 'kept',
    drawn: null,
    radiusNm: 10,
    late: '',
  }
}

/** Another kind brings its category and severity along. */
export function ofType(code: string): Partial<Draft> {
  const row = eventTypeOf(code)
  return row === undefined ? {} : { type: code, category: row.category, severity: row.severity }
}

function geometryOf(draft: Draft, writing: Writing): EventGeometry {
  if (draft.shape === 'kept' && writing.kind === 'change') return writing.event.geometry
  if (draft.shape === 'drawn' && draft.drawn !== null) return draft.drawn
  const place: [number, number] = [draft.lon, draft.lat]
  return draft.shape === 'circle' ? circleOf(place, draft.radiusNm) : { type: 'Point', coordinates: place }
}

/** Returns the input sent for a draft. */
export function sentOf(draft: Draft, writing: Writing) {
  const { type, category, title, text, severity, mmsis, confidence, visibility } = draft
  const fields = {
    type,
    category,
    title,
    text,
    severity,
    mmsis,
    confidence,
    visibility,
    start_at: isoOf(draft.start) ?? '',
    end_at: isoOf(draft.end),
    geometry: geometryOf(draft, writing),
    file_ids: draft.files.map((file) => file.id),
  }
  if (writing.kind === 'new')
    return {
      ...fields,
      status: draft.isConfirmed ? ('CONFIRMED' as const) : ('DETECTED' as const),
      evidence_fix_ids: [],
    }
  const late = draft.late.trim()
  return {
    ...inputOf(writing.event),
    ...fields,
    ...(writing.late ? { revision: { why: late, late_fix_id: null } } : {}),
  }
}

/** Returns the typed draft as the event it would be, replacing the one another user saved. */
export function typedOver(draft: Draft, theirs: VesselEvent, late: boolean): VesselEvent {
  const { type, category, title, text, severity, mmsis, confidence, visibility, files } = draft
  const at = theirs.updated_at
  const revision = { at, by: '', why: draft.late.trim(), late_fix_id: null }
  const typed = {
    type,
    category,
    title,
    text,
    severity,
    mmsis,
    confidence,
    visibility,
    files,
    start_at: isoOf(draft.start) ?? theirs.start_at,
    end_at: isoOf(draft.end),
    geometry: geometryOf(draft, { kind: 'change', event: theirs, late }),
  }
  return late ? { ...theirs, revisions: [revision] } : { ...theirs, ...typed }
}

/** Description of a late addition in a conflict, with the event it adds to. */
export const LATE = {
  noun: eventKind.noun,
  fields: [
    { label: 'Late information', text: ({ revisions }: VesselEvent) => revisions.at(-1)?.why ?? '' },
    ...eventKind.fields.filter(({ label }) => label === 'Title' || label === 'Description'),
  ],
}
