import type { Found, FoundKind } from '@samudra/contract/search'
import type { NavigateFunction } from 'react-router'
import { create } from 'zustand'

/** How rooms show what a search found, each what is its own. */
export type Opens = {
  [Kind in FoundKind]?: (found: Found & { kind: Kind }, navigate: NavigateFunction) => void | Promise<void>
}

/** What an open map is asked to show; it clears it. */
export const useFound = create<{ wanted: Found | null }>(() => ({ wanted: null }))

/** Shows what was found on the map that is open, or on the next one. */
export const showFound = (wanted: Found) => useFound.setState({ wanted })
