/** One stored fix of a ship; degrees, knots, epoch ms. */
export type OwnFix = {
  id: number
  t: number
  lat: number | null
  lon: number | null
  sog: number | null
  cog: number | null
  source: string
  isQuarantined: boolean
  /** Bits of the reasons, in the order of the contract. */
  reasons: number
}
export type PlacedFix = OwnFix & { lat: number; lon: number }
