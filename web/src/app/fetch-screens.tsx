import type { ReactNode } from 'react'
import { fetchCode, Unfetched } from '../kit/pages/fetch-code.ts'
import { Refetch } from './Refetch.tsx'

export type Load = () => Promise<{ Component: () => ReactNode }>

/** Returns a loader of a screen for the router; a screen whose code fails to load shows that in its place. */
export const fetched =
  (load: Load): Load =>
  () =>
    fetchCode(load).catch((error: unknown) => {
      if (!(error instanceof Unfetched)) throw error
      return { Component: () => <Refetch load={load} /> }
    })
