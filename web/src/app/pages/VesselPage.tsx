import { VesselScreen } from '../../rooms/vessels/vessels/VesselScreen.tsx'
import { VESSEL_PARTS } from './vessel-parts.tsx'

/** The page of a ship with the parts of every room. */
export const Component = () => <VesselScreen parts={VESSEL_PARTS} />
