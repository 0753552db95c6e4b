/**
 * Full objects of the messages that carry data, text and orders for the radio link, and the union of all types. They
 * are types 6-8, 10, 12-17, 20, 22, 23, 25 and 26 of M.1371-5 annex 8.
 */
import type { BinaryContent } from './applications/binary-content.ts'
import type {
  AidToNavigationReport,
  BaseStationReport,
  ClassBExtendedReport,
  ClassBReport,
  LongRangeReport,
  MessageHead,
  PositionReport,
  SarAircraftReport,
  StaticDataPartA,
  StaticDataPartB,
  StaticVoyageReport,
} from './messages.ts'

/** Table 56: type 6, binary data for one station. */
export type AddressedBinary = MessageHead & {
  type: 6
  sequence: number
  destinationMmsi: string
  retransmitted: boolean
  /** Designated area code and function identifier: whose application, and which. */
  dac: number
  fi: number
  content: BinaryContent
}

/** Tables 58 and 64: type 7 answers type 6, type 13 answers type 12. */
export type Acknowledgement = MessageHead & {
  type: 7 | 13
  acknowledged: { mmsi: string; sequence: number }[]
}

/** Table 59: type 8, binary data for everyone. */
export type BroadcastBinary = MessageHead & { type: 8; dac: number; fi: number; content: BinaryContent }

/** Table 62: type 10, request for a type 11. */
export type UtcInquiry = MessageHead & { type: 10; destinationMmsi: string }

/** Table 63: type 12, safety related text for one station. */
export type AddressedSafetyText = MessageHead & {
  type: 12
  sequence: number
  destinationMmsi: string
  retransmitted: boolean
  text: string | null
}

/** Table 65: type 14, safety related text for everyone. */
export type BroadcastSafetyText = MessageHead & { type: 14; text: string | null }

/** Table 66: type 15, request for messages of one or two stations. */
export type Interrogation = MessageHead & {
  type: 15
  interrogated: { mmsi: string; requests: { type: number; slotOffset: number }[] }[]
}

/** Table 68: type 16, reporting rate ordered by a base station. */
export type AssignmentCommand = MessageHead & {
  type: 16
  assigned: { mmsi: string; slotOffset: number; increment: number }[]
}

/** Table 69: type 17, differential corrections; `data` holds the words of ITU-R M.823 as hexadecimal. */
export type DifferentialCorrections = MessageHead & {
  type: 17
  lon: number | null
  lat: number | null
  bits: number
  data: string
}

/** Message of table 72: type 20, slots reserved for base stations. */
export type DataLinkManagement = MessageHead & {
  type: 20
  reservations: { slotOffset: number; slots: number; timeout: number; increment: number }[]
}

/** North-east and south-west corners, to 1/10 minute. */
export type LinkRegion = {
  northEastLon: number | null
  northEastLat: number | null
  southWestLon: number | null
  southWestLat: number | null
}

/** Table 75: type 22, radio channels ordered for a region or for two stations. */
export type ChannelManagement = MessageHead & {
  type: 22
  /** Channel numbers of ITU-R M.1084. */
  radioChannelA: number
  radioChannelB: number
  transmitReceiveMode: number
  lowPower: boolean
  region: LinkRegion | null
  destinationMmsis: string[] | null
  bandA: boolean
  bandB: boolean
  /** Transitional zone, nautical miles less one. */
  zoneSize: number
}

/** Table 76: type 23, reporting ordered for a group of stations in a region. */
export type GroupAssignment = MessageHead & {
  type: 23
  region: LinkRegion
  stationType: number
  shipType: number
  transmitReceiveMode: number
  reportingInterval: number
  /** Minutes of silence. */
  quietTime: number
}

/** Tables 79 and 80: types 25 (one slot) and 26 (several, with communication state). */
export type SlotBinary = MessageHead & {
  type: 25 | 26
  destinationMmsi: string | null
  /** Null when the data is without application identifier. */
  dac: number | null
  fi: number | null
  content: BinaryContent
  /** Selector and communication state of type 26, 20 bits as sent. */
  radio: number | null
}

/** A type M.1371-5 does not have: its bits as they came. */
export type UnknownMessage = MessageHead & { type: 0; unknownType: number; bits: number; data: string }

export type AisMessage =
  | PositionReport
  | BaseStationReport
  | StaticVoyageReport
  | AddressedBinary
  | Acknowledgement
  | BroadcastBinary
  | SarAircraftReport
  | UtcInquiry
  | AddressedSafetyText
  | BroadcastSafetyText
  | Interrogation
  | AssignmentCommand
  | DifferentialCorrections
  | ClassBReport
  | ClassBExtendedReport
  | DataLinkManagement
  | AidToNavigationReport
  | ChannelManagement
  | GroupAssignment
  | StaticDataPartA
  | StaticDataPartB
  | SlotBinary
  | LongRangeReport
  | UnknownMessage
