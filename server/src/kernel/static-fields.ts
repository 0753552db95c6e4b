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
/** `also`: other sources that said the same; who may not see the first may know it from them. */
export type Origin = { value: StaticValue; source: number; at: number; also?: number[] }
/** What is known of a contact besides its fixes. */
export type StaticFields = Partial<Record<StaticField, Origin>>
