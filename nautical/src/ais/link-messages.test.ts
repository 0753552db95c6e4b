import { describe, expect, test } from 'vitest'
import { BitWriter } from './encode-bits.ts'
import { encodeSentences } from './encode-sentences.ts'
import { receiveMessages } from './testing.ts'

const OWN = 419000123
const OTHER = 477553000
const begin = (type: number) => new BitWriter().integer(type, 6).integer(0, 2).integer(OWN, 30)
const heard = (bits: BitWriter) => receiveMessages(encodeSentences(bits)).messages[0]
const broadcast = (dac: number, fi: number) => begin(8).integer(0, 2).integer(dac, 10).integer(fi, 6)

/** `[value, width]` pairs in the order of the table. */
const fields = (bits: BitWriter, ...pairs: [number, number][]) => {
  for (const [value, width] of pairs) bits.integer(value, width)
  return bits
}

describe('messages between stations', () => {
  test('binary data for one station keeps the bits of an unknown application', () => {
    const bits = fields(begin(6), [2, 2], [OTHER, 30], [1, 1], [0, 1], [235, 10], [9, 6], [0xabc, 12])
    expect(heard(bits)).toEqual({
      type: 6,
      repeat: 0,
      mmsi: '419000123',
      sequence: 2,
      destinationMmsi: '477553000',
      retransmitted: true,
      dac: 235,
      fi: 9,
      content: { kind: 'raw', bits: 12, data: 'abc' },
    })
  })

  test('acknowledgements name up to four stations', () => {
    const bits = fields(begin(7), [0, 2], [OTHER, 30], [1, 2], [OWN, 30], [3, 2])
    expect(heard(bits)).toMatchObject({
      type: 7,
      acknowledged: [
        { mmsi: '477553000', sequence: 1 },
        { mmsi: '419000123', sequence: 3 },
      ],
    })
  })

  test('safety text for everyone and for one station', () => {
    expect(heard(begin(14).integer(0, 2).text('SART ACTIVE', 11))).toMatchObject({ text: 'SART ACTIVE' })
    const addressed = fields(begin(12), [1, 2], [OTHER, 30], [0, 2]).text('COME ABOUT', 10)
    expect(heard(addressed)).toMatchObject({ type: 12, destinationMmsi: '477553000', text: 'COME ABOUT' })
  })

  test('an interrogation queries one or two stations', () => {
    const one = fields(begin(15), [0, 2], [OTHER, 30], [5, 6], [0, 12])
    expect(heard(one)).toMatchObject({
      interrogated: [{ mmsi: '477553000', requests: [{ type: 5, slotOffset: 0 }] }],
    })
    const two = fields(one, [0, 2], [3, 6], [9, 12], [0, 2], [OWN, 30], [24, 6], [0, 12], [0, 2])
    expect(heard(two)).toMatchObject({
      interrogated: [
        { mmsi: '477553000', requests: [{ type: 5 }, { type: 3, slotOffset: 9 }] },
        { mmsi: '419000123', requests: [{ type: 24 }] },
      ],
    })
  })

  test('orders of base stations', () => {
    expect(heard(fields(begin(10), [0, 2], [OTHER, 30], [0, 2]))).toMatchObject({
      destinationMmsi: '477553000',
    })
    expect(heard(fields(begin(16), [0, 2], [OTHER, 30], [11, 12], [22, 10], [0, 4]))).toMatchObject({
      assigned: [{ mmsi: '477553000', slotOffset: 11, increment: 22 }],
    })
    expect(heard(fields(begin(20), [0, 2], [7, 12], [5, 4], [3, 3], [225, 11], [0, 2]))).toMatchObject({
      reservations: [{ slotOffset: 7, slots: 5, timeout: 3, increment: 225 }],
    })
    const corrections = fields(begin(17), [0, 2], [43_680, 18], [-6300, 17], [0, 5], [0x1234, 16])
    expect(heard(corrections)).toMatchObject({ lon: 72.8, lat: -10.5, bits: 16, data: '1234' })
  })

  test('radio channels are ordered for a region or for two stations', () => {
    const channels: [number, number][] = [
      [0, 2],
      [2087, 12],
      [2088, 12],
      [1, 4],
      [1, 1],
    ]
    const region: [number, number][] = [
      [43_680, 18],
      [11_340, 17],
      [43_000, 18],
      [11_000, 17],
    ]
    const tail: [number, number][] = [
      [0, 1],
      [1, 1],
      [0, 1],
      [4, 3],
      [0, 23],
    ]
    expect(heard(fields(begin(22), ...channels, ...region, ...tail))).toMatchObject({
      radioChannelA: 2087,
      region: { northEastLon: 72.8, northEastLat: 18.9 },
      destinationMmsis: null,
      bandA: true,
      zoneSize: 4,
    })
    const stations: [number, number][] = [
      [OTHER, 30],
      [0, 5],
      [OWN, 30],
      [0, 5],
      [1, 1],
    ]
    expect(heard(fields(begin(22), ...channels, ...stations, ...tail.slice(1)))).toMatchObject({
      region: null,
      destinationMmsis: ['477553000', '419000123'],
    })
    const group = fields(
      begin(23),
      [0, 2],
      ...region,
      [6, 4],
      [30, 8],
      [0, 22],
      [2, 2],
      [5, 4],
      [15, 4],
      [0, 6],
    )
    expect(heard(group)).toMatchObject({ stationType: 6, shipType: 30, reportingInterval: 5, quietTime: 15 })
  })

  test('slot binaries carry an address, an application, both or neither', () => {
    expect(heard(fields(begin(25), [0, 2], [0xfe, 8]))).toMatchObject({
      destinationMmsi: null,
      dac: null,
      content: { data: 'fe' },
    })
    const full = fields(begin(26), [3, 2], [OTHER, 30], [1, 10], [40, 6], [81, 13], [0, 3], [0x7_1234, 20])
    expect(heard(full)).toMatchObject({
      destinationMmsi: '477553000',
      dac: 1,
      content: { kind: 'personsOnBoard', persons: 81 },
      radio: 0x7_1234,
    })
  })

  test('a type M.1371 does not have keeps its bits', () => {
    expect(heard(fields(begin(41), [0xff, 8]))).toMatchObject({ type: 0, unknownType: 41, bits: 46 })
  })

  test('a search and rescue aircraft reports altitude in metres and speed in whole knots', () => {
    const bits = fields(
      begin(9),
      [303, 12],
      [123, 10],
      [1, 1],
      [43_680_000, 28],
      [11_340_000, 27],
      [1545, 12],
    )
    expect(
      heard(fields(bits, [15, 6], [1, 1], [0, 7], [1, 1], [0, 3], [1, 1], [0, 1], [0, 20])),
    ).toMatchObject({
      altitude: 303,
      sog: 123,
      lon: 72.8,
      lat: 18.9,
      cog: 154.5,
      second: 15,
      altitudeBarometric: true,
      dte: false,
      assigned: true,
    })
  })
})

describe('binary applications', () => {
  const content = (bits: BitWriter) => (heard(bits) as { content: unknown }).content

  test('weather and water (1/31)', () => {
    const bits = fields(
      broadcast(1, 31),
      [72_800 * 60, 25],
      [18_900 * 60, 24],
      [1, 1],
      [5, 5],
      [10, 5],
      [30, 6],
    )
    fields(bits, [25, 7], [33, 7], [270, 9], [360, 9], [-55, 11], [80, 7], [-100, 10], [210, 9], [1, 2])
    fields(bits, [1, 1], [50, 7], [1234, 12], [2, 2], [15, 8], [90, 9], [255, 8], [360, 9], [31, 5])
    fields(bits, [255, 8], [360, 9], [31, 5], [21, 8], [7, 6], [200, 9], [255, 8], [63, 6], [360, 9], [4, 4])
    fields(bits, [285, 10], [7, 3], [350, 9], [0, 2], [0, 10])
    expect(content(bits)).toMatchObject({
      kind: 'meteoHydro',
      lon: 72.8,
      lat: 18.9,
      day: 5,
      windSpeed: 25,
      windGustDirection: null,
      airTemperature: -5.5,
      dewPoint: -10,
      pressure: 1009,
      visibility: 5,
      visibilityIsGreater: true,
      waterLevel: 2.34,
      currents: [
        { speed: 1.5, direction: 90, depth: 0 },
        { speed: null, direction: null, depth: null },
        { speed: null, direction: null, depth: null },
      ],
      waveHeight: 2.1,
      swellHeight: null,
      seaState: 4,
      waterTemperature: 28.5,
      precipitation: null,
      salinity: 35,
      hasIce: false,
    })
  })

  test('weather and water of 2004 (1/11)', () => {
    const bits = fields(broadcast(1, 11), [18_900 * 60, 24], [72_800 * 60, 25], [5, 5], [10, 5], [30, 6])
    fields(bits, [25, 7], [33, 7], [270, 9], [511, 9], [850, 11], [80, 7], [400, 10], [210, 9], [1, 2])
    fields(bits, [50, 8], [123, 9], [2, 2], [15, 8], [90, 9], [255, 8], [511, 9], [31, 5])
    fields(bits, [255, 8], [511, 9], [31, 5], [21, 8], [7, 6], [200, 9], [255, 8], [63, 6], [511, 9], [4, 4])
    fields(bits, [385, 10], [7, 3], [350, 9], [1, 2], [0, 6])
    expect(content(bits)).toMatchObject({
      lon: 72.8,
      lat: 18.9,
      airTemperature: 25,
      dewPoint: 20,
      pressure: 1010,
      waterLevel: 2.3,
      waterTemperature: 28.5,
      hasIce: true,
    })
  })

  test('an area notice lists its shapes (1/22)', () => {
    const bits = fields(broadcast(1, 22), [17, 10], [23, 7], [1, 4], [5, 5], [10, 5], [30, 6], [120, 18])
    fields(bits, [0, 3], [1, 2], [72_800 * 60, 25], [18_900 * 60, 24], [4, 3], [50, 12], [0, 18])
    fields(
      bits,
      [4, 3],
      [2, 2],
      [180, 10],
      [30, 10],
      [360, 10],
      [20, 10],
      [720, 10],
      [0, 10],
      [0, 20],
      [0, 2],
    )
    bits.integer(5, 3).text('KEEP CLEAR', 14)
    fields(
      bits,
      [1, 3],
      [0, 2],
      [72_800 * 60, 25],
      [18_900 * 60, 24],
      [4, 3],
      [50, 8],
      [60, 8],
      [45, 9],
      [0, 5],
    )
    fields(bits, [2, 3], [3, 2], [72_800 * 60, 25], [18_900 * 60, 24], [4, 3], [5, 12], [10, 9], [20, 9])
    expect(content(bits)).toEqual({
      kind: 'areaNotice',
      linkage: 17,
      notice: 23,
      month: 1,
      day: 5,
      hour: 10,
      minute: 30,
      duration: 120,
      subAreas: [
        { shape: 'circle', lon: 72.8, lat: 18.9, radius: 500 },
        {
          shape: 'polygon',
          legs: [
            { bearing: 90, distance: 3000 },
            { bearing: 180, distance: 2000 },
          ],
        },
        { shape: 'text', text: 'KEEP CLEAR' },
        { shape: 'rectangle', lon: 72.8, lat: 18.9, east: 50, north: 60, orientation: 45 },
        { shape: 'sector', lon: 72.8, lat: 18.9, radius: 5000, leftBearing: 10, rightBearing: 20 },
      ],
    })
  })

  test('a route lists its waypoints (1/27)', () => {
    const bits = fields(
      broadcast(1, 27),
      [1, 10],
      [1, 3],
      [2, 5],
      [1, 4],
      [5, 5],
      [24, 5],
      [60, 6],
      [262_143, 18],
    )
    fields(bits, [2, 5], [43_680_000, 28], [11_340_000, 27], [48_000_000, 28], [-6_300_000, 27])
    expect(content(bits)).toMatchObject({
      kind: 'route',
      routeType: 2,
      hour: null,
      duration: null,
      waypoints: [
        { lon: 72.8, lat: 18.9 },
        { lon: 80, lat: -10.5 },
      ],
    })
  })

  test('persons on board (1/16)', () => {
    expect(content(fields(broadcast(1, 16), [24, 13], [0, 35]))).toEqual({
      kind: 'personsOnBoard',
      persons: 24,
    })
  })

  test('an inland ship (200/10)', () => {
    const bits = broadcast(200, 10).text('02324567', 8)
    fields(bits, [1100, 13], [114, 10], [8020, 14], [1, 3], [285, 11], [1, 2], [1, 1], [0, 1], [1, 1], [0, 8])
    expect(content(bits)).toEqual({
      kind: 'inlandShip',
      eni: '02324567',
      length: 110,
      beam: 11.4,
      shipType: 8020,
      hazard: 1,
      draught: 2.85,
      loaded: 1,
      speedIsPrecise: true,
      courseIsPrecise: false,
      headingIsPrecise: true,
    })
  })

  test('sensors of the St Lawrence (367/33), each with its site and time', () => {
    const report = (kind: number): [number, number][] => [
      [kind, 4],
      [5, 5],
      [10, 5],
      [30, 6],
      [7, 7],
    ]
    const bits = fields(broadcast(367, 33), ...report(1))
      .text('MONTREAL', 14)
      .integer(0, 1)
    fields(bits, ...report(2), [12, 7], [127, 7], [300, 9], [360, 9], [1, 3], [0, 50])
    fields(bits, ...report(4), [15, 8], [90, 9], [3, 9], [255, 8], [360, 9], [511, 9], [0, 33])
    fields(bits, ...report(14), [0, 85])
    expect(content(bits)).toMatchObject({
      kind: 'environmental',
      reports: [
        { sensor: 'station', site: 7, day: 5, hour: 10, minute: 30, readings: { name: 'MONTREAL' } },
        { sensor: 'wind', readings: { speed: 12, gust: null, direction: 300, gustDirection: null } },
        {
          sensor: 'current',
          readings: { currents: [{ speed: 1.5, direction: 90, depth: 3 }, { speed: null }, {}] },
        },
        { sensor: 'reserved 14' },
      ],
    })
  })

  test('an application cut short keeps its bits instead of guesses', () => {
    expect(content(broadcast(1, 31).integer(1, 20))).toMatchObject({ kind: 'raw', bits: 20 })
  })
})
