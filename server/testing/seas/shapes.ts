import { polygonOfBox, type LonLatBox } from '@samudra/nautical/box'
/** A box as GeoJSON, counter-clockwise; degrees. */
export const boxOf = (...box: LonLatBox) => polygonOfBox(box)

/** What an area needs beside its name and its shape. */
export const PLAIN_AREA = {
  type: 'GENERAL',
  visibility: 'PRIVATE',
  recur: 'NONE',
  color: '#1565c0',
  notes: '',
  valid_from: null,
  valid_to: null,
} as const
