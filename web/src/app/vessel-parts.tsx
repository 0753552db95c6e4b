import type { VesselPart } from '../kit/vessel-part.ts'
import { VesselAlerts } from '../alerts/VesselAlerts.tsx'
import { VesselHabits } from '../habits/VesselHabits.tsx'
import { VesselEvents } from '../events/VesselEvents.tsx'
import { VesselLists } from '../lists/VesselLists.tsx'
import { VesselNotes } from '../notes/VesselNotes.tsx'
import { VesselCalls } from '../port-calls/VesselCalls.tsx'
import { VesselFollow } from '../subscriptions/VesselFollow.tsx'
import { VesselVisits } from '../visits/VesselVisits.tsx'

/** What the rooms add to the page of a ship, in this order. */
export const VESSEL_PARTS: readonly VesselPart[] = [
  { id: 'subscription', title: 'Subscription', Part: VesselFollow },
  { id: 'lists', title: 'Vessel lists', Part: VesselLists },
  { id: 'notes', title: 'Notes', Part: VesselNotes },
  { id: 'alerts', title: 'Alerts', Part: VesselAlerts },
  { id: 'events', title: 'Events', Part: VesselEvents },
  { id: 'habits', title: 'Habits', Part: VesselHabits },
  { id: 'calls', title: 'Port calls', Part: VesselCalls },
  { id: 'visits', title: 'Areas and waters', Part: VesselVisits },
]
