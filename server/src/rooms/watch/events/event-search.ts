import type { getVesselEventsAndDisasters } from '@samudra/contract/events'
import { boxOf } from '@samudra/nautical/polygons/box'
import type { StoredEvent } from './event.ts'

type Query = Extract<ReturnType<typeof getVesselEventsAndDisasters.input>, { ok: true }>['value']

/** Returns true if an event matches a query; removed events match only if queried. */
export function isRequest(event: StoredEvent, query: Query): boolean {
  const { body } = event
  if (query.id !== undefined && event.id !== query.id) return false
  if (query.types !== undefined && !query.types.includes(body.type)) return false
  if (query.category !== undefined && !query.category.includes(body.category)) return false
  if (query.status === undefined ? body.status === 'REMOVED' : !query.status.includes(body.status))
    return false
  if (query.mmsi !== undefined && !body.mmsis.includes(query.mmsi)) return false
  return isWhen(event, query) && (query.bbox === undefined || isWhere(event, query.bbox))
}

/** One that has not ended goes on. */
function isWhen({ body }: StoredEvent, { from, to }: Query): boolean {
  if (to !== undefined && Date.parse(body.start_at) > Date.parse(to)) return false
  return from === undefined || body.end_at === null || Date.parse(body.end_at) >= Date.parse(from)
}

function isWhere({ body }: StoredEvent, [west, south, east, north]: NonNullable<Query['bbox']>): boolean {
  const [left, bottom, right, top] = boxOf(body.geometry)
  if (top < south || bottom > north) return false
  // A ring may extend past 180 degrees, so the box is also tested one turn away.
  return [-360, 0, 360].some((turn) =>
    west <= east
      ? left + turn <= east && right + turn >= west
      : left + turn <= east + 360 && right + turn >= west,
  )
}
