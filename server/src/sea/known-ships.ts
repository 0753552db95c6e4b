/** What somebody may know of ships on the picture. */
export type KnownShips = {
  /** False for a ship on the picture that is not theirs to see. */
  mayKnow(mmsi: number): boolean
  /** Whether they see it on the picture; who sees everything sees also what is not there. */
  isShown(mmsi: number): boolean
}
