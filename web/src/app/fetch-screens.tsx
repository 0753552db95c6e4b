import type { ReactNode } from 'react'
import { fetchCode, Unfetched } from '../kit/fetch-code.ts'
import { Refetch } from './Refetch.tsx'

export type Load = () => Promise<{ Component: () => ReactNode }>
const loads: Load[] = []

export const fetchLater = (load: Load) => void loads.push(load)

/** Fetches the code of every screen, so that one opens at once, and opens when the network is away. */
export async function fetchScreens(): Promise<void> {
  for (const load of loads) await load().catch(() => undefined)
}

/** A screen as the router fetches it; one whose code does not come says so in its place. */
export const fetched =
  (load: Load): Load =>
  () =>
    fetchCode(load).catch((error: unknown) => {
      if (!(error instanceof Unfetched)) throw error
      return { Component: () => <Refetch load={load} /> }
    })
