import { expect, test } from 'vitest'
import { BitWriter } from '../encode-bits.ts'
import { encodeSentences } from '../encode-sentences.ts'
import { receiveMessages } from '../testing.ts'

/** Returns the readings of one sensor's fields (`[value, width]`). */
function readingsOf(dac: number, fi: number, kind: number, ...pairs: [number, number][]) {
  const bits = new BitWriter().integer(8, 6).integer(0, 2).integer(3160000, 30).integer(0, 2)
  bits.integer(dac, 10).integer(fi, 6).integer(kind, 4).integer(0, 23)
  for (const [value, width] of pairs) bits.integer(value, width)
  bits.integer(0, 168 - bits.bitLength)
  const [message] = receiveMessages(encodeSentences(bits)).messages
  return (message as unknown as { content: { reports: { readings: unknown }[] } }).content.reports[0]!
    .readings
}
const unknown = (...pairs: [number, number][]) => pairs

test.each([
  [1, 26],
  [367, 33],
])('values that a sensor of %i/%i cannot measure are no readings', (dac, fi) => {
  const none = unknown([247, 8], [360, 9], [362, 9])
  expect(readingsOf(dac, fi, 4, ...none, ...none, [246, 8], [90, 9], [361, 9])).toMatchObject({
    currents: [
      { speed: null, direction: null, depth: null },
      { speed: null, direction: null, depth: null },
      { speed: 24.6, direction: 90, depth: 361 },
    ],
  })
  const sea = (temperature: number, salinity: number) =>
    readingsOf(
      dac,
      fi,
      7,
      ...unknown([247, 8], [61, 6], [360, 9], [13, 4], [0, 3], [temperature, 10], [122, 7], [0, 3]),
      ...unknown([247, 8], [61, 6], [360, 9], [0, 3], [salinity, 9]),
    )
  expect(sea(601, 502)).toMatchObject({
    swellHeight: null,
    waterTemperature: null,
    waterTemperatureDepth: null,
    waveHeight: null,
    salinity: null,
  })
  expect(sea(285, 503)).toMatchObject({ waterTemperature: 18.5, salinity: null })
  expect(readingsOf(dac, fi, 9, [-1024, 11], [0, 26], [210, 9])).toMatchObject({
    airTemperature: null,
    pressure: 1009,
  })
})

test('the altitude of a site that has none is none, in either layout', () => {
  expect(
    readingsOf(367, 33, 0, [3, 6], [43_680_000, 28], [11_340_000, 27], [0, 3], [2002, 12]),
  ).toMatchObject({
    lon: 72.8,
    lat: 18.9,
    altitude: null,
  })
  expect(readingsOf(1, 26, 0, [43_680_000, 28], [11_340_000, 27], [125, 11], [4, 4])).toMatchObject({
    lon: 72.8,
    lat: 18.9,
    altitude: 12.5,
    owner: 4,
  })
})

test('the second wind sensor of the coast guard is read (367/33, 11)', () => {
  expect(readingsOf(367, 33, 11, [12, 7], [122, 7], [300, 9], [10, 6])).toMatchObject({
    speed: 12,
    gust: null,
    direction: 300,
    averagingMinutes: 10,
  })
})

test('the dew point is signed in the circular; its successor is not public, so it retains bits', () => {
  const weather: [number, number][] = [
    [285, 11],
    [1, 3],
    [1, 2],
    [50, 8],
    [-35, 10],
    [0, 3],
    [210, 9],
  ]
  expect(readingsOf(1, 26, 9, ...weather)).toMatchObject({
    airTemperature: 28.5,
    visibility: 5,
    dewPoint: -3.5,
  })
  expect(readingsOf(1, 26, 9, [285, 11], [0, 13], [501, 10])).toMatchObject({ dewPoint: null })
  const successor = readingsOf(367, 33, 9, ...weather)
  expect(successor).toMatchObject({ airTemperature: 28.5, dewPointBits: 'f74', pressure: 1009 })
  expect(successor).not.toHaveProperty('dewPoint')
})

test('3D current components remain bits, too (367/33, 5), though the circular has them (1/26)', () => {
  expect(readingsOf(1, 26, 5, [15, 8], [247, 8], [3, 8], [20, 9])).toMatchObject({
    currents: [{ north: 1.5, east: null, up: 0.3, depth: 20 }, {}],
  })
  expect(readingsOf(367, 33, 5, [256, 9], [1, 9], [0, 9], [362, 9])).toMatchObject({
    currents: [{ northBits: '800', eastBits: '008', upBits: '000', depth: null }, {}],
  })
})

test.each([
  [1, 26],
  [367, 33],
])('the gap under a bridge is in hundredths of a metre, a forecast has an end or none (%i/%i)', (dac, fi) => {
  expect(readingsOf(dac, fi, 10, [0, 13], [4512, 13], [3, 2], [4600, 13])).toMatchObject({
    draught: null,
    gap: 45.12,
    trend: null,
    forecastGap: 46,
    forecastDay: null,
  })
  expect(readingsOf(dac, fi, 2, [12, 7], [122, 7], [0, 60], [255, 8])).toMatchObject({
    speed: 12,
    gust: null,
    duration: null,
  })
})

test('targets of a traffic service are not persons on board (1/16)', () => {
  const line = '!AIVDM,1,1,,A,802At?00D000q::4P2;>bPc;4rmw0@00qH<PP2:so0cEa@0w00,4*63'
  expect(receiveMessages([line]).messages).toMatchObject([
    {
      content: {
        kind: 'trafficTargets',
        targets: [{ idKind: 'mmsi', id: '239741000', lat: 38.018833, lon: 23.57825 }, {}],
      },
    },
  ])
})

test('an application that is longer than its layout keeps its bits', () => {
  const bits = new BitWriter().integer(8, 6).integer(0, 2).integer(3160000, 30).integer(0, 2)
  bits.integer(1, 10).integer(16, 6).integer(24, 13).integer(0, 75)
  expect(receiveMessages(encodeSentences(bits)).messages).toMatchObject([
    { content: { kind: 'raw', bits: 88 } },
  ])
})
