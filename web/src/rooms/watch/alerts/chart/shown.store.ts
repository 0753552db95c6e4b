import type { AlertMark } from '@samudra/contract/alert-marks'
import type { AisFilter } from '@samudra/contract/filter'
import { create } from 'zustand'

/** Alerts as the map shows them: those that wait now, or that waited at the instant of a replay. */
type Shown = {
  marks: readonly AlertMark[]
  isTruncated: boolean
  /** True if they are of the past, where no action is possible. */
  isPast: boolean
  /** Ids of the alerts whose popup is open, and where it stands. */
  open: { ids: readonly string[]; lon: number; lat: number } | null
  /** The condition that shows their ships alone, as it was put into the filter. */
  filtering: AisFilter['expr'] | null
}
export const NONE_SHOWN = { marks: [], isTruncated: false, isPast: false, open: null, filtering: null }
export const useShownMarks = create<Shown>(() => NONE_SHOWN)
