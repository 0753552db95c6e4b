import type { ReactNode } from 'react'
import { fetchCode, Unfetched } from '../kit/pages/fetch-code.ts'
import { Refetch } from './Refetch.tsx'

export type Load = () => Promise<{ Component: () => ReactNode }>

/** A screen as the router fetches it; one whose code does not come says so in its place. */
export const fetched =
  (load: Load): Load =>
  () =>
    fetchCode(load).catch((error: unknown) => {
      if (!(error instanceof Unfetched)) throw error
      return { Component: () => <Refetch load={load} /> }
    })
