import { create } from 'zustand'
import { keepStore } from '../../../../store/saved-stores.ts'

/** Place that the user gave the window of a call, in shares of the free width and height; null for a free corner. */
type WindowPlace = { x: number | null; y: number | null }
export const useStoredPlace = create<WindowPlace>(() => ({ x: null, y: null }))

const shareOrNull = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : null)
keepStore(useStoredPlace, {
  name: 'call.place',
  of: 'browser',
  read: ({ x, y }) => ({ x, y }),
  restore: ({ x, y }) => ({ x: shareOrNull(x), y: shareOrNull(y) }),
})
