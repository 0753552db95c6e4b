import { binaryContent, rawContent } from './applications/binary-content.ts'
import type { MessageHead } from './messages.ts'
import type { AisMessage, LinkRegion } from './messages-link.ts'
import type { PayloadReader } from './payload-reader.ts'

const headOf = (p: PayloadReader): MessageHead => ({ repeat: p.unsigned(6, 2), mmsi: p.mmsi(8) })

/** The messages of messages-link.ts; any other type keeps its bits. */
export function decodeLinkMessage(p: PayloadReader, type: number): AisMessage {
  switch (type) {
    case 6:
    case 8:
      return binaryMessage(p, type)
    case 7:
    case 13:
      return { type, ...headOf(p), acknowledged: acknowledged(p) }
    case 10:
      return { type, ...headOf(p), destinationMmsi: p.mmsi(40) }
    case 12:
      return {
        type,
        ...headOf(p),
        sequence: p.unsigned(38, 2),
        destinationMmsi: p.mmsi(40),
        retransmitted: p.flag(70),
        text: p.text(72, 156),
      }
    case 14:
      return { type, ...headOf(p), text: p.text(40, 161) }
    case 15:
      return { type, ...headOf(p), interrogated: interrogated(p) }
    case 16:
      return { type, ...headOf(p), assigned: assigned(p) }
    case 17:
      return {
        type,
        ...headOf(p),
        lon: p.lon(40, 18, 600),
        lat: p.lat(58, 17, 600),
        bits: p.bitLength - 80,
        data: p.hex(80),
      }
    case 20:
      return { type, ...headOf(p), reservations: reservations(p) }
    case 22:
      return channelManagement(p)
    case 23:
      return groupAssignment(p)
    case 25:
    case 26:
      return slotBinary(p, type)
    default:
      return { type: 0, ...headOf(p), unknownType: type, bits: p.bitLength, data: p.hex(0) }
  }
}

/** M.1371-5 tables 56 and 59. */
function binaryMessage(p: PayloadReader, type: 6 | 8): AisMessage {
  const application = type === 6 ? 72 : 40
  const dac = p.unsigned(application, 10)
  const fi = p.unsigned(application + 10, 6)
  const content = binaryContent(p, dac, fi, application + 16, p.bitLength)
  if (type === 8) return { type, ...headOf(p), dac, fi, content }
  return {
    type,
    ...headOf(p),
    sequence: p.unsigned(38, 2),
    destinationMmsi: p.mmsi(40),
    retransmitted: p.flag(70),
    dac,
    fi,
    content,
  }
}

/** Returns true for a named station; bytes appended to a message name none. */
const isNamed = (p: PayloadReader, at: number) => p.unsigned(at, 30) !== 0

/** Tables 58 and 64: one to four stations. */
function acknowledged(p: PayloadReader) {
  const list: { mmsi: string; sequence: number }[] = []
  for (let at = 40; at + 32 <= Math.min(p.bitLength, 168) && isNamed(p, at); at += 32) {
    list.push({ mmsi: p.mmsi(at), sequence: p.unsigned(at + 30, 2) })
  }
  return list
}

/** Returns the queries of table 66: one station for one or two types, or two stations. Type 0 queries nothing. */
function interrogated(p: PayloadReader) {
  const requestAt = (at: number) => ({ type: p.unsigned(at, 6), slotOffset: p.unsigned(at + 6, 12) })
  const isQuery = ({ type }: { type: number }) => type !== 0
  const first = p.bitLength < 108 ? [requestAt(70)] : [requestAt(70), requestAt(90)]
  const list = [{ mmsi: p.mmsi(40), requests: first.filter(isQuery) }]
  if (p.bitLength >= 158 && isNamed(p, 110))
    list.push({ mmsi: p.mmsi(110), requests: [requestAt(140)].filter(isQuery) })
  return list
}

/** Table 68: one or two stations. */
function assigned(p: PayloadReader) {
  const assignedAt = (at: number) => ({
    mmsi: p.mmsi(at),
    slotOffset: p.unsigned(at + 30, 12),
    increment: p.unsigned(at + 42, 10),
  })
  return p.bitLength >= 144 && isNamed(p, 92) ? [assignedAt(40), assignedAt(92)] : [assignedAt(40)]
}

/** Table 72: one to four reservations. */
function reservations(p: PayloadReader) {
  const list: { slotOffset: number; slots: number; timeout: number; increment: number }[] = []
  for (let at = 40; at + 30 <= Math.min(p.bitLength, 160) && p.unsigned(at, 30) !== 0; at += 30) {
    list.push({
      slotOffset: p.unsigned(at, 12),
      slots: p.unsigned(at + 12, 4),
      timeout: p.unsigned(at + 16, 3),
      increment: p.unsigned(at + 19, 11),
    })
  }
  return list
}

const regionAt = (p: PayloadReader, at: number): LinkRegion => ({
  northEastLon: p.lon(at, 18, 600),
  northEastLat: p.lat(at + 18, 17, 600),
  southWestLon: p.lon(at + 35, 18, 600),
  southWestLat: p.lat(at + 53, 17, 600),
})

/** Table 75. */
function channelManagement(p: PayloadReader): AisMessage {
  const isAddressed = p.flag(139)
  return {
    type: 22,
    ...headOf(p),
    radioChannelA: p.unsigned(40, 12),
    radioChannelB: p.unsigned(52, 12),
    transmitReceiveMode: p.unsigned(64, 4),
    lowPower: p.flag(68),
    region: isAddressed ? null : regionAt(p, 69),
    destinationMmsis: isAddressed ? [p.mmsi(69), p.mmsi(104)] : null,
    bandA: p.flag(140),
    bandB: p.flag(141),
    zoneSize: p.unsigned(142, 3),
  }
}

/** Table 76. */
function groupAssignment(p: PayloadReader): AisMessage {
  return {
    type: 23,
    ...headOf(p),
    region: regionAt(p, 40),
    stationType: p.unsigned(110, 4),
    shipType: p.unsigned(114, 8),
    transmitReceiveMode: p.unsigned(144, 2),
    reportingInterval: p.unsigned(146, 4),
    quietTime: p.unsigned(150, 4),
  }
}

/** Communication state at the end of type 26. */
const RADIO_BITS = 20

/** Tables 79 and 80: the address and the application identifier are each there or not. */
function slotBinary(p: PayloadReader, type: 25 | 26): AisMessage {
  const isAddressed = p.flag(38)
  const isStructured = p.flag(39)
  const application = isAddressed ? 70 : 40
  const end = type === 26 ? p.bitLength - RADIO_BITS : p.bitLength
  const dac = isStructured ? p.unsigned(application, 10) : null
  const fi = isStructured ? p.unsigned(application + 10, 6) : null
  return {
    type,
    ...headOf(p),
    destinationMmsi: isAddressed ? p.mmsi(40) : null,
    dac,
    fi,
    content:
      dac === null || fi === null
        ? rawContent(p, application, end)
        : binaryContent(p, dac, fi, application + 16, end),
    radio: type === 26 ? p.unsigned(end, RADIO_BITS) : null,
  }
}
