import { COARSE_PLACE, DAY_HOUR_MINUTE, HOUR_MINUTE, flag, num, spare } from '../field-table.ts'
import type { Field, Layout } from '../field-table.ts'

/**
 * Weather and water at a place, IMO SN.1/Circ.289 FI 31 and FI 11 of Circ.236 (2004) before it: knots averaged over ten minutes, degrees it
 * comes from (currents: sets to), degrees Celsius, percent, hectopascals, nautical miles, metres (water level: above chart datum), seconds,
 * Beaufort, parts per thousand. Trends: 0 steady, 1 falling, 2 rising; precipitation: 1 rain, 2 thunderstorm, 3 freezing rain,
 * 4 mixed ice, 5 snow.
 */
const direction = (name: string): Field => num(name, 9, { end: 360 })
/** 251 is "that or more". */
const tenths = (name: string): Field => num(name, 8, { end: 252, per: 10 })
const trend = (name: string): Field => num(name, 2, { none: 3 })
const SPEED_AND_DIRECTION_BITS = 17
const DEPTH_BITS = 5

/** At the surface, and at two depths. */
const currents: Field = {
  name: 'currents',
  bits: 3 * SPEED_AND_DIRECTION_BITS + 2 * DEPTH_BITS,
  read: (p, start) => {
    const each = SPEED_AND_DIRECTION_BITS + DEPTH_BITS
    return [start, start + SPEED_AND_DIRECTION_BITS, start + SPEED_AND_DIRECTION_BITS + each].map((at, i) => {
      const speed = p.below(at, 8, 252)
      return {
        speed: speed === null ? null : speed / 10,
        direction: p.below(at + 8, 9, 360),
        depth: i === 0 ? 0 : p.known(at + SPEED_AND_DIRECTION_BITS, DEPTH_BITS, 31),
      }
    })
  },
}

const ice: Field = {
  name: 'hasIce',
  bits: 2,
  read: (p, at) => {
    const code = p.unsigned(at, 2)
    return code === 0 || code === 1 ? code === 1 : null
  },
}

const wind: Layout = [
  num('windSpeed', 7, { none: 127 }),
  num('windGust', 7, { none: 127 }),
  direction('windDirection'),
  direction('windGustDirection'),
]
const waves: Layout = [
  tenths('waveHeight'),
  num('wavePeriod', 6, { end: 61 }),
  direction('waveDirection'),
  tenths('swellHeight'),
  num('swellPeriod', 6, { end: 61 }),
  direction('swellDirection'),
  num('seaState', 4, { end: 13 }),
]
const humidity: Field = num('humidity', 7, { end: 101 })
const rest: Layout = [num('precipitation', 3, { none: 7 }), num('salinity', 9, { end: 502, per: 10 }), ice]

export const METEO_HYDRO: Layout = [
  ...COARSE_PLACE,
  spare(1),
  ...DAY_HOUR_MINUTE,
  ...wind,
  num('airTemperature', 11, { signed: true, least: -600, end: 601, per: 10 }),
  humidity,
  num('dewPoint', 10, { signed: true, least: -200, end: 501, per: 10 }),
  num('pressure', 9, { end: 403, base: 799 }),
  trend('pressureTrend'),
  flag('visibilityIsGreater'),
  num('visibility', 7, { none: 127, per: 10 }),
  num('waterLevel', 12, { end: 4001, per: 100, base: -1000 }),
  trend('waterLevelTrend'),
  currents,
  ...waves,
  num('waterTemperature', 10, { signed: true, least: -100, end: 501, per: 10 }),
  ...rest,
]

/** Latitude before longitude; the highest number of a field, that of the day too, is "not available". */
export const METEO_HYDRO_OF_2004: Layout = [
  ...COARSE_PLACE.toReversed(),
  {
    name: 'day',
    bits: 5,
    // The time distinguishes the 31st from no day.
    read: (p, at) => (p.unsigned(at + 5, 5) > 23 && p.unsigned(at + 10, 6) > 59 ? null : p.known(at, 5, 0)),
  },
  ...HOUR_MINUTE,
  ...wind,
  num('airTemperature', 11, { end: 1201, per: 10, base: -600 }),
  humidity,
  num('dewPoint', 10, { end: 701, per: 10, base: -200 }),
  num('pressure', 9, { end: 401, base: 800 }),
  trend('pressureTrend'),
  num('visibility', 8, { end: 251, per: 10 }),
  num('waterLevel', 9, { end: 401, per: 10, base: -100 }),
  trend('waterLevelTrend'),
  currents,
  ...waves,
  num('waterTemperature', 10, { end: 601, per: 10, base: -100 }),
  ...rest,
]
