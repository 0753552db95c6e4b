/**
 * Published messages with the values their publishers give: J. Sun, "The 1090 Megahertz Riddle" (2nd edition, TU Delft
 * Open, 2021; "Riddle" below), and the tests of its companion pyModeS 2.x (MIT, "pyModeS").
 */
import { describe, expect, test } from 'vitest'
import { encodeAllCall } from './adsb-encode.ts'
import { altitude13, squawk13 } from './fields.ts'
import { remainderOf } from './parity.ts'
import { avr, bytesOfHex, decoded } from './adsb-testing.ts'

const one = (...frames: string[]) => decoded('avr', avr(...frames)).rows

describe('extended squitters', () => {
  test.each([
    // Riddle, chapter 4; pyModeS test_adsb.py
    ['8D4840D6202CC371C32CE0576098', '4840d6', 'KLM1023'],
    ['8D406B902015A678D4D220AA4BDA', '406b90', 'EZY85MH'],
  ])('%s is the identification of %s %s', (frame, address, callSign) => {
    expect(one(frame)).toMatchObject([{ address, callSign, sourceType: 'ADSB' }])
  })

  test('an even and an odd airborne position give the place of the newer one (Riddle, chapter 5)', () => {
    const [odd, even] = one('8D40621D58C386435CC412692AD6', '8D40621D58C382D690C8AC2863A7')
    expect(odd).toEqual({
      address: '40621d',
      sourceType: 'ADSB',
      altitude: 38_000,
      onGround: false,
    })
    expect(even!['lat']).toBeCloseTo(52.2572, 4)
    expect(even!['lon']).toBeCloseTo(3.91937, 4)
    expect(even!['altitude']).toBe(38_000)
  })

  test('a pair that lies more than ten seconds apart gives no place', () => {
    const frames = avr('8D40621D58C386435CC412692AD6', '8D40621D58C382D690C8AC2863A7')
    const { rows } = decoded('avr', frames, { everyMs: 10_001 })
    expect(rows.map((row) => row['lat'])).toEqual([undefined, undefined])
  })

  test('speed over ground, track and descent (Riddle, chapter 7)', () => {
    const [row] = one('8D485020994409940838175B284F')
    expect(row).toMatchObject({ groundSpeed: 159.2, track: 182.9, verticalRate: -832 })
  })

  test('airspeed and heading (Riddle, chapter 7)', () => {
    const [row] = one('8DA05F219B06B6AF189400CBC33F')
    expect(row).toMatchObject({ airspeed: 375, heading: 244, verticalRate: -2304 })
    expect(row).not.toHaveProperty('groundSpeed')
  })

  test('a zero heading is valid (pyModeS test_airborne_velocity_subtype3_heading_zero, parity set)', () => {
    const frame = bytesOfHex('8D4841409B04000CA04400000000')
    const left = remainderOf(frame, 0, 14)
    frame.set([left >> 16, (left >> 8) & 255, left & 255], 11)
    const hex = Buffer.from(frame).toString('hex')
    expect(one(hex)).toMatchObject([{ airspeed: 100, heading: 0, verticalRate: 1024 }])
  })

  test('a surface position with its speed and track, near the receiver (Riddle, chapter 6)', () => {
    const frames = avr('8C4841753AAB238733C8CD4020B1', '8C4841753A8A35323FAEBDAC702D')
    const { rows } = decoded('avr', frames, { receiver: { lat: 51.99, lon: 4.375 } })
    expect(rows[1]!['lat']).toBeCloseTo(52.32061, 4)
    expect(rows[1]!['lon']).toBeCloseTo(4.73473, 4)
    expect(one('8C4841753A9A153237AEF0F275BE')).toMatchObject([
      { groundSpeed: 17, track: 92.8, onGround: true },
    ])
  })

  test('an aircraft on the ground has no place while the receiver position is unknown', () => {
    const rows = one('8C4841753AAB238733C8CD4020B1', '8C4841753A8A35323FAEBDAC702D')
    expect(rows.map((row) => row['lat'])).toEqual([undefined, undefined])
  })

  test('the squawk of an emergency message (pyModeS test_adsb_emergency)', () => {
    expect(one('8DA2C1B6E112B600000000760759')).toMatchObject([{ squawk: '6513' }])
  })

  test('one wrong bit is a wrong parity', () => {
    const { rows, counters } = decoded('avr', avr('8D4840D6202CC371C32CE0576099'))
    expect(rows).toEqual([])
    expect(counters).toMatchObject({ messages: 1, badParity: 1 })
  })
})

describe('replies, whose address stands in their parity', () => {
  test.each([
    // pyModeS test_surv.py, test_common.py
    ['20001718029FCD', { altitude: 36_000 }],
    ['2A00516D492B80', { squawk: '0356' }],
    ['A02014B400000000000000F9D514', { altitude: 32_300 }],
    ['A800292DFFBBA9383FFCEB903D01', { squawk: '1346' }],
  ])('%s reads as %o once its address is known, and as nothing before', (frame, text) => {
    const bytes = bytesOfHex(frame)
    const address = remainderOf(bytes, 0, bytes.length)
    const before = decoded('avr', avr(frame))
    expect(before.rows).toEqual([])
    expect(before.counters.unknownAddress).toBe(1)
    const call = Buffer.from(encodeAllCall(address)).toString('hex')
    const { rows } = decoded('avr', avr(call, frame))
    expect(rows[1]).toMatchObject({ ...text, sourceType: 'MODES' })
  })

  test('an all-call reply is of its aircraft for any interrogator (pyModeS test_allcall.py)', () => {
    const frame = '5D484FDEA248F5'
    expect(one(frame)).toEqual([])
    const call = Buffer.from(encodeAllCall(0x484fde)).toString('hex')
    expect(one(call, frame)[1]).toMatchObject({ address: '484fde', sourceType: 'MODES', onGround: false })
  })
})

test('altitude codes: Q bit, Gillham steps of 100 ft, and none (pyModeS test_altcode_gray.py)', () => {
  expect(altitude13(0x1030)).toBe(25_000)
  expect(altitude13((1 << 10) | (1 << 9) | (1 << 5) | (1 << 1) | 1)).toBe(50_000)
  expect(altitude13((1 << 12) | (1 << 8))).toBeNaN()
  expect(altitude13(0)).toBeNaN()
})

test('identity codes of emergencies (pyModeS test_surv.py)', () => {
  expect(squawk13(0x0808).toString(8)).toBe('1200')
  expect(squawk13(0x0aa2).toString(8)).toBe('7500')
})
