import { create } from 'zustand'

/** Ships that vessel lists colour on the map, by MMSI. */
export const useListed = create<{ colourOf: ReadonlyMap<number, string> }>(() => ({ colourOf: new Map() }))
