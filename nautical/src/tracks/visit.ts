/**
 * Evidence that a border was passed: a crossing between two fixes, some time in a silence, or none because the first
 * fix of all was inside.
 */
export const CLAIMS = ['CROSSED', 'SILENT', 'FIRST_HEARD'] as const
export type Claim = (typeof CLAIMS)[number]

/** One passing of a border. Degrees, epoch ms. */
export type Edge = {
  claim: Claim
  /** When it was crossed; in a silence the nearest instant at which the ship was known to be inside. */
  at: number
  lat: number
  lon: number
  /** The fixes on both sides, 0 for none: ids, and numbers of their sources. */
  beforeId: number
  beforeSource: number
  afterId: number
  afterSource: number
  /** When the fixes were sent. */
  beforeAt: number
  afterAt: number
}

/** A time that a ship spends inside; not over while it has no end. */
export type Visit = {
  /** Set by who takes it in. */
  ship: number
  readonly zone: number
  entry: Edge
  exit: Edge | null
  /** When the fix was sent by which it was sure that the ship had left; 0 before. */
  overAt: number
  /** Crossed outwards and not beyond the hysteresis yet: the exit, when it goes on. */
  leaving: Edge | null
  /** Lowest speed, 0.1 kn, and longest silence, ms, while inside; -1 when no speed was reported. */
  minSog: number
  silence: number
  /** The same when it crossed outwards. */
  insideSog: number
  insideSilence: number
  /** True when changed since its store last looked. */
  isChanged: boolean
}

/** Counts a fix as one inside; `silence` is how long there had been none, ms. */
export function noteInside(visit: Visit, sog: number, silence: number) {
  if (sog >= 0 && (visit.minSog < 0 || sog < visit.minSog)) {
    visit.minSog = sog
    visit.isChanged = true
  }
  if (silence > visit.silence) {
    visit.silence = silence
    visit.isChanged = true
  }
}
