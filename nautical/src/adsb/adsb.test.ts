import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metresBetween } from '../geodesy.ts'
import { AircraftJsonReader } from './aircraft-json.ts'
import { stateOfAddress } from './country.ts'
import { encodeCpr, globalPlace, localPlace, longitudeZones } from './cpr.ts'
import { AdsbDecoder, type AdsbFormat } from './decoder.ts'
import {
  encodeAirborne,
  encodeAvr,
  encodeBeast,
  encodeIdentification,
  encodeSbs,
  encodeSquawk,
  encodeAllCall,
  encodeSurface,
  encodeVelocity,
} from './adsb-encode.ts'
import { altitude13 } from './fields.ts'
import { bytesOfHex, decoded, rowOf } from './adsb-testing.ts'

const latitude = fc.double({ min: -89.9, max: 89.9, noNaN: true })
const longitude = fc.double({ min: -180, max: 179.999, noNaN: true })

describe('compact positions', () => {
  // Half a step of the 17 bits is 2.6 m along a meridian; near a zone's edge the two forms round apart.
  test('an even and an odd report of one place give it back within 6 metres, or honestly nothing', () => {
    let found = 0
    fc.assert(
      fc.property(latitude, longitude, fc.boolean(), (lat, lon, isOddNewer) => {
        const even = encodeCpr(lat, lon, false, false)
        const odd = encodeCpr(lat, lon, true, false)
        const pair = { evenLat: even.lat, evenLon: even.lon, oddLat: odd.lat, oddLon: odd.lon }
        const out = { lat: 0, lon: 0 }
        if (!globalPlace(pair, isOddNewer, false, null, out)) return
        found++
        expect(metresBetween(lat, lon, out.lat, out.lon)).toBeLessThan(6)
      }),
      { numRuns: 3000 },
    )
    expect(found).toBeGreaterThan(2900)
  })

  test('one report next to a place less than 180 NM away gives the place back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 80, noNaN: true }),
        longitude,
        fc.double({ min: -2.9, max: 2.9, noNaN: true }),
        fc.double({ min: -2.9, max: 2.9, noNaN: true }),
        fc.boolean(),
        (lat, lon, north, east, isOdd) => {
          const near = { lat: lat + north, lon: lon + east }
          const sent = encodeCpr(lat, lon, isOdd, false)
          const out = { lat: 0, lon: 0 }
          expect(localPlace(sent.lat, sent.lon, isOdd, false, near, out)).toBe(true)
          expect(metresBetween(lat, lon, out.lat, out.lon)).toBeLessThan(6)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('a surface pair is resolved by a place within 45 NM, in both hemispheres', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 80, noNaN: true }),
        longitude,
        fc.double({ min: -0.7, max: 0.7, noNaN: true }),
        (lat, lon, off) => {
          const even = encodeCpr(lat, lon, false, true)
          const odd = encodeCpr(lat, lon, true, true)
          const out = { lat: 0, lon: 0 }
          const near = { lat: lat + off, lon: lon + off }
          const pair = { evenLat: even.lat, evenLon: even.lon, oddLat: odd.lat, oddLon: odd.lon }
          if (!globalPlace(pair, true, true, near, out)) return
          expect(metresBetween(lat, lon, out.lat, out.lon)).toBeLessThan(2)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('longitude zones stand as in the table of DO-260B', () => {
    expect(
      [0, 10.47, 10.4705, 52.25, 59.9545, 59.9546, 86.53, 86.54, 87, 87.1, 90].map(longitudeZones),
    ).toEqual([59, 59, 58, 36, 30, 29, 3, 2, 2, 1, 1])
  })

  test('an aircraft with an impossible jump keeps its position until the new one is repeated', () => {
    const at = { address: 0x800001, altitude: 10_000 }
    const frames = (lat: number) =>
      [false, true].map((isOdd) => `${encodeAvr(encodeAirborne({ ...at, lat, lon: 70 }, isOdd))}\n`)
    const jumped = [...frames(10), ...frames(30), ...frames(10)]
    const { rows } = decoded('avr', jumped)
    expect(rows.map((row) => row['lat'] as number | undefined)).toEqual([
      undefined,
      expect.closeTo(10, 3),
      undefined,
      undefined,
      expect.closeTo(10, 3),
      expect.closeTo(10, 3),
    ])
  })
})

describe('the decoder understands the output of the encoder', () => {
  test('identification, velocity, squawk and the address of an all-call reply', () => {
    const address = 0x800abc
    const velocity = { address, speed: 451, track: 237, rate: -1024 }
    const { rows } = decoded('beast', [
      encodeBeast(encodeIdentification(address, 'AIC 01', 'A5'), 26),
      encodeBeast(encodeVelocity(velocity), 0x1a1a1a),
      encodeBeast(encodeVelocity({ ...velocity, speed: 1500, rate: 0 }), 0),
      encodeBeast(encodeSquawk(address, 0o7700), 1),
      encodeBeast(encodeAllCall(address), 2),
    ])
    expect(rows[0]).toMatchObject({ address: '800abc', callSign: 'AIC 01', category: 'A5' })
    expect(rows[1]!['groundSpeed']).toBeCloseTo(451, 0)
    expect(rows[1]!['track']).toBeCloseTo(237, 0)
    expect(rows[1]!['verticalRate']).toBe(-1024)
    expect(rows[2]!['groundSpeed']).toBeGreaterThan(1495)
    expect(rows[3]).toMatchObject({ squawk: '7700', sourceType: 'MODES' })
    expect(rows[4]).toMatchObject({ address: '800abc' })
  })

  test('an aircraft that lands is followed on the ground without knowing the receiver', () => {
    const at = { address: 0x76ce01, lat: 1.35, lon: 103.99 }
    const { rows } = decoded('avr', [
      encodeAvr(encodeAirborne({ ...at, altitude: 50 }, false)),
      encodeAvr(encodeAirborne({ ...at, altitude: 25 }, true)),
      encodeAvr(encodeSurface({ ...at, lat: 1.351, speed: 12, track: 90 }, false)),
      encodeAvr(encodeSurface({ ...at, lat: 1.352, speed: 12, track: 90 }, true)),
    ])
    expect(rows[3]).toMatchObject({ onGround: true, groundSpeed: 12, track: 90 })
    expect(rows[3]!['lat']).toBeCloseTo(1.352, 4)
    expect(rows[3]!['lon']).toBeCloseTo(103.99, 4)
  })

  test('altitudes of the encoder in steps of 25 ft', () => {
    for (const altitude of [-1000, 0, 25, 1000, 38_000, 50_175]) {
      const frame = encodeAirborne({ address: 1, lat: 1, lon: 1, altitude }, false)
      expect(decoded('avr', [encodeAvr(frame)]).rows[0]).toMatchObject({ altitude })
    }
    expect(altitude13(0x1fff)).toBeNaN()
  })

  test('TIS-B is distinguished from ADS-B, and a ground-assigned number from an ICAO address', () => {
    const place = { address: 0xabc123, lat: 10, lon: 70, altitude: 5000 }
    const relayed = (control: number) => encodeAvr(encodeAirborne(place, false, 0x90 | control))
    const { rows } = decoded('avr', [relayed(0), relayed(1), relayed(2), relayed(5), relayed(6)])
    expect(rows.map((row) => [row['address'], row['sourceType']])).toEqual([
      ['abc123', 'ADSB'],
      ['~abc123', 'ADSB'],
      ['abc123', 'TISB'],
      ['~abc123', 'TISB'],
      ['abc123', 'ADSB'],
    ])
  })

  test('a Beast frame with the counter of a network of receivers is multilateration', () => {
    const frame = encodeBeast(encodeIdentification(1, 'X'), 0)
    const marked = Uint8Array.from(frame)
    marked.set([0xff, 0, 0x4d, 0x4c, 0x41, 0x54], 2)
    expect(decoded('beast', [marked]).rows).toMatchObject([{ sourceType: 'MLAT' }])
  })
})

describe('streams', () => {
  const address = 0x800001
  const messages = [
    encodeIdentification(address, 'AIC101'),
    encodeAirborne({ address, lat: 12.5, lon: 72.25, altitude: 35_000 }, false),
    encodeAirborne({ address, lat: 12.5, lon: 72.25, altitude: 35_000 }, true),
    encodeVelocity({ address, speed: 480, track: 26, rate: 64 }),
  ]
  const now = new Date('2026-01-05T10:00:00Z')
  const streams: Record<AdsbFormat, Uint8Array> = {
    beast: Uint8Array.from(messages.flatMap((one, i) => [...encodeBeast(one, 0x1a00 + i)])),
    avr: new TextEncoder().encode(messages.map((one) => `${encodeAvr(one)}\r\n`).join('')),
    sbs: new TextEncoder().encode(
      [
        encodeSbs(1, { address, callSign: 'AIC101' }, now),
        encodeSbs(3, { address, altitude: 35_000, lat: 12.5, lon: 72.25, onGround: false }, now),
        encodeSbs(4, { address, speed: 480, track: 26, rate: 64 }, now),
      ].join('\r\n') + '\r\n',
    ),
  }

  test.each(Object.keys(streams) as AdsbFormat[])('%s may be cut anywhere', (format) => {
    const stream = streams[format]
    const whole = decoded(format, [stream], { everyMs: 0 }).rows
    expect(whole.length).toBeGreaterThanOrEqual(3)
    for (let at = 1; at < stream.length; at++) {
      const { rows, counters } = decoded(format, [stream.subarray(0, at), stream.subarray(at)], {
        everyMs: 0,
      })
      expect(rows).toEqual(whole)
      expect(counters.malformed).toBe(0)
    }
  })

  test.each(Object.keys(streams) as AdsbFormat[])(
    '%s goes on after any garbage and throws at none',
    (format) => {
      // What ends every unfinished thing of the format, before the good stream.
      const end = new TextEncoder().encode(format === 'sbs' ? '\n' : format === 'avr' ? ';' : '')
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 2000 }), fc.uint8Array({ maxLength: 20 }), (garbage, tail) => {
          const { rows } = decoded(format, [garbage, tail, end, streams[format]], { everyMs: 0 })
          // The first Beast frame may be taken for the rest of one that was begun.
          expect(rows.slice(-1)).toMatchObject([{ address: '800001', verticalRate: 64 }])
        }),
        { numRuns: 500 },
      )
    },
  )

  test.each(['sbs', 'beast', 'avr'] as const)(
    '%s without an end costs bounded memory and is counted',
    (format) => {
      const head = new TextEncoder().encode(format === 'sbs' ? 'MSG,3,' : format === 'avr' ? '*8D' : '')
      const decoder = new AdsbDecoder({ format, onBatch: () => undefined })
      decoder.feed(head, 0)
      for (let n = 0; n < 100; n++) decoder.feed(new Uint8Array(10_000).fill(65), 0)
      expect(decoder.counters.overflow + decoder.counters.malformed).toBe(1)
    },
  )

  test('SBS lines of every type fill their part; blanks and nonsense are not numbers', () => {
    const lines = [
      'MSG,3,1,1,4CA2D6,1,2026/01/05,10:00:00.000,2026/01/05,10:00:00.000,,37000,,,53.02551,-2.91389,,,0,0,0,0',
      'MSG,6,,,4CA2D6,,,,,,,,,,,,,7700,-1,-1,0,0',
      'MLAT,3,1,1,4CA2D6,1,,,,,,36000,431.2,213.5,53.1,-2.9,-640,,,,,',
      'MSG,3,1,1,4CA2D6,1,,,,,,x,1e5,,91,0,--4,9999,,,,',
      'MSG,3,1,1,NOTHEX,1,,,,,,,,,1,1,,,,,,',
      'STA,,5,179,400AE7,10103,2008/11/28,14:58:51.153,2008/11/28,14:58:51.153,RM',
      'GET / HTTP/1.1',
    ]
    const { rows, counters } = decoded('sbs', [`${lines.join('\r\n')}\r\n`])
    expect(rows).toEqual([
      {
        address: '4ca2d6',
        sourceType: 'ADSB',
        altitude: 37_000,
        lat: 53.02551,
        lon: -2.91389,
        onGround: false,
      },
      { address: '4ca2d6', sourceType: 'MODES', squawk: '7700', onGround: false },
      {
        address: '4ca2d6',
        sourceType: 'MLAT',
        altitude: 36_000,
        groundSpeed: 431.2,
        track: 213.5,
        lat: 53.1,
        lon: -2.9,
        verticalRate: -640,
      },
      { address: '4ca2d6', sourceType: 'ADSB' },
    ])
    expect(counters).toMatchObject({ messages: 4, malformed: 2, unsupported: 1 })
  })

  test('more aircraft than there is room for are counted, the known ones go on', () => {
    const decoder = new AdsbDecoder({ format: 'avr', onBatch: () => undefined })
    for (let n = 1; n <= 66_000; n++)
      decoder.feed(new TextEncoder().encode(encodeAvr(encodeAllCall(n))), 1000)
    expect(decoder.counters.overflow).toBe(66_000 - 65_536)
    decoder.feed(bytesOfHex('2a'), 1000)
  })
})

describe('aircraft.json', () => {
  const read = (answers: string[], everyMs = 1000) => {
    const rows: ReturnType<typeof rowOf>[] = []
    const times: number[] = []
    const reader = new AircraftJsonReader({
      onBatch: (columns) => {
        for (let i = 0; i < columns.count; i++) {
          rows.push(rowOf(columns, i))
          times.push(columns.observedAt[i]!)
        }
      },
    })
    const faults = answers.map((text, i) => reader.read(text, 1_700_000_000_000 + i * everyMs))
    return { rows, times, faults, counters: reader.counters }
  }

  test('readsb aircraft: place at now - seen_pos; MLAT, TIS-B, ground and tilde are understood', () => {
    const aircraft = [
      {
        hex: '800abc',
        type: 'adsb_icao',
        flight: 'AIC101  ',
        alt_baro: 35000,
        gs: 451.3,
        track: 26.1,
        baro_rate: 64,
      },
      {
        hex: '4ca2d6',
        type: 'mlat',
        alt_baro: 'ground',
        lat: 1,
        lon: 2,
        seen_pos: 2.5,
        seen: 0.4,
        squawk: '1234',
      },
      { hex: '~2ae0b1', type: 'tisb_other', lat: 3, lon: 4, category: 'A3', alt_geom: 1200 },
      { hex: '06a0b1', mlat: ['lat', 'lon'], tisb: [], lat: 5, lon: 6 },
    ]
    const { rows, times, faults } = read([JSON.stringify({ now: 1_700_000_000, aircraft })])
    expect(faults).toEqual([null])
    expect(rows).toEqual([
      {
        address: '800abc',
        sourceType: 'ADSB',
        altitude: 35_000,
        groundSpeed: 451.3,
        track: 26.1,
        verticalRate: 64,
        callSign: 'AIC101',
        onGround: false,
      },
      { address: '4ca2d6', sourceType: 'MLAT', lat: 1, lon: 2, squawk: '1234', onGround: true },
      {
        address: '~2ae0b1',
        sourceType: 'TISB',
        lat: 3,
        lon: 4,
        altitude: 1200,
        isGeometric: true,
        category: 'A3',
        onGround: false,
      },
      { address: '06a0b1', sourceType: 'MLAT', lat: 5, lon: 6 },
    ])
    expect(times[1]).toBe(1_700_000_000_000 - 2500)
  })

  test('an aircraft without a report since the last answer is not returned again', () => {
    const answer = (now: number, seen: number) =>
      JSON.stringify({ now, aircraft: [{ hex: '800abc', lat: 1, lon: 2, seen, seen_pos: seen }] })
    const { rows } = read([answer(1_700_000_000, 0), answer(1_700_000_001, 1), answer(1_700_000_002, 0.1)])
    expect(rows).toHaveLength(2)
  })

  test('any JSON is read without throwing, and text that is no JSON is explained in words', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { faults } = read([text, `{"aircraft":[${text}]}`])
        expect(faults).toHaveLength(2)
      }),
      { numRuns: 500 },
    )
    expect(read(['<html>']).faults[0]).toMatch(/no JSON/)
    expect(read(['{"aircraft":5}']).faults[0]).toMatch(/no list/)
  })
})

test('the state of registry by the blocks of Annex 10', () => {
  const name = (hex: string) => stateOfAddress(parseInt(hex, 16))?.iso2 ?? null
  expect(['800000', '83ffff', '4840d6', '400000', '76cd01', '896180', '05a3ff', '05a400'].map(name)).toEqual([
    'IN',
    'IN',
    'NL',
    'GB',
    'SG',
    'AE',
    'MV',
    null,
  ])
  expect(stateOfAddress(0x1800000)).toBeNull()
})
