/** Fields a static report may carry; each keeps its own source and time. */
export const STATIC_FIELDS = [
  'name',
  'callSign',
  'imo',
  'shipType',
  'aidType',
  'toBow',
  'toStern',
  'toPort',
  'toStarboard',
  'eta',
  'draught',
  'destination',
] as const
export type StaticField = (typeof STATIC_FIELDS)[number]
export type StaticText = 'name' | 'callSign' | 'destination'
export type StaticValue = string | number
/**
 * Origin of a value: `at` is the last report, `since` the first if earlier. `also` lists sources that reported the
 * same, for users who may not see the first source.
 */
export type Origin = { value: StaticValue; source: number; at: number; since?: number; also?: number[] }
/** Ships say who they are this often, ms (ITU-R M.1371-5, annex 1, 4.2.1). */
export const STATIC_INTERVAL_MS = 360_000
/**
 * Returns whether a value was reported by an instant: a user restricted to waters receives nothing reported after the
 * vessel left them.
 */
export const wasReportedBy = ({ at, since = at }: Origin, instant: number): boolean => since <= instant
/** Known data of a contact besides its fixes. */
export type StaticFields = Partial<Record<StaticField, Origin>>
