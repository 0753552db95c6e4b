import { polygonOfBox, type LonLatBox } from '@samudra/nautical/polygons/box'
/** A box as GeoJSON, counter-clockwise; degrees. */
export const boxOf = (...box: LonLatBox) => polygonOfBox(box)

/** Fields of an area besides its name and shape. */
export const PLAIN_AREA = {
  type: 'GENERAL',
  visibility: 'PRIVATE',
  recur: 'NONE',
  color: '#1565c0',
  notes: '',
  valid_from: null,
  valid_to: null,
} as const
