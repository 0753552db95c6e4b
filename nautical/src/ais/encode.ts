import { BitWriter } from './encode-bits.ts'
import { encodeSentences } from './encode-sentences.ts'
import type { SentenceOptions } from './encode-sentences.ts'
import type {
  AidToNavigationReport,
  BaseStationReport,
  ClassBExtendedReport,
  ClassBReport,
  Dimensions,
  Eta,
  LongRangeReport,
  PositionReport,
  SarAircraftReport,
  StaticDataPartA,
  StaticDataPartB,
  StaticVoyageReport,
} from './messages.ts'
import { rotRaw } from './rate-of-turn.ts'

/** A report to send: what is left out or null goes out as M.1371's "not available". */
export type Outgoing<Report extends { mmsi: string }> = { mmsi: string | number } & {
  [Field in keyof Omit<Report, 'mmsi'>]?: Report[Field] | null | undefined
}

type Head = { mmsi: string | number; repeat?: number | null | undefined }
type Given = number | null | undefined

const isKnown = (value: Given): value is number => typeof value === 'number' && Number.isFinite(value)

const scaled = (value: Given, scale: number, unknown: number) =>
  isKnown(value) ? Math.round(value * scale) : unknown

const capped = (value: Given, scale: number, most: number, unknown: number) =>
  isKnown(value) ? Math.min(most, Math.max(0, Math.round(value * scale))) : unknown

/** 359.97 degrees is north, not the 360.0 that means "not available". */
const angle = (value: Given, scale: number, unknown: number) => {
  const circle = 360 * scale
  return isKnown(value) ? ((Math.round(value * scale) % circle) + circle) % circle : unknown
}

const begin = (type: number, { mmsi, repeat }: Head) =>
  new BitWriter()
    .integer(type, 6)
    .integer(repeat ?? 0, 2)
    .integer(Number(mmsi), 30)

const position = (bits: BitWriter, lon: Given, lat: Given) =>
  bits.integer(scaled(lon, 600_000, 108_600_000), 28).integer(scaled(lat, 600_000, 54_600_000), 27)

const dimensions = (bits: BitWriter, { toBow, toStern, toPort, toStarboard }: Partial<Nullish<Dimensions>>) =>
  bits
    .integer(capped(toBow, 1, 511, 0), 9)
    .integer(capped(toStern, 1, 511, 0), 9)
    .integer(capped(toPort, 1, 63, 0), 6)
    .integer(capped(toStarboard, 1, 63, 0), 6)

type Nullish<Fields> = { [Field in keyof Fields]: Fields[Field] | null | undefined }

const rotOf = ({ rot, turning }: Outgoing<PositionReport>) => {
  if (turning) return turning === 'starboard' ? 127 : -127
  return isKnown(rot) ? rotRaw(rot) : -128
}

/** Types 1, 2 and 3 (1 when none is named): 168 bits. */
export function encodePosition(report: Outgoing<PositionReport>, options?: SentenceOptions): string[] {
  const bits = begin(report.type ?? 1, report)
    .integer(report.navStatus ?? 15, 4)
    .integer(rotOf(report), 8)
    .integer(capped(report.sog, 10, 1022, 1023), 10)
    .flag(report.accuracy)
  position(bits, report.lon, report.lat)
    .integer(angle(report.cog, 10, 3600), 12)
    .integer(angle(report.trueHeading, 1, 511), 9)
    .integer(report.second ?? 60, 6)
    .integer(report.manoeuvre ?? 0, 2)
    .integer(0, 3)
    .flag(report.raim)
    .integer(report.radio ?? 0, 19)
  return encodeSentences(bits, options)
}

/** Types 4 and 11 (4 when none is named): 168 bits. */
export function encodeBaseStation(report: Outgoing<BaseStationReport>, options?: SentenceOptions): string[] {
  const bits = begin(report.type ?? 4, report)
    .integer(report.year ?? 0, 14)
    .integer(report.month ?? 0, 4)
    .integer(report.day ?? 0, 5)
    .integer(report.hour ?? 24, 5)
    .integer(report.minute ?? 60, 6)
    .integer(report.second ?? 60, 6)
    .flag(report.accuracy)
  position(bits, report.lon, report.lat)
    .integer(report.epfd ?? 0, 4)
    .flag(report.longRangeControl)
    .integer(0, 9)
    .flag(report.raim)
    .integer(report.radio ?? 0, 19)
  return encodeSentences(bits, options)
}

/** Type 9: 168 bits. */
export function encodeSarAircraft(report: Outgoing<SarAircraftReport>, options?: SentenceOptions): string[] {
  const bits = begin(9, report)
    .integer(capped(report.altitude, 1, 4094, 4095), 12)
    .integer(capped(report.sog, 1, 1022, 1023), 10)
    .flag(report.accuracy)
  position(bits, report.lon, report.lat)
    .integer(angle(report.cog, 10, 3600), 12)
    .integer(report.second ?? 60, 6)
    .flag(report.altitudeBarometric)
    .integer(0, 7)
    .flag(report.dte === false)
    .integer(0, 3)
    .flag(report.assigned)
    .flag(report.raim)
    .integer(report.radio ?? 0, 20)
  return encodeSentences(bits, options)
}

const etaBits = (bits: BitWriter, eta: Eta | null | undefined) =>
  bits
    .integer(eta?.month ?? 0, 4)
    .integer(eta?.day ?? 0, 5)
    .integer(eta?.hour ?? 24, 5)
    .integer(eta?.minute ?? 60, 6)

/** Type 5: 424 bits, two sentences. */
export function encodeStaticVoyage(
  report: Outgoing<StaticVoyageReport>,
  options?: SentenceOptions,
): string[] {
  const bits = begin(5, report)
    .integer(report.aisVersion ?? 0, 2)
    .integer(Number(report.imo ?? 0), 30)
    .text(report.callSign, 7)
    .text(report.name, 20)
    .integer(report.shipType ?? 0, 8)
  dimensions(bits, report).integer(report.epfd ?? 0, 4)
  etaBits(bits, report.eta)
    .integer(capped(report.draught, 10, 255, 0), 8)
    .text(report.destination, 20)
    .flag(report.dte === false)
    .integer(0, 1)
  return encodeSentences(bits, options)
}

/** Type 18: 168 bits. */
export function encodeClassBPosition(report: Outgoing<ClassBReport>, options?: SentenceOptions): string[] {
  const bits = begin(18, report)
    .integer(0, 8)
    .integer(capped(report.sog, 10, 1022, 1023), 10)
    .flag(report.accuracy)
  position(bits, report.lon, report.lat)
    .integer(angle(report.cog, 10, 3600), 12)
    .integer(angle(report.trueHeading, 1, 511), 9)
    .integer(report.second ?? 60, 6)
    .integer(0, 2)
    .flag(report.carrierSense)
    .flag(report.display)
    .flag(report.dsc)
    .flag(report.band)
    .flag(report.message22)
    .flag(report.assigned)
    .flag(report.raim)
    .integer(report.radio ?? 0, 20)
  return encodeSentences(bits, options)
}

/** Type 19: 312 bits. */
export function encodeClassBExtended(
  report: Outgoing<ClassBExtendedReport>,
  options?: SentenceOptions,
): string[] {
  const bits = begin(19, report)
    .integer(0, 8)
    .integer(capped(report.sog, 10, 1022, 1023), 10)
    .flag(report.accuracy)
  position(bits, report.lon, report.lat)
    .integer(angle(report.cog, 10, 3600), 12)
    .integer(angle(report.trueHeading, 1, 511), 9)
    .integer(report.second ?? 60, 6)
    .integer(0, 4)
    .text(report.name, 20)
    .integer(report.shipType ?? 0, 8)
  dimensions(bits, report)
    .integer(report.epfd ?? 0, 4)
    .flag(report.raim)
    .flag(report.dte === false)
    .flag(report.assigned)
    .integer(0, 4)
  return encodeSentences(bits, options)
}

const AID_NAME = 20
const AID_NAME_EXTENSION = 14

/** Type 21: 272 bits, up to 360 with a long name. */
export function encodeAidToNavigation(
  report: Outgoing<AidToNavigationReport>,
  options?: SentenceOptions,
): string[] {
  const bits = begin(21, report)
    .integer(report.aidType ?? 0, 5)
    .text(report.name, AID_NAME)
    .flag(report.accuracy)
  position(bits, report.lon, report.lat)
  dimensions(bits, report)
    .integer(report.epfd ?? 0, 4)
    .integer(report.second ?? 60, 6)
    .flag(report.offPosition)
    .integer(report.aidStatus ?? 0, 8)
    .flag(report.raim)
    .flag(report.virtualAid)
    .flag(report.assigned)
    .integer(0, 1)
  const extension = (report.name ?? '').slice(AID_NAME, AID_NAME + AID_NAME_EXTENSION)
  bits.text(extension, extension.length)
  // M.1371 ends type 21 on a whole byte.
  bits.integer(0, (8 - (bits.bitLength % 8)) % 8)
  return encodeSentences(bits, options)
}

/** Type 24 part A: 160 bits, or part B: 168 bits. */
export function encodeStaticData(
  report: (Outgoing<StaticDataPartA> & { part: 'A' }) | (Outgoing<StaticDataPartB> & { part: 'B' }),
  options?: SentenceOptions,
): string[] {
  const bits = begin(24, report).integer(report.part === 'A' ? 0 : 1, 2)
  if (report.part === 'A') return encodeSentences(bits.text(report.name, 20), options)
  bits
    .integer(report.shipType ?? 0, 8)
    .text(report.vendorId, 3)
    .integer(report.unitModel ?? 0, 4)
    .integer(report.serialNumber ?? 0, 20)
    .text(report.callSign, 7)
  if (report.mothershipMmsi) bits.integer(Number(report.mothershipMmsi), 30)
  else dimensions(bits, report)
  bits.integer(report.epfd ?? 0, 4).integer(0, 2)
  return encodeSentences(bits, options)
}

/** Type 27: 96 bits. */
export function encodeLongRange(report: Outgoing<LongRangeReport>, options?: SentenceOptions): string[] {
  const bits = begin(27, report)
    .flag(report.accuracy)
    .flag(report.raim)
    .integer(report.navStatus ?? 15, 4)
    .integer(scaled(report.lon, 600, 108_600), 18)
    .integer(scaled(report.lat, 600, 54_600), 17)
    .integer(capped(report.sog, 1, 62, 63), 6)
    .integer(angle(report.cog, 1, 511), 9)
    .flag(report.positionLatency)
    .integer(0, 1)
  return encodeSentences(bits, options)
}
