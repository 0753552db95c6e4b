import type { UserSettings } from '@samudra/contract/identity'

export { latitudeText, longitudeText, positionText } from '@samudra/nautical/position-text'

export type DistanceUnit = UserSettings['distance.unit']

/** Text of a value that is not available. */
export const NA = 'NA'

const UNITS: Record<DistanceUnit, { metres: number; short: string }> = {
  'Nautical Miles': { metres: 1852, short: 'NM' },
  Kilometers: { metres: 1000, short: 'km' },
  Miles: { metres: 1609.344, short: 'mi' },
}

export const unitShort = (unit: DistanceUnit) => UNITS[unit].short
/** Metres in a unit, and back. */
export const inUnit = (metres: number, unit: DistanceUnit) => metres / UNITS[unit].metres
export const ofUnit = (value: number, unit: DistanceUnit) => value * UNITS[unit].metres

/** A distance over the sea, finer when it is short. */
export function distanceText(metres: number, unit: DistanceUnit): string {
  const { metres: size, short } = UNITS[unit]
  const value = metres / size
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  return `${value.toFixed(digits)} ${short}`
}

/** A round distance for a scale bar no longer than `metres`. */
export function roundDistance(metres: number, unit: DistanceUnit): { metres: number; text: string } {
  const { metres: size, short } = UNITS[unit]
  const most = metres / size
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [5, 2, 1].find((n) => n * power <= most) ?? 1
  const value = step * power
  return { metres: value * size, text: `${Number(value.toPrecision(1))} ${short}` }
}

export const speedText = (knots: number | null) => (knots === null ? NA : `${knots.toFixed(1)} kn`)

export const angleText = (degrees: number | null) =>
  degrees === null ? NA : `${(Math.round(degrees) % 360).toString().padStart(3, '0')}°`

export const metresText = (metres: number | null, digits = 0) =>
  metres === null ? NA : `${metres.toFixed(digits)} m`

const counts = new Intl.NumberFormat('en-GB')
export const countText = (n: number) => counts.format(n)
/** `1 vessel`, `2,000 vessels`; `many` where an s does not do. */
export const countWords = (n: number, one: string, many = `${one}s`) =>
  `${countText(n)} ${n === 1 ? one : many}`

/** Heights of aircraft are feet the world over. */
export const feetText = (feet: number | null) => (feet === null ? NA : `${countText(feet)} ft`)
export const climbText = (feetAMinute: number | null) =>
  feetAMinute === null
    ? NA
    : `${feetAMinute > 0 ? '+' : feetAMinute < 0 ? '−' : ''}${countText(Math.abs(feetAMinute))} ft/min`
