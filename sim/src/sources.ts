/** Receiver on the coast, with a range of `rangeNm` for vessels. */
export type Station = { id: string; lat: number; lon: number; rangeNm: number }

export type Source = {
  code: string
  name: string
  /** Lower wins when sources disagree. */
  priority: number
  trust: number
  expectedIntervalS: number
  stations: readonly Station[]
  /** Satellites in the constellation; 0 for receivers on land. */
  satellites: number
  /** Seconds from the ship to the feed: at least, and the mean of what comes on top. */
  latencyS: readonly [number, number]
  /** Share of the reports at a receiver that it receives at all. */
  heard: number
  /** Share of the sentences that come out spoiled. */
  errorRate: number
}

/** Over a warm sea VHF carries further than the horizon of the mast. */
const DUCTING = 1.4

const stations = (prefix: string, marks: readonly (readonly [string, number, number, number])[]): Station[] =>
  marks.map(([id, lat, lon, rangeNm]) => ({ id: `${prefix}-${id}`, lat, lon, rangeNm: rangeNm * DUCTING }))

const NATIONAL = stations('IN', [
  ['JAKHAU', 23.22, 68.6, 55],
  ['DWARKA', 22.24, 68.96, 60],
  ['DIU', 20.7, 70.98, 55],
  ['MUMBAI', 18.9, 72.8, 65],
  ['RATNAGIRI', 16.98, 73.28, 60],
  ['GOA', 15.48, 73.8, 60],
  ['MANGALORE', 12.9, 74.8, 60],
  ['MINICOY', 8.28, 73.05, 60],
  ['KAVARATTI', 10.56, 72.64, 55],
  ['KOCHI', 9.97, 76.22, 65],
  ['VIZHINJAM', 8.37, 76.98, 60],
  ['TUTICORIN', 8.78, 78.2, 55],
  ['CHENNAI', 13.1, 80.3, 65],
  ['MACHILIPATNAM', 16.17, 81.2, 55],
  ['VIZAG', 17.69, 83.3, 60],
  ['PARADIP', 20.26, 86.68, 60],
  ['SANDHEADS', 21.2, 88.2, 55],
  ['PORTBLAIR', 11.66, 92.77, 60],
  ['CAMPBELLBAY', 7.0, 93.93, 60],
  ['COLOMBO', 6.95, 79.84, 60],
  ['DONDRA', 5.92, 80.6, 65],
  ['MALE', 4.18, 73.5, 55],
  ['VICTORIA', -4.62, 55.45, 55],
  ['PORTLOUIS', -20.15, 57.5, 55],
  ['KHASAB', 26.2, 56.3, 60],
  ['SALALAH', 16.95, 54.0, 55],
])
const WESTERN = stations('CW', [
  ['KARACHI', 24.8, 66.98, 60],
  ['GWADAR', 25.1, 62.33, 50],
  ['CHABAHAR', 25.3, 60.6, 50],
  ['MUSCAT', 23.62, 58.6, 60],
  ['FUJAIRAH', 25.2, 56.38, 65],
  ['QESHM', 26.75, 55.9, 55],
  ['DUBAI', 25.3, 55.25, 60],
  ['DOHA', 25.95, 51.6, 60],
  ['RASTANURA', 26.65, 50.2, 60],
  ['KUWAIT', 29.1, 48.2, 60],
  ['MASIRAH', 20.6, 58.9, 55],
  ['ADEN', 12.78, 45.0, 60],
  ['BABELMANDEB', 12.65, 43.4, 60],
  ['DJIBOUTI', 11.6, 43.15, 55],
  ['JEDDAH', 21.45, 39.1, 60],
  ['SUEZ', 29.9, 32.55, 50],
  ['YANBU', 24.0, 37.9, 55],
  ['ASSAB', 13.9, 42.6, 50],
  ['BERBERA', 10.5, 45.0, 50],
  ['MUKALLA', 14.5, 49.1, 50],
  ['ORMARA', 25.2, 64.6, 50],
  ['ASALUYEH', 27.4, 52.6, 55],
  ['ZIRKU', 24.9, 53.1, 55],
])
const EASTERN = stations('CE', [
  ['CHATTOGRAM', 22.2, 91.75, 55],
  ['YANGON', 16.4, 96.3, 50],
  ['PHUKET', 7.85, 98.3, 60],
  ['SABANG', 5.88, 95.3, 60],
  ['PENANG', 5.42, 100.25, 60],
  ['KLANG', 3.0, 101.3, 60],
  ['SINGAPORE', 1.25, 103.85, 65],
  ['HORSBURGH', 1.33, 104.4, 55],
  ['BELAWAN', 3.8, 98.7, 50],
  ['SUNDA', -5.9, 105.9, 60],
  ['JAKARTA', -6.05, 106.85, 55],
  ['LOMBOK', -8.5, 115.8, 60],
  ['MELAKA', 2.2, 102.2, 55],
  ['LHOKSEUMAWE', 5.2, 97.1, 55],
  ['SITTWE', 20.1, 92.9, 50],
  ['PADANG', -1.0, 100.3, 50],
  ['PORTBLAIR', 11.7, 92.7, 60],
  ['CHENNAI', 13.05, 80.28, 60],
])
const EXCHANGED = stations('PX', [
  ['MOMBASA', -4.05, 39.68, 55],
  ['DAR', -6.8, 39.35, 55],
  ['NACALA', -14.5, 40.7, 50],
  ['BEIRA', -19.85, 34.9, 50],
  ['MAPUTO', -25.95, 32.7, 50],
  ['DURBAN', -29.86, 31.05, 60],
  ['RICHARDSBAY', -28.8, 32.1, 55],
  ['TOAMASINA', -18.15, 49.42, 50],
  ['REUNION', -20.93, 55.29, 55],
  ['VICTORIA', -4.6, 55.5, 55],
  ['DAMPIER', -20.6, 116.7, 55],
  ['HEDLAND', -20.3, 118.6, 55],
  ['FREMANTLE', -32.05, 115.7, 55],
])

const onLand = { satellites: 0, heard: 0.97 }
/** Feeds of a fusion centre: its own coast, two neighbours, two satellite providers, a partner's exchange. */
export const SOURCES: readonly Source[] = [
  {
    ...onLand,
    code: 'MSIS',
    name: 'MSIS coastal network',
    priority: 1,
    trust: 0.95,
    expectedIntervalS: 10,
    stations: NATIONAL,
    latencyS: [0.4, 0.8],
    errorRate: 0.002,
  },
  {
    ...onLand,
    code: 'COASTAL_W',
    name: 'Western coastal receivers',
    priority: 2,
    trust: 0.85,
    expectedIntervalS: 10,
    stations: WESTERN,
    latencyS: [0.5, 1.2],
    errorRate: 0.004,
  },
  {
    ...onLand,
    code: 'COASTAL_E',
    name: 'Eastern coastal receivers',
    priority: 2,
    trust: 0.85,
    expectedIntervalS: 10,
    stations: EASTERN,
    latencyS: [0.5, 1.5],
    errorRate: 0.006,
  },
  {
    code: 'SAT_A',
    name: 'Satellite provider A',
    priority: 4,
    trust: 0.75,
    expectedIntervalS: 300,
    stations: [],
    satellites: 14,
    latencyS: [60, 240],
    heard: 0.45,
    errorRate: 0.004,
  },
  {
    code: 'SAT_B',
    name: 'Satellite provider B',
    priority: 5,
    trust: 0.65,
    expectedIntervalS: 900,
    stations: [],
    satellites: 9,
    latencyS: [240, 600],
    heard: 0.35,
    errorRate: 0.008,
  },
  {
    ...onLand,
    code: 'PARTNER',
    name: 'Partner exchange',
    priority: 3,
    trust: 0.7,
    expectedIntervalS: 60,
    stations: EXCHANGED,
    latencyS: [15, 25],
    errorRate: 0.01,
  },
]
