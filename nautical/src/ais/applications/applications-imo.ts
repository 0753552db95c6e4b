import { tablesOf } from './application.ts'
import type { Application } from './application.ts'
import {
  COARSE_PLACE,
  DAY_HOUR_MINUTE,
  HOUR_MINUTE,
  MONTH_TO_MINUTE,
  flag,
  named,
  num,
  spare,
  text,
} from '../field-table.ts'
import type { Field, Layout } from '../field-table.ts'
import { METEO_HYDRO, METEO_HYDRO_OF_2004 } from './meteo-hydro.ts'

/** DAC 1: the functions of ITU-R M.1371-1 and -5, of IMO SN/Circ.236 (2004) and SN.1/Circ.289 (2010). */
const table = tablesOf(1)
const linkage: Field = num('linkage', 10, { none: 0 })
const sequence: Field = num('sequence', 11)
const applicationId: Layout = [num('dac', 10), num('fi', 6)]
const status = (name: string): Field => num(name, 2, { none: 0 })
const bearing = (name: string): Field => num(name, 9, { end: 360 })
/** UN/LOCODE. */
const port = (name: string): Field => text(name, 5)

const SERVICES = [
  'agent',
  'fuel',
  'chandler',
  'stevedore',
  'electrical',
  'water',
  'customs',
  'cartage',
  'crane',
  'lift',
  'medical',
  'navigationRepair',
  'provisions',
  'shipRepair',
  'surveyor',
  'steam',
  'tugs',
  'solidWaste',
  'liquidWaste',
  'hazardousWaste',
  'ballast',
  'additional',
  'regional1',
  'regional2',
  'reserved1',
  'reserved2',
]

const EQUIPMENT = [
  'ais',
  'automaticTracking',
  'bridgeAlarm',
  'ecdisBackup',
  'paperChart',
  'echoSounder',
  'electronicPlotting',
  'emergencySteering',
  'gnss',
  'gyroCompass',
  'lrit',
  'magneticCompass',
  'navtex',
  'radarArpa',
  'radarS',
  'radarX',
  'radioHf',
  'radioInmarsat',
  'radioMf',
  'radioVhf',
  'logOverGround',
  'logThroughWater',
  'transmittingHeading',
  'trackControl',
  'voyageRecorder',
]

/** Field of functions: every other bit marks the function of its number as present; the next one is reserved. */
const capabilities: Field = {
  name: 'functions',
  bits: 128,
  read: (p, at) => Array.from({ length: 64 }, (_, fi) => fi).filter((fi) => p.flag(at + 2 * fi)),
}

const fromTo: Layout = [...named('from', HOUR_MINUTE), ...named('to', HOUR_MINUTE)]
const tidalOf2004: Layout = [
  { name: 'lat', bits: 27, read: (p, at) => p.lat(at) },
  { name: 'lon', bits: 28, read: (p, at) => p.lon(at) },
  ...fromTo,
  bearing('currentDirection'),
  num('currentSpeed', 7, { none: 127, per: 10 }),
]
const tidal: Layout = [
  ...COARSE_PLACE,
  ...fromTo,
  bearing('currentDirection'),
  num('currentSpeed', 8, { end: 252, per: 10 }),
]
const monthDay: Layout = [num('month', 4, { none: 0 }), num('day', 5, { none: 0 })]
/** Days before months, unlike elsewhere. */
const localTime: Layout = [num('day', 5, { none: 0 }), num('month', 4, { none: 0 }), ...HOUR_MINUTE]

/** Table 10.1: knots, nautical miles, metres. */
const shipWeather: Layout = [
  num('report', 1),
  text('location', 20),
  ...COARSE_PLACE,
  ...DAY_HOUR_MINUTE,
  num('weather', 4, { end: 8 }),
  flag('visibilityIsGreater'),
  num('visibility', 7, { none: 127, per: 10 }),
  num('humidity', 7, { end: 101 }),
  num('windSpeed', 7, { none: 127 }),
  bearing('windDirection'),
  num('pressure', 9, { end: 403, base: 799 }),
  num('pressureTendency', 4),
  num('airTemperature', 11, { signed: true, least: -600, end: 601, per: 10 }),
  num('waterTemperature', 10, { end: 601, per: 10, base: -100 }),
  num('wavePeriod', 6, { end: 61 }),
  num('waveHeight', 8, { end: 252, per: 10 }),
  bearing('waveDirection'),
  num('swellHeight', 8, { end: 252, per: 10 }),
  bearing('swellDirection'),
  num('swellPeriod', 6, { end: 61 }),
  spare(3),
]

/** Courses and directions in steps of five degrees; 0 is standing or calm. */
const fives = (name: string): Field => num(name, 7, { end: 73, times: 5 })
const metresASecond = (name: string): Field => num(name, 8, { none: 255, per: 2 })
const tens = (name: string): Field => num(name, 6, { end: 37, times: 10 })
const halfMetres = (name: string): Field => num(name, 6, { end: 61, per: 2 })
const seconds = (name: string): Field => num(name, 5, { none: 31 })
const squared = (name: string, bits: number, end: number, per: number): Field => ({
  name,
  bits,
  read: (p, at) => {
    const value = p.below(at, bits, end)
    return value === null ? null : Math.round(value * value * per)
  },
})

/** Table 10.2, as observing ships report to weather services: metres a second, metres, BUFR codes. */
const wmoWeather: Layout = [
  num('report', 1),
  num('lon', 16, { end: 36_001, per: 100, base: -18_000 }),
  num('lat', 15, { end: 18_001, per: 100, base: -9000 }),
  num('month', 4, { end: 13 }),
  num('day', 6, { end: 32 }),
  num('hour', 5, { end: 24 }),
  num('minute', 3, { end: 6, times: 10 }),
  fives('cog'),
  num('sogMetresASecond', 5, { none: 31, per: 2 }),
  fives('heading'),
  num('pressure', 11, { end: 2001, per: 10, base: 9000 }),
  num('pressureChange', 10, { end: 1001, per: 10, base: -500 }),
  num('pressureTendency', 4, { end: 9 }),
  fives('windDirection'),
  metresASecond('windMetresASecond'),
  fives('relativeWindDirection'),
  metresASecond('relativeWindMetresASecond'),
  metresASecond('gustMetresASecond'),
  fives('gustDirection'),
  num('airTemperatureKelvin', 10, { end: 1001, per: 10, base: 2230 }),
  num('humidity', 7, { end: 101 }),
  num('waterTemperatureKelvin', 9, { end: 501, per: 10, base: 2680 }),
  squared('visibilityMetres', 6, 63, 13.073),
  num('weather', 9, { none: 511 }),
  num('pastWeather1', 5, { none: 31 }),
  num('pastWeather2', 5, { none: 31 }),
  num('cloudCover', 4, { end: 11, times: 10 }),
  num('lowClouds', 4, { none: 15 }),
  num('lowCloudType', 6, { none: 63 }),
  num('middleCloudType', 6, { none: 63 }),
  num('highCloudType', 6, { none: 63 }),
  squared('cloudBaseMetres', 7, 127, 0.16),
  seconds('wavePeriod'),
  halfMetres('waveHeight'),
  tens('swellDirection'),
  seconds('swellPeriod'),
  halfMetres('swellHeight'),
  tens('swell2Direction'),
  seconds('swell2Period'),
  halfMetres('swell2Height'),
  num('iceThickness', 7, { none: 127, per: 100 }),
  num('iceAccretion', 3, { none: 7 }),
  num('iceCause', 3, { none: 7 }),
  num('iceConcentration', 5, { none: 31 }),
  num('iceAmount', 4, { none: 15 }),
  num('iceSituation', 5, { none: 31 }),
  num('iceDevelopment', 5, { none: 31 }),
  num('iceEdge', 4, { end: 9, times: 45 }),
]

const shipAndVoyage: Layout = [
  linkage,
  num('airDraught', 13, { none: 0, per: 100 }),
  port('lastPort'),
  port('nextPort'),
  port('secondPort'),
  ...EQUIPMENT.map(status),
  spare(2),
  num('iceClass', 4, { none: 15 }),
  num('shaftHorsepower', 18, { none: 262_143 }),
  num('vhfChannel', 12, { none: 0 }),
  text('lloydsShipType', 7),
  num('grossTonnage', 18, { none: 262_143 }),
  status('laden'),
  status('heavyFuelOil'),
  status('lightFuelOil'),
  status('dieselOil'),
  num('bunkerOil', 14, { none: 16_383 }),
  num('persons', 13, { none: 0 }),
  spare(10),
]

const persons: Layout = [num('persons', 13, { none: 0 })]

const traffic: Layout = [
  linkage,
  text('station', 20),
  ...COARSE_PLACE,
  status('status'),
  num('signal', 5, { none: 0 }),
  ...HOUR_MINUTE,
  num('nextSignal', 5, { none: 0 }),
]

export const IMO_APPLICATIONS: readonly Application[] = [
  table('textTelegram', 0, [flag('isAcknowledgementRequested'), sequence], { restOfText: 'text' }),
  table('applicationAcknowledgement', 1, [num('dac', 10), sequence, spare(3)]),
  // The spare bits of M.1371-1, and those since M.1371-3.
  table('functionInterrogation', 2, applicationId, { lengths: [16, 80] }),
  table('capabilityInterrogation', 3, [num('dac', 10)], { lengths: [16, 80] }),
  table('capabilityReply', 4, [num('dac', 10), capabilities], { lengths: [144, 264] }),
  table(
    'applicationAcknowledgement',
    5,
    [...applicationId, sequence, flag('isAvailable'), num('response', 3)],
    { lengths: [31, 80] },
  ),
  // With and without their spare bits.
  table('meteoHydro', 11, METEO_HYDRO_OF_2004, { lengths: [290, 296] }),
  table('meteoHydro', 31, METEO_HYDRO, { lengths: [294, 304] }),
  table('dangerousCargo', 12, [
    port('lastPort'),
    ...named('departure', MONTH_TO_MINUTE),
    port('nextPort'),
    ...named('arrival', MONTH_TO_MINUTE),
    text('cargo', 20),
    text('imdCategory', 4),
    num('unNumber', 13, { none: 0 }),
    num('amount', 10, { none: 0 }),
    num('unit', 2, { none: 0 }),
    spare(3),
  ]),
  table('fairwayClosed', 13, [
    text('reason', 20),
    text('closedFrom', 20),
    text('closedTo', 20),
    num('extension', 10, { end: 1001 }),
    num('extensionUnit', 2),
    ...named('from', localTime),
    ...named('to', localTime),
    spare(4),
  ]),
  table('tidalWindow', 14, monthDay, { list: { name: 'windows', of: tidalOf2004, least: 1, most: 3 } }),
  table('airDraught', 15, [num('airDraught', 11, { none: 0, per: 10 }), spare(5)]),
  table('clearanceToEnterPort', 18, [
    linkage,
    ...MONTH_TO_MINUTE,
    text('portAndBerth', 20),
    port('destination'),
    ...COARSE_PLACE,
    spare(43),
  ]),
  // Some send it without its 102 spare bits.
  table('trafficSignal', 19, traffic, { lengths: [202, 304] }),
  table('berthing', 20, [
    linkage,
    num('berthLength', 9, { none: 0 }),
    num('berthDepth', 8, { none: 0, per: 10 }),
    num('mooringPosition', 3, { none: 0 }),
    ...MONTH_TO_MINUTE,
    flag('areServicesKnown'),
    ...SERVICES.map(status),
    text('berth', 20),
    ...COARSE_PLACE,
  ]),
  table('personsOnBoard', 16, persons, { lengths: [13, 48] }),
  table('personsOnBoard', 40, persons, { lengths: [13, 48] }),
  table('shipWeather', 21, shipWeather, { where: { at: 0, bits: 1, is: 0 } }),
  table('shipWeather', 21, wmoWeather, { where: { at: 0, bits: 1, is: 1 } }),
  table('shipAndVoyage', 24, shipAndVoyage),
  table('dangerousCargo', 25, [num('unit', 2, { none: 0 }), num('amount', 10, { none: 0 })], {
    list: { name: 'cargos', of: [num('code', 4, { none: 0 }), num('subtype', 13)], least: 1, most: 28 },
  }),
  table('textDescription', 29, [linkage], { restOfText: 'text' }),
  table('textDescription', 30, [linkage], { restOfText: 'text' }),
  table('tidalWindow', 32, monthDay, { list: { name: 'windows', of: tidal, least: 1, most: 3 } }),
]
