import { create } from 'zustand'

/** The specification's `ais_path_settings`; a radius or time nobody changed is the one the administrators set. */
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
