import { create } from 'zustand'

/** Whose log of entries and exits is read: an area of interest, a boundary, or a ship. */
export type LogOf = { kind: 'area' | 'boundary' | 'ship'; id: string; name: string }

export const useVisitLog = create<{ of: LogOf | null }>(() => ({ of: null }))

/** Opens the log over whatever screen is shown. */
export const openVisitLog = (of: LogOf) => useVisitLog.setState({ of })
export const closeVisitLog = () => useVisitLog.setState({ of: null })
