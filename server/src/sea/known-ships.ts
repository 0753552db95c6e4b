/** Vessels on the picture that a caller may see. */
export type KnownShips = {
  /** False for a ship on the picture that is not theirs to see. */
  mayKnow(mmsi: number): boolean
  /**
   * Returns whether the caller sees it on the picture; an unrestricted caller also sees vessels that are not on it.
   */
  isShown(mmsi: number): boolean
}
