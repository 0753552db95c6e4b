/** One fix as files carry it: degrees and knots, null where it is not available. */
export type PassedFix = {
  mmsi: number
  split: number
  /** Epoch ms: when it was observed, and when it came here. */
  at: number
  receivedAt: number | null
  lat: number | null
  lon: number | null
  sog: number | null
  cog: number | null
  heading: number | null
  /** ROT_AIS as it was sent. */
  rot: number | null
  navStatus: number | null
  /** AIS message type. */
  type: number
  /** Accuracy, RAIM and radio channel as the decoder's columns have them. */
  bits: number
  source: string | null
  station: string | null
}

/** Function that returns the name of a vessel, for formats that give it beside the fixes. */
export type ShipNames = (mmsi: number, split: number) => string | null

export const mmsiText = (mmsi: number) => String(mmsi).padStart(9, '0')

/** Longer silences break a line in two. */
export const GAP_MS = 30 * 60_000
