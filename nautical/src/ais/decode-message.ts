import { BIT_ACCURACY, BIT_RAIM, NAV_NONE, NONE16, SHIP_NAME, dynamicColumns } from './columns.ts'
import { decodeLinkMessage } from './decode-link-message.ts'
import { writePosition } from './dynamic-rows.ts'
import type {
  BaseStationReport,
  ClassBExtendedReport,
  ClassBReport,
  AidToNavigationReport,
  Eta,
  LongRangeReport,
  PositionReport,
  SarAircraftReport,
  StaticDataPartA,
  StaticDataPartB,
  StaticVoyageReport,
} from './messages.ts'
import type { AisMessage } from './messages-link.ts'
import { PayloadReader, degreesOf, over } from './payload-reader.ts'
import { rotDegreesPerMinute } from './rate-of-turn.ts'
import { aidNameExtension, isStaticVoyageLength } from './static-rows.ts'

/** Fewest bits of each type that a message can be read from, 0 for types M.1371-5 does not have. */
const FEWEST_BITS = [
  0, 149, 149, 149, 149, 420, 88, 72, 56, 149, 70, 149, 72, 72, 40, 88, 92, 80, 148, 308, 70, 271, 145, 154,
  160, 40, 60, 94,
]
const AUXILIARY_CRAFT = '98'
const ROT_BY_RAW = Array.from({ length: 256 }, (_, byte) => rotDegreesPerMinute((byte << 24) >> 24))

/**
 * The full object of a payload of one sextet a byte; null when it is too short for its type. The sextets after
 * the payload (72 suffice) must be zeros, so that fields cut off read as such.
 */
export function decodeMessage(p: PayloadReader): AisMessage | null {
  const type = p.unsigned(0, 6)
  const fewest = FEWEST_BITS[type] ?? 38
  if (p.bitLength < fewest) return null
  switch (type) {
    case 1:
    case 2:
    case 3:
      return positionReport(p, type)
    case 4:
    case 11:
      return baseStationReport(p, type)
    case 5:
      return isStaticVoyageLength(p.bitLength) ? staticVoyageReport(p) : null
    case 9:
      return sarAircraftReport(p)
    case 18:
      return classBReport(p)
    case 19:
      return classBExtendedReport(p)
    case 21:
      return aidToNavigationReport(p)
    case 24:
      return staticDataReport(p)
    case 27:
      return longRangeReport(p)
    default:
      return decodeLinkMessage(p, type)
  }
}

function turningOf(raw: number): PositionReport['turning'] {
  if (raw === 127) return 'starboard'
  return raw === -127 ? 'port' : null
}

/** One row, to read class A with the hand-made shifts of the columns: nine in ten messages. */
const ROW = dynamicColumns(1)

const tenthsOf = (column: Uint16Array) => (column[0] === NONE16 ? null : column[0]! / 10)

/** M.1371-5 table 48. */
function positionReport(p: PayloadReader, type: 1 | 2 | 3): PositionReport {
  const { sextets } = p
  const bits = writePosition(ROW, 0, sextets)
  const navStatus = ROW.navStatus[0]!
  const rot = ROW.rot[0]!
  const trueHeading = ROW.heading[0]!
  const second = ROW.second[0]!
  const manoeuvre = (sextets[23]! & 1) * 2 + (sextets[24]! >> 5)
  return {
    type,
    repeat: (sextets[1]! >> 4) & 3,
    mmsi: p.mmsi(8),
    navStatus: navStatus === NAV_NONE ? null : navStatus,
    rot: ROT_BY_RAW[rot & 255]!,
    turning: turningOf(rot),
    sog: tenthsOf(ROW.sog),
    accuracy: (bits & BIT_ACCURACY) !== 0,
    lon: degreesOf(ROW.lon[0]!, 600_000, 180),
    lat: degreesOf(ROW.lat[0]!, 600_000, 90),
    cog: tenthsOf(ROW.cog),
    trueHeading: trueHeading === NONE16 ? null : trueHeading,
    second: second === 60 ? null : second,
    manoeuvre: manoeuvre === 0 ? null : manoeuvre,
    raim: (bits & BIT_RAIM) !== 0,
    radio: p.unsigned(149, 19),
  }
}

/** Table 51. */
function baseStationReport(p: PayloadReader, type: 4 | 11): BaseStationReport {
  return {
    type,
    repeat: p.unsigned(6, 2),
    mmsi: p.mmsi(8),
    year: p.known(38, 14, 0),
    month: p.known(52, 4, 0),
    day: p.known(56, 5, 0),
    hour: p.below(61, 5, 24),
    minute: p.below(66, 6, 60),
    second: p.below(72, 6, 60),
    accuracy: p.flag(78),
    lon: p.lon(79),
    lat: p.lat(107),
    epfd: p.known(134, 4, 0),
    longRangeControl: p.flag(138),
    raim: p.flag(148),
    radio: p.unsigned(149, 19),
  }
}

function dimensions(p: PayloadReader, offset: number) {
  const isKnown = p.unsigned(offset, 30) !== 0
  return {
    toBow: isKnown ? p.unsigned(offset, 9) : null,
    toStern: isKnown ? p.unsigned(offset + 9, 9) : null,
    toPort: isKnown ? p.unsigned(offset + 18, 6) : null,
    toStarboard: isKnown ? p.unsigned(offset + 24, 6) : null,
  }
}

function etaOf(p: PayloadReader, offset: number): Eta | null {
  const month = p.known(offset, 4, 0)
  const day = p.known(offset + 4, 5, 0)
  const hour = p.below(offset + 9, 5, 24)
  const minute = p.below(offset + 14, 6, 60)
  const isKnown = month !== null || day !== null || hour !== null || minute !== null
  return isKnown ? { month, day, hour, minute } : null
}

function imoOf(raw: number): string | null {
  return raw === 0 ? null : String(raw).padStart(7, '0')
}

/** Table 52. */
function staticVoyageReport(p: PayloadReader): StaticVoyageReport {
  return {
    type: 5,
    repeat: p.unsigned(6, 2),
    mmsi: p.mmsi(8),
    aisVersion: p.unsigned(38, 2),
    imo: imoOf(p.unsigned(40, 30)),
    callSign: p.text(70, 7),
    name: p.text(112, 20),
    shipType: p.known(232, 8, 0),
    ...dimensions(p, 240),
    epfd: p.known(270, 4, 0),
    eta: etaOf(p, 274),
    draught: over(p.known(294, 8, 0), 10),
    destination: p.text(302, 20),
    dte: !p.flag(422),
  }
}

/** Table 55. */
function sarAircraftReport(p: PayloadReader): SarAircraftReport {
  return {
    type: 9,
    repeat: p.unsigned(6, 2),
    mmsi: p.mmsi(8),
    altitude: p.known(38, 12, 4095),
    sog: p.known(50, 10, 1023),
    accuracy: p.flag(60),
    lon: p.lon(61),
    lat: p.lat(89),
    cog: over(p.below(116, 12, 3600), 10),
    second: p.known(128, 6, 60),
    altitudeBarometric: p.flag(134),
    dte: !p.flag(142),
    assigned: p.flag(146),
    raim: p.flag(147),
    radio: p.unsigned(148, 20),
  }
}

/** Table 67. */
function classBReport(p: PayloadReader): ClassBReport {
  return {
    type: 18,
    repeat: p.unsigned(6, 2),
    mmsi: p.mmsi(8),
    sog: over(p.known(46, 10, 1023), 10),
    accuracy: p.flag(56),
    lon: p.lon(57),
    lat: p.lat(85),
    cog: over(p.below(112, 12, 3600), 10),
    trueHeading: p.below(124, 9, 360),
    second: p.known(133, 6, 60),
    carrierSense: p.flag(141),
    display: p.flag(142),
    dsc: p.flag(143),
    band: p.flag(144),
    message22: p.flag(145),
    assigned: p.flag(146),
    raim: p.flag(147),
    radio: p.unsigned(148, 20),
  }
}

/** Table 70. */
function classBExtendedReport(p: PayloadReader): ClassBExtendedReport {
  return {
    type: 19,
    repeat: p.unsigned(6, 2),
    mmsi: p.mmsi(8),
    sog: over(p.known(46, 10, 1023), 10),
    accuracy: p.flag(56),
    lon: p.lon(57),
    lat: p.lat(85),
    cog: over(p.below(112, 12, 3600), 10),
    trueHeading: p.below(124, 9, 360),
    second: p.known(133, 6, 60),
    name: p.text(143, 20),
    shipType: p.known(263, 8, 0),
    ...dimensions(p, 271),
    epfd: p.known(301, 4, 0),
    raim: p.flag(305),
    dte: !p.flag(306),
    assigned: p.flag(307),
  }
}

/** A name that fills its 20 characters goes on from bit 272. */
function aidName(p: PayloadReader): string | null {
  const name = p.text(43, SHIP_NAME)
  const more = aidNameExtension(p.sextets, p.bitLength)
  const extension = more === 0 ? null : p.text(272, more)
  return extension === null ? name : (name ?? '').padEnd(SHIP_NAME) + extension
}

/** Table 73. */
function aidToNavigationReport(p: PayloadReader): AidToNavigationReport {
  return {
    type: 21,
    repeat: p.unsigned(6, 2),
    mmsi: p.mmsi(8),
    aidType: p.known(38, 5, 0),
    name: aidName(p),
    accuracy: p.flag(163),
    lon: p.lon(164),
    lat: p.lat(192),
    ...dimensions(p, 219),
    epfd: p.known(249, 4, 0),
    second: p.known(253, 6, 60),
    offPosition: p.flag(259),
    aidStatus: p.unsigned(260, 8),
    raim: p.flag(268),
    virtualAid: p.flag(269),
    assigned: p.flag(270),
  }
}

/** Tables 77 and 78; parts other than A and B are not defined. */
function staticDataReport(p: PayloadReader): StaticDataPartA | StaticDataPartB | null {
  const repeat = p.unsigned(6, 2)
  const mmsi = p.mmsi(8)
  const part = p.unsigned(38, 2)
  if (part === 0) return { type: 24, repeat, mmsi, part: 'A', name: p.text(40, 20) }
  if (part !== 1 || p.bitLength < 162) return null
  const isAuxiliary = mmsi.startsWith(AUXILIARY_CRAFT)
  return {
    type: 24,
    repeat,
    mmsi,
    part: 'B',
    shipType: p.known(40, 8, 0),
    vendorId: p.text(48, 3),
    unitModel: p.unsigned(66, 4),
    serialNumber: p.unsigned(70, 20),
    callSign: p.text(90, 7),
    ...(isAuxiliary ? NO_DIMENSIONS : dimensions(p, 132)),
    mothershipMmsi: isAuxiliary ? p.mmsi(132) : null,
    epfd: p.bitLength < 166 ? null : p.known(162, 4, 0),
  }
}

const NO_DIMENSIONS = { toBow: null, toStern: null, toPort: null, toStarboard: null }

/** Table 82. */
function longRangeReport(p: PayloadReader): LongRangeReport {
  return {
    type: 27,
    repeat: p.unsigned(6, 2),
    mmsi: p.mmsi(8),
    accuracy: p.flag(38),
    raim: p.flag(39),
    navStatus: p.known(40, 4, 15),
    lon: p.lon(44, 18, 600),
    lat: p.lat(62, 17, 600),
    sog: p.known(79, 6, 63),
    cog: p.below(85, 9, 360),
    positionLatency: p.flag(94),
  }
}
