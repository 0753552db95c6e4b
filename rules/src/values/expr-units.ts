import { METRES_PER_NM } from '@samudra/nautical/units'

/** Dimension of a number; only numbers of one dimension can be compared or added. */
export type Dimension = 'number' | 'speed' | 'length' | 'angle' | 'time' | 'turn' | 'acceleration'
type Unit = { of: Dimension; is: number }

/** Knots, metres, degrees and minutes are what others are counted in. */
export const UNITS: Readonly<Record<string, Unit>> = {
  kn: { of: 'speed', is: 1 },
  m: { of: 'length', is: 1 },
  km: { of: 'length', is: 1000 },
  nm: { of: 'length', is: METRES_PER_NM },
  deg: { of: 'angle', is: 1 },
  '°': { of: 'angle', is: 1 },
  s: { of: 'time', is: 1 / 60 },
  min: { of: 'time', is: 1 },
  h: { of: 'time', is: 60 },
  days: { of: 'time', is: 1440 },
  '°/min': { of: 'turn', is: 1 },
  'kn/min': { of: 'acceleration', is: 1 },
}

/** Returns the dimension of a unit as fields have it. */
export const dimensionOf = (unit: string | null): Unit =>
  unit === null ? { of: 'number', is: 1 } : UNITS[unit.toLowerCase()]!

/** A bare zero or number may stand beside what is counted in nothing else. */
export const sameDimension = (a: Dimension, b: Dimension): boolean =>
  a === b || (a === 'turn' && b === 'number') || (a === 'acceleration' && b === 'number')
