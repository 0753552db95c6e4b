import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IMO_APPLICATIONS } from './applications-imo.ts'
import { REGIONAL_APPLICATIONS } from './applications-regional.ts'
import { BitWriter } from '../encode-bits.ts'
import { encodeSentences } from '../encode-sentences.ts'
import { bitsOf } from '../field-table.ts'
import { receiveMessages } from '../testing.ts'

const contentsOf = (...lines: string[]) =>
  receiveMessages(lines).messages.map((message) => (message as unknown as { content: object }).content)

describe('messages that were really sent are read', () => {
  test.each<[string, string, object]>([
    [
      'a telegram (1/0)',
      '!AIVDM,1,1,,B,65Ps:8=:0MjP0420<4U>1@E=B10i>04<fp0,2*23',
      { kind: 'textTelegram', isAcknowledgementRequested: true, sequence: 3, text: 'AIS TEST PLS ACK.' },
    ],
    [
      'its acknowledgement (1/1)',
      '!AIVDM,1,1,,A,63m95T8uBK:0044@00P,2*7A',
      { kind: 'applicationAcknowledgement', dac: 64, sequence: 1 },
    ],
    [
      'a question for a function (1/2)',
      '!AIVDM,1,1,,B,65@<;:1inW@h0480J0,4*60',
      { kind: 'functionInterrogation', dac: 1, fi: 40 },
    ],
    [
      'the question with the spare bits of today (1/2)',
      '!AIVDM,1,1,,B,6h2E3MtrI`0R0480J00000000000,0*49',
      { kind: 'functionInterrogation', dac: 1, fi: 40 },
    ],
    [
      'a question for all functions (1/3)',
      '!AIVDM,1,1,,A,6h2E:p66B2SR04<0@00000000000,0*4C',
      { kind: 'capabilityInterrogation', dac: 1 },
    ],
    [
      'the question with the check of its frame behind it (1/3)',
      '!AIVDM,1,1,,1,602E3TtrEcSF04<10?Ka,0*59',
      { kind: 'capabilityInterrogation', dac: 4 },
    ],
    [
      'a question for the functions of inland waters (200/3)',
      '!AIVDM,1,1,,A,602E3U0rFKsn<P<j07,4*5A',
      { kind: 'capabilityInterrogation', dac: 200 },
    ],
    [
      'an acknowledgement by an application (1/5)',
      '!AIVDM,1,1,,B,69NSH@AI746004D0@06B00000000,0*46',
      { kind: 'applicationAcknowledgement', dac: 1, fi: 0, sequence: 12, isAvailable: true, response: 1 },
    ],
    [
      'a buoy of Ireland (235/10)',
      '!AIVDM,1,1,4,B,6>jR0600V:C0>da4P106P00,2*02',
      { kind: 'aidMonitoring', supplyVolts: 13.7, external1Volts: 0.05, racon: 2, light: 2, isAlarm: false },
    ],
    [
      'a buoy with a lamp of Zeni Lite (0/0)',
      '!AIVDM,1,1,,A,6>l4v:h0006D000000P@0T0,2*56',
      {
        kind: 'aidMonitoring',
        supplyVolts: 12.9,
        isDirectCurrent: true,
        isLightOn: false,
        isOffPosition: true,
      },
    ],
    [
      'gauges of Croatia, whose levels each country writes otherwise (200/24)',
      '!AIVDM,1,1,,B,802ATu0j624P2@G80pEd0D5F0634,0*2F',
      {
        kind: 'waterLevels',
        country: 'HR',
        gauges: [{ gauge: 4 }, { gauge: 3 }, { gauge: 2 }, { gauge: 1 }],
      },
    ],
    [
      'whales off Boston (367/22)',
      '!AIVDM,1,1,,B,8h3Ovq1KmPA`08b8007P3ct5uAPmtlAkh000,0*2F',
      {
        kind: 'areaNotice',
        linkage: 104,
        notice: 0,
        duration: 60,
        subAreas: [{ shape: 'circle', lon: -70.118437, lat: 42.31134, radius: 9260 }],
      },
    ],
    [
      'a rectangle of the Coast Guard: north, west and south again (367/22)',
      '!SAVDO,1,1,1,B,8h3Ovq1KmPHw08aTp?IH1chmi1Md2p@00000T02v8LGle2v;@000,0*2D',
      {
        subAreas: [
          { shape: 'circle', lon: -70.733, lat: 40.933 },
          {
            shape: 'polygon',
            legs: [
              { bearing: 0, distance: 76_000 },
              { bearing: 270, distance: 76_200 },
              { bearing: 180, distance: 76_000 },
            ],
          },
        ],
      },
    ],
    [
      'weather of a ship in the Pacific (367/24)',
      '!AIVDM,1,1,,,85MU:l1Kn12FsqBb>Kh@p0,4*4E',
      { kind: 'satelliteShipWeather', hour: 16, minute: 37, lon: -148.77725, lat: 31.5308, pressure: 1023 },
    ],
  ])('%s', (_, line, expected) => {
    expect(contentsOf(line)).toMatchObject([expected])
  })

  test('weather and water of a lighthouse as its maker reads them (1/11)', () => {
    const line = '!AIVDO,1,1,4,B,8>jR06@0Bk3:wOli;<`WPhh<1rqVBQf2V@Pdt0J82avIM2b<<Rv1t<ot=@1,2*54'
    expect(contentsOf(line)).toEqual([
      {
        kind: 'meteoHydro',
        lat: 53.294883,
        lon: -6.133983,
        day: 18,
        hour: 17,
        minute: 15,
        windSpeed: 3,
        windGust: 6,
        windDirection: 12,
        windGustDirection: 15,
        airTemperature: 14.2,
        humidity: 50,
        dewPoint: 12.3,
        pressure: 1024,
        pressureTrend: 2,
        visibility: 15.3,
        waterLevel: -8.4,
        waterLevelTrend: 1,
        currents: [
          { speed: 10.3, direction: 256, depth: 0 },
          { speed: 10.4, direction: 257, depth: 10 },
          { speed: 12.6, direction: 203, depth: 20 },
        ],
        waveHeight: 4.2,
        wavePeriod: 35,
        waveDirection: 25,
        swellHeight: 2.3,
        swellPeriod: 48,
        swellDirection: 124,
        seaState: 3,
        waterTemperature: 12.3,
        precipitation: 6,
        salinity: 5.3,
        hasIce: false,
      },
    ])
  })

  test.each([
    ['1/11', '!AIVDO,1,1,4,B,8>jR06@0Bk3:vOli;L`nwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwt1,2*0E'],
    ['1/31', '!AIVDO,1,1,5,A,8>jR06@0Gwli:QQUP3en?wvlFR06EuOwgwl?wnSwe7wvlOwwsAwwnSGmwvh0,0*51'],
  ])('values of a lighthouse without instruments are no readings (%s)', (_, line) => {
    const [content] = contentsOf(line) as Record<string, unknown>[]
    const { kind, lat, lon, day, hour, minute, visibilityIsGreater, currents, ...readings } = content!
    expect([kind, typeof lat, typeof lon, typeof day, typeof hour, typeof minute]).toEqual([
      'meteoHydro',
      ...Array.from({ length: 5 }, () => 'number'),
    ])
    expect(visibilityIsGreater ?? false).toBe(false)
    expect(currents).toEqual([
      { speed: null, direction: null, depth: 0 },
      { speed: null, direction: null, depth: null },
      { speed: null, direction: null, depth: null },
    ])
    expect(Object.keys(readings)).toHaveLength(23)
    expect(Object.values(readings).every((one) => one === null)).toBe(true)
  })

  test('water levels of the St Lawrence at Quebec (316/1)', () => {
    expect(
      contentsOf(
        '!AIVDM,2,1,2,B,8030ojA?0@=DE3@?BDPA3onQiUFttP1Wh01DE3<1EJ?>0onlkUG0e01I,0*3D',
        '!AIVDM,2,2,2,B,h00,2*7D',
      ),
    ).toMatchObject([
      {
        kind: 'seawayWaterLevel',
        reports: [
          { station: 'PORT QC', lon: -71.19835, lat: 46.824417, level: 1.03 },
          { station: 'LAUZON', lon: -71.15775, lat: 46.832433, level: 0.89 },
        ],
      },
    ])
  })

  test.each([
    ['of a dangerous cargo (1/12)', '!AIVDM,1,1,,A,63LBA4;WBevJ04k0=@E=B0td,0*17', 56],
    ['of a tidal window (1/14)', '!AIVDM,1,1,,A,6h2E:81>NmKC04p0J<000?vv20Ru,0*31', 80],
    ['of a clearance (1/18)', '!AIVDM,1,1,,B,6h2E3MDrDRiB0580@00000000000,0*04', 80],
  ])('garbage under the number %s keeps its bits', (_, line, bits) => {
    expect(contentsOf(line)).toMatchObject([{ kind: 'raw', bits }])
  })
})

/** The content of a message of type 8 under a DAC and FI with so many ones and zeros. */
function contentOf(dac: number, fi: number, length: number, ones: readonly number[]) {
  const bits = new BitWriter().integer(8, 6).integer(0, 2).integer(419_000_123, 30).integer(0, 2)
  bits.integer(dac, 10).integer(fi, 6)
  for (let at = 0; at < length; at++) bits.integer(ones[at % ones.length]!, 1)
  return contentsOf(...encodeSentences(bits))[0] as { kind: string }
}

const TABLES = [...IMO_APPLICATIONS, ...REGIONAL_APPLICATIONS]
const known = (dac: number, fi: number) =>
  TABLES.filter((table) => table.fi === fi && table.dacs.includes(dac)).map(({ kind }) => kind)

test.each(TABLES.map((table) => [table.dacs[0]!, table.fi, table.kind, table] as const))(
  '%i/%i is read as %s by its length alone, and keeps its bits when it is shorter or much longer',
  (dac, fi, kind, { fields, lengths, list, where, restOfText }) => {
    const fixed = bitsOf(fields)
    const right = (lengths ?? [fixed]).map(
      (length) => length + (list === undefined ? 0 : bitsOf(list.of)) + (restOfText === undefined ? 0 : 60),
    )
    const short = restOfText === undefined ? Math.min(...right) - 1 : fixed + 5
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 400, maxLength: 400 }), (ones) => {
        if (where !== undefined)
          for (let bit = 0; bit < where.bits; bit++)
            ones[where.at + bit] = (where.is >> (where.bits - 1 - bit)) & 1
        for (const length of right)
          for (const padding of [0, 1, 7]) expect(contentOf(dac, fi, length + padding, ones).kind).toBe(kind)
        expect(contentOf(dac, fi, short, ones).kind).toBe('raw')
        if (list === undefined && restOfText === undefined)
          expect(contentOf(dac, fi, Math.max(...right) + 32, ones).kind).toBe('raw')
      }),
      { numRuns: 5 },
    )
    expect(known(dac, fi)).toContain(kind)
  },
)

test.each([
  [1, 22, 55, 87],
  [1, 23, 55, 87],
  [367, 22, 64, 96],
])('%i/%i has whole areas or keeps its bits', (dac, fi, head, area) => {
  const zeros = [0]
  expect(contentOf(dac, fi, head + area, zeros).kind).toBe('areaNotice')
  expect(contentOf(dac, fi, head + area + 40, zeros).kind).toBe('raw')
  expect(contentOf(dac, fi, head - 1, zeros).kind).toBe('raw')
})

test.each([27, 28])('1/%i has as many waypoints as it declares, or retains its bits', (fi) => {
  const withCount = (count: number) => {
    const ones = Array.from({ length: 400 }, () => 0)
    for (let bit = 0; bit < 5; bit++) ones[56 + bit] = (count >> (4 - bit)) & 1
    return ones
  }
  expect(contentOf(1, fi, 61 + 110, withCount(2)).kind).toBe('route')
  expect(contentOf(1, fi, 61 + 110, withCount(3)).kind).toBe('raw')
  expect(contentOf(1, fi, 61 + 110, withCount(1)).kind).toBe('raw')
})
