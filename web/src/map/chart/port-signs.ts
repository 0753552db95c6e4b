/** Where the page of a port stands. */
export const portPath = (id: string) => `/home/portsDetails/${encodeURIComponent(id)}`

/** The layers that show a port, its sign and its name: who is clicked on is a port. */
export const PORT_SIGNS = ['port', 'port-label'] as const
