import type { VesselEvent } from '@samudra/contract/events'
import { create } from 'zustand'

/** The layer of what detectors found. */
export const DETECTED = 'detected_events'

export type Detected = {
  rows: readonly VesselEvent[]
  byId: ReadonlyMap<string, VesselEvent>
  /** All there are; more than are shown. */
  total: number
  isRead: boolean
  fault: string | null
  /** The one whose popup is open. */
  open: string | null
}
/** Recent detections, as visible to this user. */
export const useDetected = create<Detected>(() => ({
  rows: [],
  byId: new Map(),
  total: 0,
  isRead: false,
  fault: null,
  open: null,
}))
export const openDetected = (open: string | null) => useDetected.setState({ open })
