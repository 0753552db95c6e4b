import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { addVesselEvent, removeVesselEvent } from '@samudra/contract/events'
import { boxOf } from '@samudra/nautical/polygons/box'
import { anyOf, except, ownerAndAdministrators, users } from '../../../platform/kernel/http/audience.ts'
import type { Cut } from '../../../platform/kernel/http/send.ts'
import { presentEvent, type StoredEvent } from './event.ts'
import { type EventNeeds } from './event-objects.ts'

/** Pushes an event to all users who see it, each with what they may see. */
export function pushAdded({ events, send }: EventNeeds, event: StoredEvent): void {
  const { mmsis } = event.body
  const whole = presentEvent(event, { mine: true, mmsis })
  const cuts = [
    { field: 'mine', to: ownerAndAdministrators(event), otherwise: false },
    ...mmsis.map((mmsi): Cut => ({ field: 'mmsis', to: { to: 'ship', mmsi: Number(mmsi) }, entry: mmsi })),
  ]
  send(addVesselEvent, whole, events.audience(event), { about: nameOf(event), cuts })
}

/** Notifies users who see an event for the first time, except its reporter. */
export function announce({ events, bus }: EventNeeds, event: StoredEvent, before?: StoredEvent): void {
  const { category, title, geometry } = event.body
  const { label } = CATEGORY_LOOKS[category]
  const known = anyOf(users(event.owner_id), before === undefined ? anyOf() : events.audience(before))
  bus.publish('notice', {
    kind: 'EVENT',
    severity: 'INFO',
    text: `${label}: ${title} (${event.owner})`,
    link: { kind: 'event', id: event.id, label: title, detail: label, bbox: [...boxOf(geometry)] },
    audience: except(events.audience(event), known),
  })
}

/** Pushes the removal to users who no longer see an event; with `after` null to all who saw it. */
export function pushRemoved(
  { events, send }: EventNeeds,
  before: StoredEvent,
  after: StoredEvent | null,
  reason: string,
): void {
  const lost = except(events.audience(before), after === null ? anyOf() : events.audience(after))
  send(removeVesselEvent, { id: before.id, reason }, lost, { about: nameOf(before) })
}

const nameOf = ({ type, id }: StoredEvent) => `${type} ${id}`
