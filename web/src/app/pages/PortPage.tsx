import { PortScreen } from '../../rooms/chart/ports/PortScreen.tsx'
import { PORT_PARTS } from './port-parts.ts'

/** The page of a port with the parts of every room. */
export const Component = () => <PortScreen parts={PORT_PARTS} />
