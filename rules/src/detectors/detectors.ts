import type { Detector } from './detector.ts'
import { IDENTITIES } from './identity.ts'
import { MOVEMENT } from './movement.ts'
import { WHEREABOUTS } from './whereabouts.ts'

/** All detectors of the product, by the codes of the specification. */
export const DETECTORS: readonly Detector[] = [...MOVEMENT, ...WHEREABOUTS, ...IDENTITIES]

/** A detector by its code or the other one the specification has for it. */
export const detectorOf = (code: string): Detector | undefined =>
  DETECTORS.find((one) => one.code === code || one.alias === code)
