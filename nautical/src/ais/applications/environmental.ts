import {
  DAY_HOUR_MINUTE,
  FINE_PLACE,
  HOUR_MINUTE,
  named,
  num,
  readFields,
  several,
  text,
  unread,
} from '../field-table.ts'
import type { Field, Layout, Readings } from '../field-table.ts'
import type { PayloadReader } from '../payload-reader.ts'

/** One sensor report of 112 bits. UTC, of the current month; knots, metres, degrees true, degrees Celsius, hectopascals. */
export type SensorReport = {
  sensor: string
  day: number | null
  hour: number | null
  minute: number | null
  site: number
  readings: Readings
}

/**
 * Environmental messages: of IMO SN.1/Circ.289 (DAC 1 FI 26), and of the US Coast Guard and the St Lawrence Seaway
 * ("EM version 3", March 2015; DAC 367 FI 33). The tables of the latter are not public: values on whose bits public
 * decoders disagree remain bits (`...Bits`). So do unknown sensor kinds.
 */
export type EnvironmentalReports = { kind: 'environmental'; reports: SensorReport[] }

export const REPORT_BITS = 112
const HEAD_BITS = 27
const READINGS_BITS = 85

export function environmentalReports(
  p: PayloadReader,
  start: number,
  end: number,
  isOfCoastGuard: boolean,
): EnvironmentalReports {
  const sensors = isOfCoastGuard ? SENSORS_OF_COAST_GUARD : SENSORS_OF_IMO
  const reports: SensorReport[] = []
  for (let at = start; at + REPORT_BITS <= end; at += REPORT_BITS) {
    const kind = p.unsigned(at, 4)
    const [sensor, layout] = sensors[kind] ?? [`reserved ${kind}`, [unread('bits', READINGS_BITS)]]
    reports.push({
      sensor,
      day: p.known(at + 4, 5, 0),
      hour: p.below(at + 9, 5, 24),
      minute: p.below(at + 14, 6, 60),
      site: p.unsigned(at + 20, 7),
      readings: readFields(p, at + HEAD_BITS, layout),
    })
  }
  return { kind: 'environmental', reports }
}

const direction = (name: string): Field => num(name, 9, { end: 360 })
/** Speeds and heights in tenths: 246 is "that or more", from 247 up there is none. */
const tenths = (name: string): Field => num(name, 8, { end: 247, per: 10 })
const depth = (name: string): Field => num(name, 9, { end: 362 })
const sensorType = (name = 'sensorType'): Field => num(name, 3)
const knots = (name: string): Field => num(name, 7, { end: 122 })
const waterTemperature: Field = num('waterTemperature', 10, { end: 601, per: 10, base: -100 })
const salinityOf: Field = num('salinity', 9, { end: 502, per: 10 })
const minutes = (name: string): Field => num(name, 8, { none: 255 })
/** Returns a field in hundredths of a metre: the circular states tenths of a range that takes hundredths. */
const clearance = (name: string): Field => num(name, 13, { none: 0, per: 100 })
const forecast = (layout: Layout): Layout => named('forecast', layout)

const station: Layout = [text('name', 14)]

const wind: Layout = [
  knots('speed'),
  knots('gust'),
  direction('direction'),
  direction('gustDirection'),
  sensorType(),
  ...forecast([knots('speed'), knots('gust'), direction('direction'), ...DAY_HOUR_MINUTE]),
  minutes('duration'),
]

const windOf2015: Layout = [
  knots('speed'),
  knots('gust'),
  direction('direction'),
  num('averagingMinutes', 6, { none: 63 }),
  sensorType(),
  ...forecast([knots('speed'), knots('gust'), direction('direction'), ...HOUR_MINUTE]),
  minutes('duration'),
]

const level: Layout = [num('level', 16, { signed: true, none: -32_768, per: 100 })]
const waterLevel: Layout = [
  num('levelType', 1),
  ...level,
  num('trend', 2, { none: 3 }),
  num('datum', 5),
  sensorType(),
  ...forecast([num('type', 1), ...level, ...DAY_HOUR_MINUTE]),
  minutes('duration'),
]

const current: Layout = [
  several('currents', 3, [tenths('speed'), direction('direction'), depth('depth')]),
  sensorType(),
]

const currentVector: Layout = [
  several('currents', 2, [tenths('north'), tenths('east'), tenths('up'), depth('depth')]),
  sensorType(),
]
/** Layout with nine bits a component; how they express south, west or down is undocumented. */
const currentVectorOf2015: Layout = [
  several('currents', 2, [
    unread('northBits', 9),
    unread('eastBits', 9),
    unread('upBits', 9),
    depth('depth'),
  ]),
  sensorType(),
]

const flow = (distance: Field): Layout => [distance, tenths('speed'), direction('direction'), depth('level')]
const horizontalCurrent: Layout = [
  several('currents', 2, [direction('bearing'), ...flow(num('distance', 7, { end: 122 }))]),
]
const horizontalCurrentOf2015: Layout = [
  direction('bearing'),
  several('currents', 2, flow(unread('distanceBits', 9))),
  sensorType(),
]

const seaState: Layout = [
  tenths('swellHeight'),
  num('swellPeriod', 6, { end: 61 }),
  direction('swellDirection'),
  num('seaState', 4, { end: 13 }),
  sensorType('swellSensorType'),
  waterTemperature,
  num('waterTemperatureDepth', 7, { end: 122, per: 10 }),
  sensorType('depthSensorType'),
  tenths('waveHeight'),
  num('wavePeriod', 6, { end: 61 }),
  direction('waveDirection'),
  sensorType('waveSensorType'),
  salinityOf,
]

const salinity: Layout = [
  waterTemperature,
  num('conductivity', 10, { end: 702, per: 100 }),
  num('pressure', 16, { end: 60_002, per: 10 }),
  salinityOf,
  num('salinityType', 2),
  sensorType(),
]

const weather = (dewPoint: Field): Layout => [
  num('airTemperature', 11, { signed: true, least: -600, end: 601, per: 10 }),
  sensorType('airTemperatureSensorType'),
  num('precipitation', 2),
  num('visibility', 8, { end: 242, per: 10 }),
  dewPoint,
  sensorType('dewPointSensorType'),
  num('pressure', 9, { end: 403, base: 799 }),
  num('pressureTrend', 2, { none: 3 }),
  sensorType('pressureSensorType'),
  salinityOf,
]

const airGap: Layout = [
  clearance('draught'),
  clearance('gap'),
  num('trend', 2, { none: 3 }),
  ...forecast([clearance('gap'), ...DAY_HOUR_MINUTE]),
]

const site: Layout = [num('owner', 4), num('timeout', 3)]
const altitude = (bits: number) => num('altitude', bits, { end: 2002, per: 10 })

type Sensors = readonly (readonly [string, Layout])[]

const SENSORS_OF_IMO: Sensors = [
  ['location', [...FINE_PLACE, altitude(11), ...site]],
  ['station', station],
  ['wind', wind],
  ['waterLevel', waterLevel],
  ['current', current],
  ['currentVector', currentVector],
  ['horizontalCurrent', horizontalCurrent],
  ['seaState', seaState],
  ['salinity', salinity],
  ['weather', weather(num('dewPoint', 10, { signed: true, least: -200, end: 501, per: 10 }))],
  ['airGap', airGap],
]

const SENSORS_OF_COAST_GUARD: Sensors = [
  ['location', [num('version', 6), ...FINE_PLACE, num('precision', 3), altitude(12), ...site]],
  ['station', station],
  ['wind', wind],
  ['waterLevel', waterLevel],
  ['current', current],
  ['currentVector', currentVectorOf2015],
  ['horizontalCurrent', horizontalCurrentOf2015],
  ['seaState', seaState],
  ['salinity', salinity],
  // From -20 in tenths in some decoders, two's complement as in the circular in others.
  ['weather', weather(unread('dewPointBits', 10))],
  ['airGap', [...airGap, sensorType()]],
  ['wind', windOf2015],
]
