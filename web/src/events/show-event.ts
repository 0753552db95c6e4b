import type { VesselEvent } from '@samudra/contract/events'
import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import { boxOf } from '@samudra/nautical/box'
import { toast } from '../kit/toasts.ts'
import { showFound } from '../map/found.store.ts'
import { useSession } from '../wire/session.ts'

/** Leads to an event on the map that is open, or on the next. */
export function showEvent({ id, title, category, geometry }: VesselEvent) {
  const bbox = boxOf(geometry)
  showFound({ kind: 'event', id, label: title, detail: CATEGORY_LOOKS[category].label, bbox })
}

const told = new Set<string>()

/** Says once that somebody else reported something, or showed it to this user for the first time. */
export function announceEvent(event: VesselEvent) {
  if (told.has(event.id) || event.status === 'REMOVED') return
  if (event.owner_id === useSession.getState().user?.id) return
  told.add(event.id)
  toast(`${CATEGORY_LOOKS[event.category].label}: ${event.title} (${event.owner})`, 'plain', {
    ms: ANNOUNCED_MS,
    action: { label: 'Show on the map', act: () => showEvent(event) },
  })
}
/** Longer than other messages: it concerns what happens at sea. */
const ANNOUNCED_MS = 20_000
