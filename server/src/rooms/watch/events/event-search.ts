import type { getVesselEventsAndDisasters } from '@samudra/contract/events'
import { boxOf } from '@samudra/nautical/polygons/box'
import type { StoredEvent } from './event.ts'

type Asked = Extract<ReturnType<typeof getVesselEventsAndDisasters.input>, { ok: true }>['value']

/** Whether an event is one of those asked for; the removed ones only when they are named. */
export function isAsked(event: StoredEvent, asked: Asked): boolean {
  const { body } = event
  if (asked.id !== undefined && event.id !== asked.id) return false
  if (asked.types !== undefined && !asked.types.includes(body.type)) return false
  if (asked.category !== undefined && !asked.category.includes(body.category)) return false
  if (asked.status === undefined ? body.status === 'REMOVED' : !asked.status.includes(body.status))
    return false
  if (asked.mmsi !== undefined && !body.mmsis.includes(asked.mmsi)) return false
  return isWhen(event, asked) && (asked.bbox === undefined || isWhere(event, asked.bbox))
}

/** One that has not ended goes on. */
function isWhen({ body }: StoredEvent, { from, to }: Asked): boolean {
  if (to !== undefined && Date.parse(body.start_at) > Date.parse(to)) return false
  return from === undefined || body.end_at === null || Date.parse(body.end_at) >= Date.parse(from)
}

function isWhere({ body }: StoredEvent, [west, south, east, north]: NonNullable<Asked['bbox']>): boolean {
  const [left, bottom, right, top] = boxOf(body.geometry)
  if (top < south || bottom > north) return false
  // A ring may run past 180 degrees; then the box asked for is tried on the next turn too.
  return [-360, 0, 360].some((turn) =>
    west <= east
      ? left + turn <= east && right + turn >= west
      : left + turn <= east + 360 && right + turn >= west,
  )
}
