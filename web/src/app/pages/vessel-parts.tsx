import type { VesselPart } from '../../kit/pages/vessel-part.ts'
import { VesselAlerts } from '../../rooms/watch/alerts/list/VesselAlerts.tsx'
import { VesselPatterns } from '../../rooms/past/patterns/VesselPatterns.tsx'
import { VesselEvents } from '../../rooms/watch/events/VesselEvents.tsx'
import { VesselLists } from '../../rooms/vessels/vessel-lists/VesselLists.tsx'
import { VesselNotes } from '../../rooms/vessels/vessel-notes/VesselNotes.tsx'
import { VesselCalls } from '../../rooms/vessels/port-calls/VesselCalls.tsx'
import { VesselFollow } from '../../rooms/vessels/subscriptions/VesselFollow.tsx'
import { VesselTopics } from '../../rooms/team/forum/object/VesselTopics.tsx'
import { VesselVisits } from '../../rooms/vessels/visits/VesselVisits.tsx'

/** Parts of the rooms on the page of a vessel, in order. */
export const VESSEL_PARTS: readonly VesselPart[] = [
  { id: 'subscription', title: 'Subscription', Part: VesselFollow },
  { id: 'lists', title: 'Vessel lists', Part: VesselLists },
  { id: 'notes', title: 'Notes', Part: VesselNotes },
  { id: 'forum', title: 'Forum', Part: VesselTopics },
  { id: 'alerts', title: 'Alerts', Part: VesselAlerts },
  { id: 'events', title: 'Events', Part: VesselEvents },
  { id: 'habits', title: 'Pattern of life', Part: VesselPatterns },
  { id: 'calls', title: 'Port calls', Part: VesselCalls },
  { id: 'visits', title: 'Areas and waters', Part: VesselVisits },
]
