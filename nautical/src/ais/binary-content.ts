import { areaNotice } from './area-notice.ts'
import type { AreaNotice } from './area-notice.ts'
import { REPORT_BITS, environmentalReports } from './environmental.ts'
import type { EnvironmentalReports } from './environmental.ts'
import { meteoHydro, meteoHydroOf2004 } from './meteo-hydro.ts'
import type { MeteoHydro } from './meteo-hydro.ts'
import { over } from './payload-reader.ts'
import type { PayloadReader } from './payload-reader.ts'

/** IMO SN.1/Circ.289 FI 27 (broadcast) and 28 (addressed); months to minutes are UTC. */
export type Route = {
  kind: 'route'
  linkage: number | null
  /** 0 ship, 1 authority. */
  sender: number
  /** 1 mandatory, 2 recommended, 3 alternative, ... 31 cancellation. */
  routeType: number
  month: number | null
  day: number | null
  hour: number | null
  minute: number | null
  /** Minutes. */
  duration: number | null
  waypoints: { lon: number | null; lat: number | null }[]
}

/** Circ.289 FI 16, and FI 40 of Circ.236 before it. */
export type PersonsOnBoard = { kind: 'personsOnBoard'; persons: number | null }

/** Circ.289 FI 17, and FI 16 of Circ.236 before it: ships a traffic service tells of. */
export type TrafficTargets = {
  kind: 'trafficTargets'
  targets: {
    idKind: 'mmsi' | 'imo' | 'callSign' | 'other'
    id: string | null
    lon: number | null
    lat: number | null
    /** Whole degrees and knots; 254 is 254 kn or more. */
    cog: number | null
    sog: number | null
    second: number | null
  }[]
}

/** DAC 200 FI 10 of the inland AIS standard (CCNR / UN-ECE): inland ship static and voyage data. */
export type InlandShip = {
  kind: 'inlandShip'
  /** European vessel identification number (ENI). */
  eni: string | null
  /** Metres. */
  length: number | null
  beam: number | null
  /** ERI code of the ship or convoy. */
  shipType: number | null
  /** Blue cones 0-3, 4 is B-flag. */
  hazard: number | null
  draught: number | null
  /** 1 loaded, 2 unloaded. */
  loaded: number | null
  speedIsPrecise: boolean
  courseIsPrecise: boolean
  headingIsPrecise: boolean
}

/** An application nobody here knows, or cut short: the bits as hexadecimal, the last digit padded with zeros. */
export type RawContent = { kind: 'raw'; bits: number; data: string }

export type BinaryContent =
  | MeteoHydro
  | AreaNotice
  | Route
  | PersonsOnBoard
  | TrafficTargets
  | InlandShip
  | EnvironmentalReports
  | RawContent

export function rawContent(p: PayloadReader, start: number, end: number): RawContent {
  return { kind: 'raw', bits: Math.max(0, end - start), data: p.hex(start, end) }
}

/** Senders fill up the last byte, and some append one. */
const PADDING = 16
const TARGET_BITS = 120
const isWhole = (bits: number, each: number) => bits >= each && bits % each < PADDING
const ID_KINDS = ['mmsi', 'imo', 'callSign', 'other'] as const

function trafficTargets(p: PayloadReader, start: number, end: number): TrafficTargets {
  const targets: TrafficTargets['targets'] = []
  for (let at = start; at + TARGET_BITS <= end; at += TARGET_BITS) {
    const idKind = ID_KINDS[p.unsigned(at, 2)]!
    const number = p.unsigned(at + 2, 42)
    const digits = number === 0 ? null : String(number)
    targets.push({
      idKind,
      id:
        idKind === 'callSign'
          ? p.text(at + 2, 7)
          : idKind === 'mmsi'
            ? (digits?.padStart(9, '0') ?? null)
            : digits,
      lat: p.lat(at + 48, 24, 60_000),
      lon: p.lon(at + 72, 25, 60_000),
      cog: p.below(at + 97, 9, 360),
      second: p.below(at + 106, 6, 60),
      sog: p.known(at + 112, 8, 255),
    })
  }
  return { kind: 'trafficTargets', targets }
}

/** The application data between `start` and `end`, by area code and function. */
export function binaryContent(
  p: PayloadReader,
  dac: number,
  fi: number,
  start: number,
  end: number,
): BinaryContent {
  const bits = end - start
  if (dac === 1) {
    if (fi === 31 && bits >= 294 && bits < 304 + PADDING) return meteoHydro(p, start)
    if (fi === 11 && bits >= 290 && bits < 296 + PADDING) return meteoHydroOf2004(p, start)
    if ((fi === 16 || fi === 17) && isWhole(bits, TARGET_BITS)) return trafficTargets(p, start, end)
    if (fi === 26 && isWhole(bits, REPORT_BITS)) return environmentalReports(p, start, end, false)
    if ((fi === 22 || fi === 23) && bits >= 55) return areaNotice(p, start, end)
    if ((fi === 27 || fi === 28) && bits >= 61) return route(p, start, end)
    if ((fi === 16 || fi === 40) && bits >= 13 && bits < 48 + PADDING) {
      return { kind: 'personsOnBoard', persons: p.known(start, 13, 0) }
    }
  }
  if (dac === 200 && fi === 10 && bits >= 104 && bits < 112 + PADDING) return inlandShip(p, start)
  if (dac === 367 && fi === 33 && isWhole(bits, REPORT_BITS)) return environmentalReports(p, start, end, true)
  return rawContent(p, start, end)
}

function route(p: PayloadReader, start: number, end: number): Route {
  const waypoints: Route['waypoints'] = []
  const stated = p.unsigned(start + 56, 5)
  for (let at = start + 61; at + 55 <= end && waypoints.length < stated; at += 55) {
    waypoints.push({ lon: p.lon(at), lat: p.lat(at + 28) })
  }
  return {
    kind: 'route',
    linkage: p.known(start, 10, 0),
    sender: p.unsigned(start + 10, 3),
    routeType: p.unsigned(start + 13, 5),
    month: p.known(start + 18, 4, 0),
    day: p.known(start + 22, 5, 0),
    hour: p.below(start + 27, 5, 24),
    minute: p.below(start + 32, 6, 60),
    duration: p.known(start + 38, 18, 262_143),
    waypoints,
  }
}

function inlandShip(p: PayloadReader, start: number): InlandShip {
  return {
    kind: 'inlandShip',
    eni: p.text(start, 8),
    length: over(p.known(start + 48, 13, 0), 10),
    beam: over(p.known(start + 61, 10, 0), 10),
    shipType: p.known(start + 71, 14, 0),
    hazard: p.known(start + 85, 3, 5),
    draught: over(p.known(start + 88, 11, 0), 100),
    loaded: p.known(start + 99, 2, 0),
    speedIsPrecise: p.flag(start + 101),
    courseIsPrecise: p.flag(start + 102),
    headingIsPrecise: p.flag(start + 103),
  }
}
