import { SOURCE_TYPES } from '@samudra/nautical/adsb/adsb-columns'
import { z } from 'zod'
import { AROUND_NOW } from './example.ts'
import { Bbox, Instant, op, read, type Reading } from './kernel.ts'

/** Source of an aircraft's position: ADS-B, multilateration, a ground station's radar, or Mode S without position. */
export const AdsbSourceType = z.enum(SOURCE_TYPES)
export type AdsbSourceType = z.output<typeof AdsbSourceType>

/** An aircraft whose last place is older than this is stale; one that has been silent for as long as the second is gone. */
export const AIRCRAFT_STALE_MIN = 5
export const AIRCRAFT_GONE_MIN = 15

const nullableNumber = z.number().nullable()

export const AdsbRecord = z.object({
  /** Six hexadecimal digits; a tilde before a number that is no ICAO address. */
  icao24: z.string(),
  callsign: z.string().nullable(),
  /** The state of registry, by the block of the address. */
  country: z.string().nullable(),
  lat: nullableNumber,
  lon: nullableNumber,
  alt_ft: nullableNumber,
  gs_kn: nullableNumber,
  /** Degrees true over ground. */
  track: nullableNumber,
  /** Feet a minute. */
  vrate: nullableNumber,
  squawk: z.string().nullable(),
  on_ground: z.boolean().nullable(),
  /** Emitter category, such as A3 (large), A5 (heavy) or A7 (rotorcraft). */
  category: z.string().nullable(),
  source_type: AdsbSourceType,
  /** When the place was observed; null without one. */
  observed_at: Instant.nullable(),
  /** Time of the last reception. */
  rec_time: Instant,
  source: z.string(),
  stale: z.boolean(),
})
export type AdsbRecord = z.output<typeof AdsbRecord>

/** Every part that is given must hold; what is not known of an aircraft never holds. */
export const AircraftFilter = z.object({
  /** Part of the address, call sign or squawk. */
  q: z.string().trim().max(20).optional(),
  source_types: z.array(AdsbSourceType).max(SOURCE_TYPES.length).optional(),
  sources: z.array(z.string().max(40)).max(200).optional(),
  alt_from_ft: z.number().optional(),
  alt_to_ft: z.number().optional(),
  on_ground: z.boolean().optional(),
})
export type AircraftFilter = z.output<typeof AircraftFilter>

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const getAdsbData = op({
  name: 'getAdsbData',
  route: 'GET /v1/adsb',
  bounded: 'PICTURE',
  who: 'user',
  cut: 'release',
  costly: 'past',
  past: 'AS_OF',
  example: {},
  input: z.object({
    /** Box to search; without a box, aircraft of unknown position are included. */
    bbox: Bbox.optional(),
    /** Instant after which aircraft must have been received: `as_of` of the previous answer. */
    since: Instant.optional(),
    /** An `AircraftFilter` as JSON. */
    filter: z.preprocess(parsed, AircraftFilter).optional(),
    as_of: Instant.optional(),
  }),
  output: z.object({ aircraft: z.array(AdsbRecord), count: z.number(), as_of: Instant }),
})

/** The sky as it was at an instant, as one frame of `wire/aircraft-frame.ts` after its Data. */
export const getPastSky = op({
  name: 'getPastSky',
  route: 'GET /v2/adsb/sky',
  who: 'user',
  cut: 'release',
  stream: 'down',
  costly: 'always',
  past: 'AS_OF',
  example: { as_of: AROUND_NOW.from, bbox: '60,-10,90,20' },
  input: z.object({
    as_of: Instant,
    bbox: Bbox,
    /** An `AircraftFilter` as JSON. */
    filter: z.preprocess(parsed, AircraftFilter).optional(),
  }),
  output: z.object({ as_of: Instant }),
})

/** Part of the sky that a client watches; sent again on every change, null to stop. */
export const WATCH_AIRCRAFT = 'watch_aircraft'
export const WatchAircraft = z.object({
  bbox: Bbox,
  filter: AircraftFilter.optional(),
  /** True after a gap in `seq`: the next frame is a snapshot. */
  resync: z.boolean().optional(),
})
export type WatchAircraft = z.output<typeof WatchAircraft>
export const readWatchAircraft = (raw: unknown): Reading<WatchAircraft> => read(WatchAircraft, raw)

/** Binary frames of `wire/aircraft-frame.ts`, at most one a second. */
export const AIRCRAFT_DELTA = 'aircraft_delta'
