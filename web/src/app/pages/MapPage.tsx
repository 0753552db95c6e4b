import { MapScreen } from '../../rooms/picture/picture/MapScreen.tsx'
import { MAP_PARTS } from '../map-parts.ts'

/** The main map with the parts of every room. */
export const Component = () => <MapScreen parts={MAP_PARTS} />
