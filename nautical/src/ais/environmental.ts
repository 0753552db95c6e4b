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
 * Environmental message of IMO SN.1/Circ.289 (DAC 1 FI 26), and that of the US Coast Guard and the St Lawrence Seaway
 * ("EM version 3", March 2015; DAC 367 FI 33) as public decoders read it. Sensor kinds nobody knows keep their bits.
 */
export type EnvironmentalReports = { kind: 'environmental'; reports: SensorReport[] }

export const REPORT_BITS = 112
const READINGS = 27

export function environmentalReports(
  p: PayloadReader,
  start: number,
  end: number,
  isOfCoastGuard: boolean,
): EnvironmentalReports {
  const sensors = isOfCoastGuard ? SENSORS : SENSORS_OF_IMO
  const reports: SensorReport[] = []
  for (let at = start; at + REPORT_BITS <= end; at += REPORT_BITS) {
    const kind = p.unsigned(at, 4)
    const [sensor, read] = sensors[kind] ?? [`reserved ${kind}`, reservedReadings]
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
/** Tenths below `end`, from which up nothing is available; just below it, "that or more". */
const tenths = (p: PayloadReader, at: number, width: number, end: number) => over(p.below(at, width, end), 10)
const HEIGHT_END = 247
const ALTITUDE_END = 2002
const DEPTH_END = 362
const WATER_DEPTH_END = 122
const SALINITY_END = 502
const WATER_TEMPERATURE_END = 601

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
  altitude: tenths(p, at + 64, 12, ALTITUDE_END),
  owner: p.unsigned(at + 76, 4),
  timeout: p.unsigned(at + 80, 3),
})

const locationOfImo = (p: PayloadReader, at: number): Readings => ({
  lon: p.lon(at),
  lat: p.lat(at + 28),
  altitude: tenths(p, at + 55, 11, ALTITUDE_END),
  owner: p.unsigned(at + 66, 4),
  timeout: p.unsigned(at + 70, 3),
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
      speed: tenths(p, each, 8, HEIGHT_END),
      direction: direction(p, each + 8),
      depth: p.below(each + 17, 9, DEPTH_END),
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
      north: tenths(p, each, 9, HEIGHT_END),
      east: tenths(p, each + 9, 9, HEIGHT_END),
      up: tenths(p, each + 18, 9, HEIGHT_END),
      depth: p.below(each + 27, 9, DEPTH_END),
    }),
    at,
  ),
  sensorType: p.unsigned(at + 72, 3),
})

const currentVectorOfImo = (p: PayloadReader, at: number): Readings => ({
  currents: several(
    2,
    33,
    (each) => ({
      north: tenths(p, each, 8, HEIGHT_END),
      east: tenths(p, each + 8, 8, HEIGHT_END),
      up: tenths(p, each + 16, 8, HEIGHT_END),
      depth: p.below(each + 24, 9, DEPTH_END),
    }),
    at,
  ),
  sensorType: p.unsigned(at + 66, 3),
})

const horizontalCurrent = (p: PayloadReader, at: number): Readings => ({
  bearing: direction(p, at),
  currents: several(
    2,
    35,
    (each) => ({
      distance: p.known(each, 9, 511),
      speed: tenths(p, each + 9, 8, HEIGHT_END),
      direction: direction(p, each + 17),
      level: p.below(each + 26, 9, DEPTH_END),
    }),
    at + 9,
  ),
  sensorType: p.unsigned(at + 79, 3),
})

const horizontalCurrentOfImo = (p: PayloadReader, at: number): Readings => ({
  currents: several(
    2,
    42,
    (each) => ({
      bearing: direction(p, each),
      distance: p.below(each + 9, 7, 122),
      speed: tenths(p, each + 16, 8, HEIGHT_END),
      direction: direction(p, each + 24),
      level: p.below(each + 33, 9, DEPTH_END),
    }),
    at,
  ),
})

const seaState = (p: PayloadReader, at: number): Readings => ({
  swellHeight: tenths(p, at, 8, HEIGHT_END),
  swellPeriod: p.below(at + 8, 6, 61),
  swellDirection: direction(p, at + 14),
  seaState: p.below(at + 23, 4, 13),
  swellSensorType: p.unsigned(at + 27, 3),
  waterTemperature: over(p.below(at + 30, 10, WATER_TEMPERATURE_END), 10, -100),
  waterTemperatureDepth: tenths(p, at + 40, 7, WATER_DEPTH_END),
  depthSensorType: p.unsigned(at + 47, 3),
  waveHeight: tenths(p, at + 50, 8, HEIGHT_END),
  wavePeriod: p.below(at + 58, 6, 61),
  waveDirection: direction(p, at + 64),
  waveSensorType: p.unsigned(at + 73, 3),
  salinity: tenths(p, at + 76, 9, SALINITY_END),
})

const salinity = (p: PayloadReader, at: number): Readings => ({
  waterTemperature: over(p.below(at, 10, WATER_TEMPERATURE_END), 10, -100),
  conductivity: over(p.below(at + 10, 10, 702), 100),
  pressure: over(p.below(at + 20, 16, 60_002), 10),
  salinity: tenths(p, at + 36, 9, SALINITY_END),
  salinityType: p.unsigned(at + 45, 2),
  sensorType: p.unsigned(at + 47, 3),
})

const weather = (p: PayloadReader, at: number): Readings => ({
  airTemperature: over(p.knownSigned(at, 11, -1024), 10),
  airTemperatureSensorType: p.unsigned(at + 11, 3),
  precipitation: p.known(at + 14, 2, 3),
  visibility: tenths(p, at + 16, 8, 242),
  dewPoint: over(p.below(at + 24, 10, 701), 10, -200),
  dewPointSensorType: p.unsigned(at + 34, 3),
  pressure: over(p.below(at + 37, 9, 403), 1, 799),
  pressureTrend: p.known(at + 46, 2, 3),
  pressureSensorType: p.unsigned(at + 48, 3),
  salinity: tenths(p, at + 51, 9, SALINITY_END),
})

const airGap = (p: PayloadReader, at: number): Readings => ({
  draught: over(p.known(at, 13, 0), 100),
  gap: over(p.known(at + 13, 13, 0), 10),
  trend: p.known(at + 26, 2, 3),
  forecastGap: over(p.known(at + 28, 13, 0), 10),
  ...forecastTime(p, at + 41),
  sensorType: p.unsigned(at + 57, 3),
})

const weatherOfImo = (p: PayloadReader, at: number): Readings => ({
  ...weather(p, at),
  dewPoint: over(p.knownSigned(at + 24, 10, 501), 10),
})

const windOf2015 = (p: PayloadReader, at: number): Readings => ({
  speed: p.below(at, 7, 122),
  gust: p.below(at + 7, 7, 122),
  direction: direction(p, at + 14),
  averagingMinutes: p.known(at + 23, 6, 63),
  sensorType: p.unsigned(at + 29, 3),
  forecastSpeed: p.below(at + 32, 7, 122),
  forecastGust: p.below(at + 39, 7, 122),
  forecastDirection: direction(p, at + 46),
  forecastHour: p.below(at + 55, 5, 24),
  forecastMinute: p.below(at + 60, 6, 60),
  duration: p.known(at + 66, 8, 255),
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
  ['wind', windOf2015],
]

const SENSORS_OF_IMO: typeof SENSORS = [
  ['location', locationOfImo],
  ['station', station],
  ['wind', wind],
  ['waterLevel', waterLevel],
  ['current', current],
  ['currentVector', currentVectorOfImo],
  ['horizontalCurrent', horizontalCurrentOfImo],
  ['seaState', seaState],
  ['salinity', salinity],
  ['weather', weatherOfImo],
  ['airGap', airGap],
]
