import type { ReactNode } from 'react'

export type Load = () => Promise<{ Component: () => ReactNode }>
const loads: Load[] = []

export const fetchLater = (load: Load) => void loads.push(load)

/** Fetches the code of every screen, so that one opens at once, and opens when the network is away. */
export async function fetchScreens(): Promise<void> {
  for (const load of loads) await load().catch(() => undefined)
}
