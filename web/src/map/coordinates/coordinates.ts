import { forward, toPoint } from 'mgrs'

/** The ways a position is written: decimal degrees, degrees and decimal minutes, with seconds, and the military grid. */
export const COORDINATE_FORMATS = ['D', 'DM', 'DMS', 'MGRS'] as const
export type CoordinateFormat = (typeof COORDINATE_FORMATS)[number]
export type Place = { lat: number; lon: number }

/** MGRS covers 80°S to 84°N; beyond it the polar grid would begin. */
const MGRS_SOUTH = -80
const MGRS_NORTH = 84
/** One metre. */
const MGRS_DIGITS = 5

const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180

/** A position in one of the formats, to about a metre; positions the grid does not cover come in DM. */
export function coordinateText(format: CoordinateFormat, lat: number, lon: number): string {
  const east = wrapped(lon)
  switch (format) {
    case 'D':
      return `${Math.abs(lat).toFixed(5)}°${lat < 0 ? 'S' : 'N'} ${Math.abs(east).toFixed(5)}°${east < 0 ? 'W' : 'E'}`
    case 'DM':
      return `${minutesText(lat, 2, 'N', 'S')} ${minutesText(east, 3, 'E', 'W')}`
    case 'DMS':
      return `${secondsText(lat, 2, 'N', 'S')} ${secondsText(east, 3, 'E', 'W')}`
    case 'MGRS':
      return lat < MGRS_SOUTH || lat > MGRS_NORTH
        ? coordinateText('DM', lat, lon)
        : spaced(forward([east, lat], MGRS_DIGITS))
  }
}

/** `48PUV1234567890` as people read it aloud: zone, square, easting, northing. */
const spaced = (text: string) =>
  text.replace(/^(\d+[A-Z])([A-Z]{2})(\d{5})(\d{5})$/, (_all, zone, square, east, north) =>
    [zone, square, east, north].join(' '),
  )

function minutesText(value: number, width: number, positive: string, negative: string): string {
  const thousandths = Math.round(Math.abs(value) * 60_000)
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${padded(Math.floor(thousandths / 60_000), width)}°${minutes}'${value < 0 ? negative : positive}`
}

function secondsText(value: number, width: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(value) * 36_000)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  const minutes = padded(Math.floor((tenths % 36_000) / 600), 2)
  return `${padded(Math.floor(tenths / 36_000), width)}°${minutes}'${seconds}"${value < 0 ? negative : positive}`
}

const padded = (n: number, width: number) => String(n).padStart(width, '0')

/**
 * Reads a position as people write it: `6.93, 79.85`, `06 55.8N 079 51.2E`, `6°55'48"N 79°51'12"E`, `44N LN 77311 66021`.
 * Latitude comes first unless the letters say otherwise. Null when it is no position.
 */
export function readCoordinates(text: string): Place | null {
  const plain = text.trim().toUpperCase()
  return readGrid(plain) ?? readDegrees(plain)
}

function readGrid(text: string): Place | null {
  const joined = text.replace(/\s+/g, '')
  if (!/^\d{1,2}[C-HJ-NP-X][A-HJ-NP-Z][A-HJ-NP-V](\d\d)+$/.test(joined)) return null
  try {
    const [lon, lat] = toPoint(joined)
    return lat === undefined || lon === undefined ? null : inRange({ lat, lon })
  } catch {
    return null
  }
}

type Angle = { degrees: number; letter: string }

function readDegrees(text: string): Place | null {
  if (!/\d/.test(text) || /[^\d\s.,;:°º'’′"”″+\-NSEWO/]/.test(text)) return null
  const halves = splitInTwo(text)
  if (halves === null) return null
  const [first, second] = [angleOf(halves[0]), angleOf(halves[1])]
  if (first === null || second === null) return null
  const isSwapped = 'EW'.includes(first.letter || '?') || 'NS'.includes(second.letter || '?')
  const [lat, lon] = isSwapped ? [second, first] : [first, second]
  if ('EW'.includes(lat.letter || '?') || 'NS'.includes(lon.letter || '?')) return null
  return inRange({ lat: lat.degrees, lon: lon.degrees })
}

/** By the letters, else by a comma, else down the middle of the numbers. */
function splitInTwo(text: string): [string, string] | null {
  const lettered = /^([^NSEW]*[NSEW])[\s,;/]*([^NSEW]*[NSEW])$/.exec(text)
  if (lettered !== null) return [lettered[1]!, lettered[2]!]
  const leading = /^([NSEW][^NSEW]+)([NSEW][^NSEW]+)$/.exec(text)
  if (leading !== null) return [leading[1]!, leading[2]!]
  if (/[NSEW]/.test(text)) return null
  const halves = text.split(/\s*[,;/]\s*/)
  if (halves.length === 2) return [halves[0]!, halves[1]!]
  const numbers = text.split(/\s+/)
  if (halves.length !== 1 || numbers.length % 2 !== 0) return null
  const half = numbers.length / 2
  return [numbers.slice(0, half).join(' '), numbers.slice(half).join(' ')]
}

function angleOf(text: string): Angle | null {
  const letter = /[NSEW]/.exec(text)?.[0] ?? ''
  const isNegative = /^\s*[NSEW]?\s*-/.test(text)
  const numbers = text.match(/\d+(?:\.\d+)?/g) ?? []
  if (numbers.length === 0 || numbers.length > 3) return null
  const [degrees, minutes = 0, seconds = 0] = numbers.map(Number)
  const hasFraction = numbers.slice(0, -1).some((one) => one.includes('.'))
  if (degrees === undefined || hasFraction || minutes >= 60 || seconds >= 60) return null
  const size = degrees + minutes / 60 + seconds / 3600
  return { degrees: isNegative || letter === 'S' || letter === 'W' ? -size : size, letter }
}

/** Limits of the specification. */
const inRange = (place: Place): Place | null =>
  Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : null
