import type { PortPart } from '../ports/port-part.ts'

/** What rooms add to the page of a port, from the top down. */
export const PORT_PARTS: readonly PortPart[] = []
