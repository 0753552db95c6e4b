/** Servers that connect participants, by the options of the start. */
export type CallOptions = {
  /** Addresses of STUN servers, like stun:stun.centre.example:3478. */
  stun: readonly string[]
  /** Addresses of TURN servers, and the secret they share with this one. */
  turn: { urls: readonly string[]; secret: string } | null
}
