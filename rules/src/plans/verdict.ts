/** Verdicts as numbers: ALL is the minimum of its parts, ANY the maximum, and negation the reverse. */
export const FALSE = 0
export const UNKNOWN = 1
export const TRUE = 2
export type Verdict = typeof FALSE | typeof UNKNOWN | typeof TRUE

export const VERDICT_WORDS = ['FALSE', 'UNKNOWN', 'TRUE'] as const
export type VerdictWord = (typeof VERDICT_WORDS)[number]

export const isTrue = (holds: boolean): Verdict => (holds ? TRUE : FALSE)
export const not = (verdict: Verdict): Verdict => (2 - verdict) as Verdict
/** Returns the verdict of a filter result; null is unknown. */
export const ofMaybe = (verdict: boolean | null): Verdict =>
  verdict === null ? UNKNOWN : verdict ? TRUE : FALSE
