import type { EventGeometry } from '@samudra/contract/events'
import type { ManualTrack, ManualTrackDraft } from '@samudra/contract/manual-tracks'
import { settlePolygons } from '@samudra/nautical/polygons/polygon-faults'
import { sidcFor } from '@samudra/nautical/sidc'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'

/** Part of a manual track that is stored as its body. */
export type TrackBody = ManualTrackDraft & Pick<ManualTrack, 'state' | 'exercise_id' | 't_plus'>
export type Track = Held<TrackBody>

const unfit = (why: string) =>
  new OperationError('VALIDATION', `Check points: ${why}.`, { fields: [{ field: 'points', why }] })

/** Throws VALIDATION for points that do not make the kind they are to be. */
function checkPoints({ kind, points }: ManualTrackDraft) {
  if (kind === 'POINT' && points.length !== 1) throw unfit('a point has one place')
  if (kind === 'LINE' && points.length < 2) throw unfit('a line needs at least two places')
  if (kind === 'AREA') {
    try {
      const ring = points.map(({ lon, lat }): [number, number] => [lon, lat])
      settlePolygons([[[...ring, ring[0]!]]])
    } catch (error) {
      throw unfit(sentenceOf(error))
    }
  }
  if (kind !== 'MOVING') return
  let last = -Infinity
  for (const { t } of points) {
    const at = t === null ? Number.NaN : Date.parse(t)
    if (!(at > last))
      throw unfit('a moving track needs a time at every place, each later than the one before')
    last = at
  }
}

/** Returns a user's input in its stored form. Throws VALIDATION. */
export function bodyOf(
  given: ManualTrackDraft,
  more: Pick<TrackBody, 'state' | 'exercise_id' | 't_plus'>,
): TrackBody {
  checkPoints(given)
  const { name, kind, affiliation, points, source_text, reliability, credibility, linked_mmsi } = given
  const symbol = sidcFor(given.symbol, affiliation, more.exercise_id !== null)
  return {
    name,
    kind,
    affiliation,
    symbol,
    points,
    source_text,
    reliability,
    credibility,
    linked_mmsi,
    ...more,
  }
}

const places = new WeakMap<TrackBody, EventGeometry>()
/** Where it is: the area, or each of its places. */
export function placeOf(body: TrackBody): EventGeometry {
  const known = places.get(body)
  if (known !== undefined) return known
  const points = body.points.map(({ lon, lat }): [number, number] => [lon, lat])
  const place: EventGeometry =
    body.kind === 'AREA'
      ? { type: 'Polygon', coordinates: [[...points, points[0]!]] }
      : { type: 'LineString', coordinates: points }
  places.set(body, place)
  return place
}

/** Rights of one viewer on a track, including to know the vessel linked to it. */
export type Powers = { mine: boolean; may_delete: boolean; knowsShip: boolean }

export const presentTrack = (track: Track, { mine, may_delete, knowsShip }: Powers): ManualTrack => ({
  ...columnsOf(track, mine),
  ...track.body,
  linked_mmsi: knowsShip ? track.body.linked_mmsi : null,
  created_time: track.created_at.toISOString(),
  may_delete,
})

type Query = {
  bbox?: readonly [number, number, number, number] | undefined
  from?: string | undefined
  to?: string | undefined
}
/** Returns true if part of a track lies in a box and a period; an open track has no end. */
export function isIn({ body, created_at }: Track, { bbox, from, to }: Query): boolean {
  if (bbox !== undefined) {
    const [west, south, east, north] = bbox
    const isInside = ({ lat, lon }: { lat: number; lon: number }) =>
      lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east)
    if (!body.points.some(isInside)) return false
  }
  const times = body.points.flatMap(({ t }) => (t === null ? [] : [Date.parse(t)]))
  const first = times[0] ?? created_at.getTime()
  const last = body.state === 'CLOSED' ? (times.at(-1) ?? created_at.getTime()) : Infinity
  return !((to !== undefined && first > Date.parse(to)) || (from !== undefined && last < Date.parse(from)))
}
