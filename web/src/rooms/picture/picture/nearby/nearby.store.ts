import { create } from 'zustand'

/** Settings `ais_path_settings` of the specification; an unchanged radius or time is the one set by administrators. */
export type PathSettings = {
  open: boolean
  /** Around what others are looked for. */
  findNearbyVessels: { lat: number; lon: number; name: string } | null
  radius: string | null
  time: string | null
}
export const useNearby = create<PathSettings>(() => ({
  open: false,
  findNearbyVessels: null,
  radius: null,
  time: null,
}))
