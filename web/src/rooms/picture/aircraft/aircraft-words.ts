import { AIRCRAFT_STALE_MIN, type AdsbSourceType } from '@samudra/contract/aircraft'

/** Label and meaning of each source type. */
export const TYPE_WORDS: Record<AdsbSourceType, { label: string; means: string }> = {
  ADSB: { label: 'ADS-B', means: 'the aircraft sends its position' },
  MLAT: { label: 'MLAT', means: 'position computed from reception times at several receivers' },
  TISB: { label: 'TIS-B', means: 'a ground station relays radar positions' },
  MODES: { label: 'Mode S', means: 'the aircraft answers radar; its position is unknown' },
}

/** Squawks that mean distress, as numbers of twelve bits. */
export const EMERGENCIES: Record<number, string> = {
  0o7500: 'Unlawful interference',
  0o7600: 'Radio failure',
  0o7700: 'Emergency',
}

/** Emitter categories (DO-260B, table 2-14): set A to C, number 1 to 7. */
const CATEGORIES: Record<string, string> = {
  A1: 'Light',
  A2: 'Small',
  A3: 'Large',
  A4: 'High vortex',
  A5: 'Heavy',
  A6: 'High performance',
  A7: 'Rotorcraft',
  B1: 'Glider',
  B2: 'Lighter than air',
  B3: 'Parachutist',
  B4: 'Ultralight',
  B6: 'Unmanned',
  B7: 'Space vehicle',
  C1: 'Emergency vehicle',
  C2: 'Service vehicle',
  C3: 'Obstacle',
}
export const categoryWords = (code: string) => {
  const words = CATEGORIES[code]
  return words === undefined ? code : `${words} (${code})`
}

export const isStale = (placedAt: number, now: number) => now - placedAt > AIRCRAFT_STALE_MIN * 60_000
