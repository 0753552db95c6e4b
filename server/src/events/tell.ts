import { addVesselEvent, removeVesselEvent } from '@samudra/contract/events'
import { sendAlike } from '../kernel/send-alike.ts'
import type { StoredEvent } from './event.ts'
import { show, type EventNeeds } from './keeper.ts'

/** Tells everybody who sees an event, each as they may see it. */
export function tellAdded(needs: EventNeeds, event: StoredEvent): void {
  const { events, send, mayKnow } = needs
  sendAlike(send, addVesselEvent, {
    isSeenBy: (caller) => events.isSeenBy(event, caller),
    alike: (caller) => {
      const known = event.body.mmsis.filter((mmsi) => mayKnow(Number(mmsi), caller))
      return `${caller.isAdmin || caller.userId === event.owner_id} ${known.join()}`
    },
    payload: (caller) => show(needs, event, caller),
  })
}

/** Tells those who saw it and see it no more; with `after` null all of them. */
export function tellGone(
  { events, send }: EventNeeds,
  before: StoredEvent,
  after: StoredEvent | null,
  reason: string,
): void {
  send(
    removeVesselEvent,
    { id: before.id, reason },
    (caller) => events.isSeenBy(before, caller) && (after === null || !events.isSeenBy(after, caller)),
  )
}
