/**
 * One unit a quantity: degrees, knots, metres, epoch milliseconds UTC. A brand keeps a number of one
 * quantity from being handed over as another; the conversions below are the only ones.
 */
declare const unit: unique symbol
type Branded<T, Name extends string> = T & { readonly [unit]: Name }

/** Speed in knots. */
export type Knots = Branded<number, 'kn'>
/** Length or distance in metres. */
export type Metres = Branded<number, 'm'>
/** Distance in nautical miles (1,852 m); only where the name of a setting uses it. */
export type NauticalMiles = Branded<number, 'NM'>
/** Angle or coordinate in degrees; bearings are true, latitudes [-90, 90], longitudes [-180, 180]. */
export type Degrees = Branded<number, 'deg'>
/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = Branded<number, 'ms'>
/** Nine-digit station identity of ITU-R M.585, stored as text so that leading zeros survive. */
export type Mmsi = Branded<string, 'mmsi'>
/** Seven-digit ship identification number of IMO A.1117(30), without the letters IMO. */
export type Imo = Branded<string, 'imo'>

export const knots = (value: number) => value as Knots
export const metres = (value: number) => value as Metres
export const nauticalMiles = (value: number) => value as NauticalMiles
export const degrees = (value: number) => value as Degrees
export const epochMs = (value: number) => value as EpochMs

/** The international nautical mile, in metres (BIPM, SI brochure table 8). */
export const METRES_PER_NM = 1852
/** The statute mile, in metres. */
export const METRES_PER_MILE = 1609.344

export const metresFromNm = (value: NauticalMiles | number) => (value * METRES_PER_NM) as Metres
export const nmFromMetres = (value: Metres | number) => (value / METRES_PER_NM) as NauticalMiles
/** Metres a second of a speed in knots. */
export const metresPerSecond = (speed: Knots | number) => (speed * METRES_PER_NM) / 3600
/** Knots of a speed in metres a second. */
export const knotsFromMetresPerSecond = (speed: number) => ((speed * 3600) / METRES_PER_NM) as Knots

/** A point on the sphere, WGS 84. */
export type Place = { lat: Degrees; lon: Degrees }
export const place = (lat: number, lon: number): Place => ({ lat: degrees(lat), lon: degrees(lon) })
