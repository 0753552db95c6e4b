import { addVesselEvent, removeVesselEvent } from '@samudra/contract/events'
import { NOBODY, type Caller } from '../kernel/caller.ts'
import type { StoredEvent } from './event.ts'
import { show, type EventNeeds } from './keeper.ts'

/** Tells everybody who sees an event, each as they may see it: those it looks alike for are told together. */
export function tellAdded(needs: EventNeeds, event: StoredEvent): void {
  const { events, send, mayKnow } = needs
  const alike = (caller: Caller) => {
    const known = event.body.mmsis.filter((mmsi) => mayKnow(Number(mmsi), caller))
    return `${caller.isAdmin || caller.userId === event.owner_id} ${known.join()}`
  }
  const kinds = new Map<string, Caller>()
  const first = show(needs, event, NOBODY)
  // Asked for and taken by nobody: who listens is found, and what each kind of them may know.
  send(addVesselEvent, first, (caller) => {
    if (events.isSeenBy(event, caller)) kinds.set(alike(caller), caller)
    return false
  })
  for (const [key, one] of kinds)
    send(
      addVesselEvent,
      show(needs, event, one),
      (caller) => events.isSeenBy(event, caller) && alike(caller) === key,
    )
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
