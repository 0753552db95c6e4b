import type { TrackEvent } from '@samudra/contract/track-events'
import type { TimedPlace } from '@samudra/nautical/tracks/timed-track'
import { create } from 'zustand'
import type { PlaybackQuery, Plotted } from './playback-link.ts'

/** One fix of a plotted track. */
export type PlottedFix = TimedPlace & {
  id: string
  hdg: number | null
  source: string
  isSuspect: boolean
}
export type PlottedTrack = Plotted & {
  name: string
  fixes: PlottedFix[]
  gaps: {
    from: number
    to: number
    minutes: number
    heard: 'yes' | 'no' | 'unknown'
    /** Distance and least speed of a leg that no vessel can sail; null of a silence. */
    out_of_reach: { nm: number; knots: number } | null
  }[]
  /** Number of fixes left out of the shape. */
  dropped: number
}
/** Event on the track, or recorded of the vessel. */
export type TrackEvents = Omit<TrackEvent, 'kind' | 'from' | 'to'> & {
  kind: TrackEvent['kind'] | 'EVENT'
  from: number
  to: number
}

type State = {
  query: PlaybackQuery | null
  tracks: Record<string, PlottedTrack>
  faults: Record<string, string>
  isLoading: boolean
  happenings: TrackEvents[]
  /** Why the events could not be had. */
  eventsFault: string | null
  /** The chart keeps the ship in sight. */
  isFollowed: boolean
}

export const EMPTY: State = {
  query: null,
  tracks: {},
  faults: {},
  isLoading: false,
  happenings: [],
  eventsFault: null,
  isFollowed: false,
}
export const usePlayback = create<State>(() => EMPTY)

/** Vessel a user wants plotted, wherever it was chosen. */
export const usePlotWish = create<{ ship: (Plotted & { from?: number; to?: number }) | null }>(() => ({
  ship: null,
}))
