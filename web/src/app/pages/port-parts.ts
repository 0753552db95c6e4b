import { PortFigures, PortShips } from '../../rooms/vessels/port-calls/PortTraffic.tsx'
import type { PortPart } from '../../kit/pages/port-part.ts'
import { PortFollow } from '../../rooms/vessels/subscriptions/VesselFollow.tsx'

/** Parts that rooms add to the page of a port, from the top down. */
export const PORT_PARTS: readonly PortPart[] = [
  { id: 'subscription', title: 'Subscription', place: 'beside', Part: PortFollow },
  { id: 'ships', title: 'Vessels', place: 'below', Part: PortShips },
  { id: 'figures', title: 'Arrivals vs baseline', place: 'below', Part: PortFigures },
]
