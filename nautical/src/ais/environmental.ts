import { over } from './payload-reader.ts'
import type { PayloadReader } from './payload-reader.ts'

type Reading = number | string | null | Readings[]
/** One sensor's fields by name: knots, metres, degrees true, degrees Celsius, hectopascals. */
export type Readings = { [field: string]: Reading }

/** One sensor report of 112 bits. UTC, of the current month. */
export type SensorReport = {
  sensor: string
  day: number | null
  hour: number | null
  minute: number | null
  site: number
  readings: Readings
}

/**
 * DAC 367 FI 33: environmental message of the US Coast Guard and the St Lawrence Seaway ("EM version 3",
 * March 2015), as public decoders read it. Sensor kinds they do not know keep their bits.
 */
export type EnvironmentalReports = { kind: 'environmental'; reports: SensorReport[] }

const REPORT_BITS = 112
const READINGS = 27

export function environmentalReports(p: PayloadReader, start: number, end: number): EnvironmentalReports {
  const reports: SensorReport[] = []
  for (let at = start; at + REPORT_BITS <= end; at += REPORT_BITS) {
    const kind = p.unsigned(at, 4)
    const [sensor, read] = SENSORS[kind] ?? [`reserved ${kind}`, reservedReadings]
    reports.push({
      sensor,
      day: p.known(at + 4, 5, 0),
      hour: p.below(at + 9, 5, 24),
      minute: p.below(at + 14, 6, 60),
      site: p.unsigned(at + 20, 7),
      readings: read(p, at + READINGS),
    })
  }
  return { kind: 'environmental', reports }
}

const direction = (p: PayloadReader, at: number) => p.below(at, 9, 360)
const tenths = (p: PayloadReader, at: number, width: number, unknown: number) =>
  over(p.known(at, width, unknown), 10)

const forecastTime = (p: PayloadReader, at: number) => ({
  forecastDay: p.known(at, 5, 0),
  forecastHour: p.below(at + 5, 5, 24),
  forecastMinute: p.below(at + 10, 6, 60),
})

const reservedReadings = (p: PayloadReader, at: number): Readings => ({ bits: p.hex(at, at + 85) })

const location = (p: PayloadReader, at: number): Readings => ({
  version: p.unsigned(at, 6),
  lon: p.lon(at + 6),
  lat: p.lat(at + 34),
  precision: p.unsigned(at + 61, 3),
  altitude: tenths(p, at + 64, 12, 4095),
  owner: p.unsigned(at + 76, 4),
  timeout: p.unsigned(at + 80, 3),
})

const station = (p: PayloadReader, at: number): Readings => ({ name: p.text(at, 14) })

const wind = (p: PayloadReader, at: number): Readings => ({
  speed: p.below(at, 7, 122),
  gust: p.below(at + 7, 7, 122),
  direction: direction(p, at + 14),
  gustDirection: direction(p, at + 23),
  sensorType: p.unsigned(at + 32, 3),
  forecastSpeed: p.below(at + 35, 7, 122),
  forecastGust: p.below(at + 42, 7, 122),
  forecastDirection: direction(p, at + 49),
  ...forecastTime(p, at + 58),
  duration: p.unsigned(at + 74, 8),
})

const waterLevel = (p: PayloadReader, at: number): Readings => ({
  levelType: p.unsigned(at, 1),
  level: over(p.knownSigned(at + 1, 16, -32_768), 100),
  trend: p.known(at + 17, 2, 3),
  datum: p.unsigned(at + 19, 5),
  sensorType: p.unsigned(at + 24, 3),
  forecastType: p.unsigned(at + 27, 1),
  forecastLevel: over(p.knownSigned(at + 28, 16, -32_768), 100),
  ...forecastTime(p, at + 44),
  duration: p.unsigned(at + 60, 8),
})

const several = (count: number, bits: number, read: (at: number) => Readings, start: number) =>
  Array.from({ length: count }, (_, i) => read(start + i * bits))

const current = (p: PayloadReader, at: number): Readings => ({
  currents: several(
    3,
    26,
    (each) => ({
      speed: tenths(p, each, 8, 255),
      direction: direction(p, each + 8),
      depth: p.known(each + 17, 9, 511),
    }),
    at,
  ),
  sensorType: p.unsigned(at + 78, 3),
})

const currentVector = (p: PayloadReader, at: number): Readings => ({
  currents: several(
    2,
    36,
    (each) => ({
      north: tenths(p, each, 9, 511),
      east: tenths(p, each + 9, 9, 511),
      up: tenths(p, each + 18, 9, 511),
      depth: p.known(each + 27, 9, 511),
    }),
    at,
  ),
  sensorType: p.unsigned(at + 72, 3),
})

const horizontalCurrent = (p: PayloadReader, at: number): Readings => ({
  bearing: direction(p, at),
  currents: several(
    2,
    35,
    (each) => ({
      distance: p.known(each, 9, 511),
      speed: tenths(p, each + 9, 8, 255),
      direction: direction(p, each + 17),
      level: p.known(each + 26, 9, 511),
    }),
    at + 9,
  ),
  sensorType: p.unsigned(at + 79, 3),
})

const seaState = (p: PayloadReader, at: number): Readings => ({
  swellHeight: tenths(p, at, 8, 255),
  swellPeriod: p.below(at + 8, 6, 61),
  swellDirection: direction(p, at + 14),
  seaState: p.below(at + 23, 4, 13),
  swellSensorType: p.unsigned(at + 27, 3),
  waterTemperature: over(p.knownSigned(at + 30, 10, 501), 10),
  waterTemperatureDepth: tenths(p, at + 40, 7, 127),
  depthSensorType: p.unsigned(at + 47, 3),
  waveHeight: tenths(p, at + 50, 8, 255),
  wavePeriod: p.below(at + 58, 6, 61),
  waveDirection: direction(p, at + 64),
  waveSensorType: p.unsigned(at + 73, 3),
  salinity: over(p.below(at + 76, 9, 510), 10),
})

const salinity = (p: PayloadReader, at: number): Readings => ({
  waterTemperature: over(p.known(at, 10, 1023), 10, -100),
  conductivity: over(p.below(at + 10, 10, 701), 100),
  pressure: over(p.below(at + 20, 16, 60_001), 10),
  salinity: over(p.below(at + 36, 9, 510), 10),
  salinityType: p.unsigned(at + 45, 2),
  sensorType: p.unsigned(at + 47, 3),
})

const weather = (p: PayloadReader, at: number): Readings => ({
  airTemperature: over(p.knownSigned(at, 11, -1024), 10),
  airTemperatureSensorType: p.unsigned(at + 11, 3),
  precipitation: p.known(at + 14, 2, 3),
  visibility: over(p.below(at + 16, 8, 241), 10),
  dewPoint: over(p.known(at + 24, 10, 1023), 10, -200),
  dewPointSensorType: p.unsigned(at + 34, 3),
  pressure: over(p.below(at + 37, 9, 403), 1, 800),
  pressureTrend: p.known(at + 46, 2, 3),
  pressureSensorType: p.unsigned(at + 48, 3),
  salinity: over(p.below(at + 51, 9, 510), 10),
})

const airGap = (p: PayloadReader, at: number): Readings => ({
  draught: over(p.known(at, 13, 0), 100),
  gap: over(p.known(at + 13, 13, 0), 10),
  trend: p.known(at + 26, 2, 3),
  forecastGap: over(p.known(at + 28, 13, 0), 10),
  ...forecastTime(p, at + 41),
  sensorType: p.unsigned(at + 57, 3),
})

const SENSORS: readonly [string, (p: PayloadReader, at: number) => Readings][] = [
  ['location', location],
  ['station', station],
  ['wind', wind],
  ['waterLevel', waterLevel],
  ['current', current],
  ['currentVector', currentVector],
  ['horizontalCurrent', horizontalCurrent],
  ['seaState', seaState],
  ['salinity', salinity],
  ['weather', weather],
  ['airGap', airGap],
]
