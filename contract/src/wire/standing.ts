/** Names of the pushes for a complete and an incomplete resumption; see `resumed` and `resync`. */
export const RESUMED = 'resumed'
export const RESYNC = 'resync'

/** Where a screen stands: the number of the last push, and what it counts in. */
export type Standing = { epoch: string; seq: number }

/** Returns true for a standing, without a schema: the worker of the first view carries none. */
export function isStanding(raw: unknown): raw is Standing {
  const { epoch, seq } = (raw ?? {}) as Partial<Standing>
  return typeof epoch === 'string' && typeof seq === 'number'
}
