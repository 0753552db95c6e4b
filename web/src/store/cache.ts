import { create } from 'zustand'
import { keepStore } from './saved-stores.ts'

type Entries = Record<string, object>

/** Cache of the specification: data read once, by name, valid until it is read again. */
export const useCache = create<{ entries: Entries }>(() => ({ entries: {} }))
keepStore(useCache, {
  name: 'cache.entries',
  of: 'user',
  read: ({ entries }) => ({ ...entries }),
  restore: (held) => ({ entries: { ...(held as Entries), ...useCache.getState().entries } }),
})

export const addEntry = (name: string, entry: object) =>
  useCache.setState(({ entries }) => ({ entries: { ...entries, [name]: entry } }))

/** Changes an entry that is there; one that is not stays away. */
export const updateEntry = (name: string, change: object) =>
  useCache.setState(({ entries }) => {
    const held = entries[name]
    return held === undefined ? {} : { entries: { ...entries, [name]: { ...held, ...change } } }
  })

export const deleteEntry = (name: string) => keepEntries((one) => one !== name)

/** The name of what is known of the sea now, and the beginning of the names of what dashboards show. */
export const AIS_DATA = 'aisData'
const DASHBOARD = 'dashboard'

/** Drops the picture and dashboard data after a change of visibility. */
export const invalidate = () => keepEntries((name) => name !== AIS_DATA && !name.startsWith(DASHBOARD))

const keepEntries = (stays: (name: string) => boolean) =>
  useCache.setState(({ entries }) => ({
    entries: Object.fromEntries(Object.entries(entries).filter(([name]) => stays(name))),
  }))

export const entryOf = (name: string): object | undefined => useCache.getState().entries[name]
