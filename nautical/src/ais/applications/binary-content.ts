import { PADDING, readApplication } from './application.ts'
import type { Application, ApplicationContent } from './application.ts'
import { IMO_APPLICATIONS } from './applications-imo.ts'
import { REGIONAL_APPLICATIONS } from './applications-regional.ts'
import { areaNotice, isAreaNotice } from './area-notice.ts'
import type { AreaNotice } from './area-notice.ts'
import { REPORT_BITS, environmentalReports } from './environmental.ts'
import type { EnvironmentalReports } from './environmental.ts'
import type { PayloadReader } from '../payload-reader.ts'

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

/** Targets reported by a traffic service: Circ.289 FI 17, and FI 16 of Circ.236 before it. */
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

/**
 * Content of an application that is unknown or cut short: the bits as hexadecimal, the last digit padded with zeros.
 */
export type RawContent = { kind: 'raw'; bits: number; data: string }

export type BinaryContent =
  | AreaNotice
  | Route
  | TrafficTargets
  | EnvironmentalReports
  | ApplicationContent
  | RawContent

export function rawContent(p: PayloadReader, start: number, end: number): RawContent {
  return { kind: 'raw', bits: Math.max(0, end - start), data: p.hex(start, end) }
}

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
        idKind === 'callSign' || idKind === 'other'
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

/** Tables by area code and function. */
const TABLES = new Map<number, Application[]>()
const keyOf = (dac: number, fi: number) => dac * 64 + fi
for (const table of [...IMO_APPLICATIONS, ...REGIONAL_APPLICATIONS])
  for (const dac of table.dacs) {
    const key = keyOf(dac, table.fi)
    TABLES.set(key, [...(TABLES.get(key) ?? []), table])
  }

/** The application data between `start` and `end`, by area code and function; bits where the length is that of no layout. */
export function binaryContent(
  p: PayloadReader,
  dac: number,
  fi: number,
  start: number,
  end: number,
): BinaryContent {
  const bits = end - start
  if (dac === 1) {
    if ((fi === 16 || fi === 17) && isWhole(bits, TARGET_BITS)) return trafficTargets(p, start, end)
    if (fi === 26 && isWhole(bits, REPORT_BITS)) return environmentalReports(p, start, end, false)
    if ((fi === 22 || fi === 23) && isAreaNotice(bits, false)) return areaNotice(p, start, end, false)
    if ((fi === 27 || fi === 28) && isRoute(p, start, bits)) return route(p, start)
  }
  if (dac === 367) {
    if (fi === 22 && isAreaNotice(bits, true)) return areaNotice(p, start, end, true)
    if (fi === 33 && isWhole(bits, REPORT_BITS)) return environmentalReports(p, start, end, true)
  }
  const tables = TABLES.get(keyOf(dac, fi))
  const content = tables === undefined ? null : readApplication(tables, p, start, end)
  return content ?? rawContent(p, start, end)
}

const ROUTE_HEAD_BITS = 61
const WAYPOINT_BITS = 55

/** Returns true if the length matches the number of waypoints. */
function isRoute(p: PayloadReader, start: number, bits: number): boolean {
  if (bits < ROUTE_HEAD_BITS) return false
  const rest = bits - ROUTE_HEAD_BITS - p.unsigned(start + 56, 5) * WAYPOINT_BITS
  return rest >= 0 && rest < PADDING
}

function route(p: PayloadReader, start: number): Route {
  const waypoints = Array.from({ length: p.unsigned(start + 56, 5) }, (_, i) => {
    const at = start + ROUTE_HEAD_BITS + i * WAYPOINT_BITS
    return { lon: p.lon(at), lat: p.lat(at + 28) }
  })
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
