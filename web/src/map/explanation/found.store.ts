import type { Found, FoundKind } from '@samudra/contract/search'
import type { NavigateFunction } from 'react-router'
import { create } from 'zustand'

/** Functions of the rooms that show a search result, each for its own kind. */
export type Opens = {
  [Kind in FoundKind]?: (found: Found & { kind: Kind }, navigate: NavigateFunction) => void | Promise<void>
}

/** Search result that an open map is requested to show; the map clears it. */
export const useFound = create<{ wanted: Found | null }>(() => ({ wanted: null }))

/** Shows what was found on the map that is open, or on the next one. */
export const showFound = (wanted: Found) => useFound.setState({ wanted })
