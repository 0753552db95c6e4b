/**
 * Full objects of the reports of a station's position and identity (M.1371-5 annex 8, types 1-5, 9, 11, 18, 19, 21, 24
 * and 27). Degrees, knots, metres, degrees a minute. Null is M.1371's "not available". The other types are in
 * messages-link.ts.
 */

/** Head of every message. */
export type MessageHead = {
  /** Number of repetitions, 0-3; 3 is "do not repeat any more". */
  repeat: number
  /** Nine digits. */
  mmsi: string
}

/** Where the antenna is on the ship. All four are null when none was entered. */
export type Dimensions = {
  toBow: number | null
  toStern: number | null
  toPort: number | null
  toStarboard: number | null
}

/** Tables 48: types 1, 2 (assigned) and 3 (answer to an interrogation) of class A. */
export type PositionReport = MessageHead & {
  type: 1 | 2 | 3
  navStatus: number | null
  rot: number | null
  /** Turns faster than 5 degrees in 30 s by a ship without a turn indicator; rot is null then. */
  turning: 'port' | 'starboard' | null
  /** 102.2 is 102.2 kn or more. */
  sog: number | null
  /** True for 10 m or better. */
  accuracy: boolean
  lon: number | null
  lat: number | null
  cog: number | null
  trueHeading: number | null
  /** UTC second of the fix; 61 manual input, 62 dead reckoning, 63 positioning system inoperative. */
  second: number | null
  /** Special manoeuvre: 1 not engaged, 2 engaged. */
  manoeuvre: number | null
  raim: boolean
  /** Communication state, 19 bits as sent. */
  radio: number
}

/** Table 51: type 4 base station report, type 11 UTC and date response of a mobile station. */
export type BaseStationReport = MessageHead & {
  type: 4 | 11
  year: number | null
  month: number | null
  day: number | null
  hour: number | null
  minute: number | null
  second: number | null
  accuracy: boolean
  lon: number | null
  lat: number | null
  epfd: number | null
  /** True when a class A station is requested to send type 27 (bit 148). */
  longRangeControl: boolean
  raim: boolean
  radio: number
}

/** UTC, without a year: M.1371 sends none. */
export type Eta = { month: number | null; day: number | null; hour: number | null; minute: number | null }

/** Table 52: type 5, class A static and voyage related data. */
export type StaticVoyageReport = MessageHead &
  Dimensions & {
    type: 5
    /** 0 is M.1371-1, 1 is -3, 2 is -5, 3 is later. */
    aisVersion: number
    /** IMO number: seven digits when a real one; other numbers are stored as sent, padded to seven. */
    imo: string | null
    callSign: string | null
    name: string | null
    shipType: number | null
    /** Electronic position fixing device: 1 GPS, 2 GLONASS, 3 combined, 4 Loran-C ... 15 internal GNSS. */
    epfd: number | null
    eta: Eta | null
    /** 25.5 is 25.5 m or more. */
    draught: number | null
    destination: string | null
    /** Data terminal ready (M.1371 sends 0 for ready). */
    dte: boolean
  }

/** Table 55: type 9, search and rescue aircraft. */
export type SarAircraftReport = MessageHead & {
  type: 9
  /** Metres above sea level; 4,094 is that or more. */
  altitude: number | null
  /** 1,022 is 1,022 kn or more. */
  sog: number | null
  accuracy: boolean
  lon: number | null
  lat: number | null
  cog: number | null
  second: number | null
  /** The altitude is barometric, not GNSS. */
  altitudeBarometric: boolean
  dte: boolean
  assigned: boolean
  raim: boolean
  /** Communication state selector and state, 20 bits as sent. */
  radio: number
}

/** Table 67: type 18, standard class B report. */
export type ClassBReport = MessageHead & {
  type: 18
  sog: number | null
  accuracy: boolean
  lon: number | null
  lat: number | null
  cog: number | null
  trueHeading: number | null
  second: number | null
  /** Class B "CS" (carrier sense) unit, not "SO" (self organising). */
  carrierSense: boolean
  /** Has a display, a DSC function, works over the whole marine band, takes orders of type 22. */
  display: boolean
  dsc: boolean
  band: boolean
  message22: boolean
  assigned: boolean
  raim: boolean
  radio: number
}

/** Table 70: type 19, extended class B report. */
export type ClassBExtendedReport = MessageHead &
  Dimensions & {
    type: 19
    sog: number | null
    accuracy: boolean
    lon: number | null
    lat: number | null
    cog: number | null
    trueHeading: number | null
    second: number | null
    name: string | null
    shipType: number | null
    epfd: number | null
    raim: boolean
    dte: boolean
    assigned: boolean
  }

/** Table 73: type 21, aid to navigation. */
export type AidToNavigationReport = MessageHead &
  Dimensions & {
    type: 21
    /** 1 reference point ... 31 light vessel (table 74). */
    aidType: number | null
    /** Up to 34 characters: the 20 of the field and the 14 of its extension. */
    name: string | null
    accuracy: boolean
    lon: number | null
    lat: number | null
    epfd: number | null
    second: number | null
    /** A floating aid has left its place; only meaningful while `second` is 0-59. */
    offPosition: boolean
    /** Eight bits: page id and light, racon and health of the page's own table. */
    aidStatus: number
    raim: boolean
    virtualAid: boolean
    assigned: boolean
  }

/** Table 77: type 24 part A, class B static data. */
export type StaticDataPartA = MessageHead & { type: 24; part: 'A'; name: string | null }

/** Table 78: type 24 part B. An auxiliary craft (98MIDXXXX) names its mother ship in place of dimensions. */
export type StaticDataPartB = MessageHead &
  Dimensions & {
    type: 24
    part: 'B'
    shipType: number | null
    vendorId: string | null
    unitModel: number
    serialNumber: number
    callSign: string | null
    mothershipMmsi: string | null
    epfd: number | null
  }

/** Table 82: type 27, long-range report. Position to 1/10 minute. */
export type LongRangeReport = MessageHead & {
  type: 27
  accuracy: boolean
  raim: boolean
  navStatus: number | null
  lon: number | null
  lat: number | null
  /** Whole knots; 62 is 62 kn or more. */
  sog: number | null
  /** Whole degrees. */
  cog: number | null
  /** The position is more than 5 s old. */
  positionLatency: boolean
}
