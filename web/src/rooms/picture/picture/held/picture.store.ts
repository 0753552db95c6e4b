import type { PictureStatus } from '@samudra/contract/socket'
import { create } from 'zustand'
import { keepStore } from '../../../../store/saved-stores.ts'
import type { ShipKey } from '../../../../map/workbench/workbench.store.ts'
import type { Link } from '../../../../wire/wire-words.ts'

export type ContactKey = ShipKey
export type Hovered = { name: string; mmsi: string; at: number; x: number; y: number }

type PictureState = {
  link: Link
  /**
   * Time of the last frame (`performance.now()`), null before the first; and the time since which a stored picture is
   * shown.
   */
  lastFrameAt: number | null
  savedAt: number | null
  status: PictureStatus | null
  /** Server time minus the time of this computer, 0 while they agree. */
  offsetMs: number
  inView: number
  total: number
  byGroup: number[]
  hovered: Hovered | null
  selected: ContactKey | null
  /** Grows with each new fix of the selected contact. */
  ais_update: number
  /** Place the chart is requested to go to; the chart clears it. */
  goTo: { lon: number; lat: number } | null
  /** True to request the focus for the card of the selected contact, for keyboard users; the card clears it. */
  isBrought: boolean
  select: (contact: ContactKey | null) => void
  /** Selects a contact requested by name, and brings the chart and the focus to it. */
  bring: (contact: ContactKey, place: { lon: number; lat: number }) => void
}

/** Picture state for React: counts, the state of the feed and the selection. Never the contacts. */
export const usePicture = create<PictureState>((set) => ({
  link: 'connecting',
  lastFrameAt: null,
  savedAt: null,
  status: null,
  offsetMs: 0,
  inView: 0,
  total: 0,
  byGroup: [],
  hovered: null,
  selected: null,
  ais_update: 0,
  goTo: null,
  isBrought: false,
  select: (selected) => set({ selected, ais_update: 0 }),
  bring: (selected, goTo) => set({ selected, ais_update: 0, goTo, isBrought: true }),
}))
keepStore(usePicture, {
  name: 'cards.vessel',
  of: 'tab',
  read: ({ selected }) => selected,
  restore: ({ mmsi, split }) => ({ selected: { mmsi: String(mmsi), split: Number(split) } }),
})
