import { eventKind, type EventGeometry, type PreviewRow, type VesselEvent } from '@samudra/contract/events'
import type { EventCategory } from '@samudra/contract/event-types'
import { create } from 'zustand'
import { declareStore } from '../../../stored/stores.ts'
import { keepStore } from '../../../store/saved-stores.ts'

/** Subject of the dialog: a new event at a place or of a vessel, or one that is changed. */
export type Writing =
  | { kind: 'new'; lon: number; lat: number; mmsis: string[] }
  | { kind: 'change'; event: VesselEvent; late: boolean }

/** Shape that the form requests, and the function that receives it. */
export type ShapeWanted = {
  kind: 'line' | 'polygon'
  category: EventCategory
  done: (geometry: EventGeometry) => void
}

/** Events at sea, as visible to this user; events shared with the user later are also pushed. */
export const events = declareStore(eventKind)

type State = {
  /** The one whose popup is open. */
  open: string | null
  writing: Writing | null
  drawing: ShapeWanted | null
  /** Rows of a file that are drawn on the map. */
  preview: { name: string; rows: PreviewRow[] } | null
}
export const useEvents = create<State>(() => ({
  open: null,
  writing: null,
  drawing: null,
  preview: null,
}))
keepStore(useEvents, {
  name: 'cards.event',
  of: 'tab',
  read: ({ open }) => (open === null ? null : { open }),
  restore: ({ open }) => ({ open: String(open) }),
})

export const openEvent = (open: string | null) => useEvents.setState({ open })
export const writeEvent = (writing: Writing | null) => useEvents.setState({ writing })
export const drawShape = (drawing: ShapeWanted | null) => useEvents.setState({ drawing })
export const drawPreview = (preview: State['preview']) => useEvents.setState({ preview })
