import { addVesselEvent, removeVesselEvent } from '@samudra/contract/events'
import { anyOf, butNot, keepersOf } from '../kernel/audience.ts'
import type { Cut } from '../kernel/send.ts'
import { presentEvent, type StoredEvent } from './event.ts'
import { filesOf, type EventNeeds } from './keeper.ts'

/** Tells everybody who sees an event, each as they may see it. */
export function tellAdded({ events, files, send }: EventNeeds, event: StoredEvent): void {
  const { mmsis } = event.body
  const whole = presentEvent(event, { mine: true, mmsis, files: filesOf(files, event) })
  const cuts = [
    { field: 'mine', to: keepersOf(event), otherwise: false },
    ...mmsis.map((mmsi): Cut => ({ field: 'mmsis', to: { to: 'ship', mmsi: Number(mmsi) }, entry: mmsi })),
  ]
  send(addVesselEvent, whole, events.audience(event), { about: nameOf(event), cuts })
}

/** Tells those who saw it and see it no more; with `after` null all of them. */
export function tellGone(
  { events, send }: EventNeeds,
  before: StoredEvent,
  after: StoredEvent | null,
  reason: string,
): void {
  const lost = butNot(events.audience(before), after === null ? anyOf() : events.audience(after))
  send(removeVesselEvent, { id: before.id, reason }, lost, { about: nameOf(before) })
}

const nameOf = ({ type, id }: StoredEvent) => `${type} ${id}`
