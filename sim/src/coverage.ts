import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { SOURCES } from './sources.ts'

/** Receiver of a place: a source by its index in SOURCES, and the name of its station. */
export type Receiver = { source: number; station: string }
type Placed = Receiver & { lat: number; lon: number; range: number }

const cellKey = (lat: number, lon: number) => Math.floor(lat) * 1000 + Math.floor(lon)
/** Degrees about a station to look up; the longest range is under a degree and a half, and squares shrink to the south. */
const REACH = 3

/** Groups stations by the degree square they may receive, so that a query checks only a few. */
function placeStations(): Map<number, Placed[]> {
  const squares = new Map<number, Placed[]>()
  for (const [source, { stations }] of SOURCES.entries()) {
    for (const { id, lat, lon, rangeNm } of stations) {
      const placed = { source, station: id, lat, lon, range: rangeNm * METRES_PER_NM }
      for (let dy = -REACH; dy <= REACH; dy++) {
        for (let dx = -REACH; dx <= REACH; dx++) {
          const key = cellKey(lat + dy, lon + dx)
          squares.set(key, [...(squares.get(key) ?? []), placed])
        }
      }
    }
  }
  return squares
}

const squares = placeStations()

/** Maximum number of stations per network that pass on one report; networks thin out more. */
const MOST_STATIONS = 3

/** Returns stations on land that receive a place, at most three per source: the feed contains such duplicates. */
export function stationsReceiving(lat: number, lon: number): Receiver[] {
  const heard: Receiver[] = []
  for (const placed of squares.get(cellKey(lat, lon)) ?? []) {
    if (heard.filter(({ source }) => source === placed.source).length >= MOST_STATIONS) continue
    if (metresBetween(lat, lon, placed.lat, placed.lon) <= placed.range) heard.push(placed)
  }
  return heard
}

const ORBIT_MS = 97 * 60_000
const SIDEREAL_DAY_MS = 86_164_000
const INCLINATION = (82 * Math.PI) / 180
/** Metres from the point below a satellite of 600 km height to the edge of its reception. */
const FOOTPRINT = 2_200_000
const DEGREES = 180 / Math.PI

/** Steps of the golden ratio spread any number of satellites evenly along and about their orbits. */
const GOLDEN = 0.618_033_988_75

/** Returns true if a satellite of a source is above a place at an instant: circular orbits above a turning Earth. */
function isOverhead(source: number, satellites: number, lat: number, lon: number, at: number): boolean {
  for (let satellite = 0; satellite < satellites; satellite++) {
    const phase = (at % ORBIT_MS) / ORBIT_MS + satellite * GOLDEN + source * 0.41
    const u = 2 * Math.PI * (phase % 1)
    const below = Math.asin(Math.sin(INCLINATION) * Math.sin(u)) * DEGREES
    const node = (360 * satellite) / satellites - (360 * (at % SIDEREAL_DAY_MS)) / SIDEREAL_DAY_MS
    const under = Math.atan2(Math.cos(INCLINATION) * Math.sin(u), Math.cos(u)) * DEGREES + node
    if (metresBetween(lat, lon, below, under) <= FOOTPRINT) return true
  }
  return false
}

export const SATELLITE_SOURCES = SOURCES.flatMap((source, index) => (source.satellites > 0 ? [index] : []))

/** Returns the satellite sources that receive a place at an instant. */
export const satellitesReceiving = (lat: number, lon: number, at: number): number[] =>
  SATELLITE_SOURCES.filter((source) => isOverhead(source, SOURCES[source]!.satellites, lat, lon, at))
