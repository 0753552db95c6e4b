import { tablesOf } from './application.ts'
import type { Application, ApplicationKind } from './application.ts'
import {
  COARSE_PLACE,
  FINE_PLACE,
  HOUR_MINUTE,
  MONTH_TO_MINUTE,
  flag,
  named,
  num,
  several,
  spare,
  text,
  unread,
} from '../field-table.ts'
import type { Field, Layout } from '../field-table.ts'

const bearing = (name: string, bits = 9): Field => num(name, bits, { end: 360 })

/** Inland AIS (CCNR and UN-ECE), as the register of IALA has it. */
const inland = tablesOf(200)
const objectCode: Layout = [
  text('country', 2),
  text('location', 3),
  text('fairwaySection', 5),
  text('terminal', 5),
  text('hectometre', 5),
]
const date: Layout = [
  num('year', 8, { none: 0, base: 2000 }),
  num('month', 4, { none: 0 }),
  num('day', 5, { none: 0 }),
]
/** Nine bits: a sign, then a value; 255 is unknown either way. */
const signThenValue: Field['read'] = (p, at) => {
  const value = p.known(at + 1, 8, 255)
  return value === null ? null : p.flag(at) ? -value : value
}
/** Nine decimal digits, one a light. */
const lights: Field = {
  name: 'lights',
  bits: 30,
  read: (p, at) => Array.from(String(p.unsigned(at, 30)).padStart(9, '0').slice(-9), Number),
}

const INLAND_APPLICATIONS: readonly Application[] = [
  // As stations send it, like 1/3 once was, and as it is written since 2021.
  inland('capabilityInterrogation', 3, [num('dac', 10), spare(6)]),
  inland('capabilityInterrogation', 3, [num('version', 3), num('dac', 10), spare(67)]),
  inland(
    'inlandShip',
    10,
    [
      text('eni', 8),
      num('length', 13, { none: 0, per: 10 }),
      num('beam', 10, { none: 0, per: 10 }),
      num('shipType', 14, { none: 0 }),
      num('hazard', 3, { none: 5 }),
      num('draught', 11, { none: 0, per: 100 }),
      num('loaded', 2, { none: 0 }),
      flag('speedIsPrecise'),
      flag('courseIsPrecise'),
      flag('headingIsPrecise'),
    ],
    { lengths: [104, 112] },
  ),
  inland('arrivalAtLock', 21, [
    ...objectCode,
    ...MONTH_TO_MINUTE,
    num('tugs', 3, { none: 7 }),
    num('airDraught', 12, { none: 0, per: 100 }),
    spare(5),
  ]),
  inland('arrivalGranted', 22, [...objectCode, ...MONTH_TO_MINUTE, num('status', 2, { none: 3 }), spare(2)]),
  inland('weatherWarning', 23, [
    ...named('start', date),
    ...named('end', date),
    ...named('start', HOUR_MINUTE),
    ...named('end', HOUR_MINUTE),
    ...named('start', FINE_PLACE),
    ...named('end', FINE_PLACE),
    num('warning', 4, { none: 0 }),
    { name: 'least', bits: 9, read: signThenValue },
    { name: 'most', bits: 9, read: signThenValue },
    num('intensity', 2, { none: 0 }),
    num('wind', 4, { none: 0 }),
    spare(6),
  ]),
  // Austria sends the sign of a level in the last bit, Croatia in the first.
  inland('waterLevels', 24, [
    text('country', 2),
    several('gauges', 4, [num('gauge', 11, { none: 0 }), unread('levelBits', 14)]),
  ]),
  // Version 0; the layout of later versions is not public.
  inland(
    'bridgeClearance',
    25,
    [
      num('version', 3),
      text('country', 2),
      num('fairwaySection', 17, { none: 0 }),
      text('object', 5),
      num('hectometre', 17, { none: 0 }),
      num('clearance', 14, { none: 0, end: 10_000, per: 100 }),
      num('ageMinutes', 10, { end: 722 }),
      num('accuracyCentimetres', 5, { none: 0 }),
      spare(4),
    ],
    { where: { at: 0, bits: 3, is: 0 } },
  ),
  inland('signalStatus', 40, [
    ...FINE_PLACE,
    num('form', 4, { none: 0 }),
    bearing('orientation'),
    num('impact', 3, { none: 0 }),
    lights,
    spare(11),
  ]),
  // With and without the spare bits that two kinds of message leave.
  inland(
    'inlandPersonsOnBoard',
    55,
    [
      num('crew', 8, { none: 255 }),
      num('passengers', 13, { none: 8191 }),
      num('personnel', 8, { none: 255 }),
    ],
    { lengths: [29, 80, 112] },
  ),
]

const volts = (name: string): Field => num(name, 10, { none: 0, per: 20 })

/**
 * Applications of lights and buoys about themselves: IALA A-126 in the United Kingdom and Ireland, Zeni Lite
 * elsewhere.
 */
const AID_APPLICATIONS: readonly Application[] = [
  tablesOf(235, 250)('aidMonitoring', 10, [
    volts('supplyVolts'),
    volts('external1Volts'),
    volts('external2Volts'),
    num('racon', 2),
    num('light', 2),
    flag('isAlarm'),
    num('digitalInputs', 8),
    flag('isOffPosition'),
    spare(4),
  ]),
  tablesOf(0)('aidMonitoring', 0, [
    num('application', 16),
    num('supplyVolts', 12, { per: 10 }),
    num('amperes', 10, { per: 10 }),
    flag('isDirectCurrent'),
    flag('isLightOn'),
    flag('isBatteryLow'),
    flag('isOffPosition'),
    spare(6),
  ]),
]

/** St Lawrence Seaway, Canada and the United States: two reserved bits, then which message it is. */
const seawayTable = tablesOf(316, 366)
const seawayStation: Layout = [...MONTH_TO_MINUTE, text('station', 7), ...COARSE_PLACE]
const seawayTemperature = (name: string): Field => num(name, 10, { signed: true, none: -512, per: 10 })
const seawayWind: Layout = [
  num('windSpeed', 10, { none: 1023, per: 10 }),
  num('windGust', 10, { none: 1023, per: 10 }),
  bearing('windDirection'),
]

const seaway = (
  kind: ApplicationKind,
  fi: number,
  message: number,
  fields: Layout,
  more: Partial<Application> = {},
): Application =>
  seawayTable(kind, fi, [spare(8), ...fields], { where: { at: 2, bits: 6, is: message }, ...more })
const reports = (of: Layout, most: number): Partial<Application> => ({
  list: { name: 'reports', of, least: 1, most },
})

const SEAWAY_APPLICATIONS: readonly Application[] = [
  seaway(
    'seawayWeather',
    1,
    1,
    [],
    reports(
      [
        ...seawayStation,
        ...seawayWind,
        num('pressure', 14, { none: 16_383, per: 10 }),
        seawayTemperature('airTemperature'),
        seawayTemperature('dewPoint'),
        num('visibilityKilometres', 8, { none: 255, per: 10 }),
        seawayTemperature('waterTemperature'),
      ],
      4,
    ),
  ),
  seaway('seawayWind', 1, 2, [], reports([...seawayStation, ...seawayWind, spare(4)], 6)),
  seaway(
    'seawayWaterLevel',
    1,
    3,
    [],
    reports(
      [
        ...seawayStation,
        num('levelType', 1),
        num('level', 16, { signed: true, none: -32_768, per: 100 }),
        num('datum', 2),
        spare(14),
      ],
      6,
    ),
  ),
  seaway(
    'seawayWaterFlow',
    1,
    6,
    [],
    reports([...seawayStation, num('cubicMetresASecond', 14, { none: 16_383 }), spare(19)], 6),
  ),
  seaway('seawayLockage', 2, 1, [...MONTH_TO_MINUTE, text('lock', 7), ...COARSE_PLACE, spare(9)], {
    list: {
      name: 'ships',
      of: [text('ship', 15), flag('isUpbound'), ...named('arrival', MONTH_TO_MINUTE), spare(9)],
      least: 1,
      most: 6,
    },
  }),
  seaway('seawayLockTimes', 2, 2, [
    ...MONTH_TO_MINUTE,
    text('ship', 15),
    text('lastLocation', 7),
    ...named('lastArrival', MONTH_TO_MINUTE),
    text('firstLock', 7),
    ...named('firstLock', MONTH_TO_MINUTE),
    text('secondLock', 7),
    ...named('secondLock', MONTH_TO_MINUTE),
    text('delay', 7),
    spare(4),
  ]),
  seaway('seawayVersion', 32, 1, [num('major', 8), num('minor', 8), spare(8)]),
]

/** Weather of ships made small for satellites (US Army Corps of Engineers). */
const pressure: Field = num('pressure', 9, { end: 403, base: 799 })
const knots = (name: string): Field => num(name, 7, { none: 127 })
const satellite = tablesOf(367)

const SATELLITE_APPLICATIONS: readonly Application[] = [
  satellite('satelliteShipWeather', 23, [
    num('version', 3),
    num('day', 5, { none: 0 }),
    ...HOUR_MINUTE,
    ...COARSE_PLACE,
    pressure,
    num('airTemperature', 11, { signed: true, least: -600, end: 601, per: 10 }),
    knots('windSpeed'),
    knots('windGust'),
    bearing('windDirection'),
    spare(1),
  ]),
  satellite('satelliteShipWeather', 24, [num('version', 3), ...HOUR_MINUTE, ...COARSE_PLACE, pressure], {
    lengths: [72, 88],
  }),
  satellite('satelliteShipWeather', 25, [
    num('version', 3),
    ...HOUR_MINUTE,
    pressure,
    knots('windSpeed'),
    bearing('windDirection'),
    spare(1),
  ]),
]

export const REGIONAL_APPLICATIONS: readonly Application[] = [
  ...INLAND_APPLICATIONS,
  ...AID_APPLICATIONS,
  ...SEAWAY_APPLICATIONS,
  ...SATELLITE_APPLICATIONS,
]
