import type { EpochMs } from '@samudra/nautical/units'

/** What time it is; tests hand in their own. */
export interface Clock {
  now(): EpochMs
}

export const systemClock: Clock = { now: () => Date.now() as EpochMs }
