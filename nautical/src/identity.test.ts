import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imoOf, isValidImo } from './imo.ts'
import { countryOfMid } from './mid.ts'
import { countryOfMmsi, isIllegalMmsi, stationClass } from './mmsi.ts'
import { navStatusLabel } from './nav-status.ts'
import { shipGroup, shipGroupIndex, shipTypeLabel } from './ship-types.ts'

describe('MMSI', () => {
  test.each([
    [419001234, 'ship', 'IN'],
    [4190012, 'coast', 'IN'],
    [41900123, 'group', 'IN'],
    [111419001, 'sar-aircraft', 'IN'],
    [841900123, 'handheld', 'IN'],
    [984191234, 'craft', 'IN'],
    [994171234, 'aton', 'LK'],
    [970123456, 'sart', undefined],
    [972123456, 'mob', undefined],
    [974123456, 'epirb', undefined],
    [979123456, 'amrd', undefined],
    [999999999, 'illegal', undefined],
    [123456789, 'illegal', undefined],
    [900123456, 'illegal', undefined],
    [200123456, 'illegal', undefined],
    [0, 'illegal', undefined],
    [Number.NaN, 'illegal', undefined],
  ])('%i is the number of: %s %s', (mmsi, station, iso2) => {
    expect(stationClass(mmsi)).toBe(station)
    expect(countryOfMmsi(mmsi)?.iso2).toBe(iso2)
  })
  test('292 of the digits 201 to 775 are given out', () => {
    const given = Array.from({ length: 1000 }, (_, mid) => mid).filter((mid) => countryOfMid(mid) !== null)
    expect(given).toHaveLength(292)
    expect([given[0], given.at(-1)]).toEqual([201, 775])
    expect(countryOfMid(632)).toEqual({ iso2: 'GN', name: 'Guinea' })
    expect(countryOfMid(636)).toEqual({ iso2: 'LR', name: 'Liberia' })
  })
  test('a vessel on a vessel number is legal; on other numbers the reason is returned', () => {
    expect(isIllegalMmsi(419001234, 1)).toBeNull()
    expect(isIllegalMmsi(419001234, 21)).toContain('a ship')
    expect(isIllegalMmsi(4190012, 4)).toBeNull()
    expect(isIllegalMmsi(4190012, 1)).toBe('message 1 came from the number of a coast station: 004190012')
    expect(isIllegalMmsi(994171234, 21)).toBeNull()
    expect(isIllegalMmsi(111419001, 9)).toBeNull()
    expect(isIllegalMmsi(970123456, 1)).toBeNull()
    for (const type of [1, 18, 24]) {
      expect(isIllegalMmsi(841900123, type)).toBeNull()
      expect(isIllegalMmsi(979123456, type)).toBeNull()
    }
    expect(isIllegalMmsi(979123456, 4)).toContain('an autonomous radio device')
    expect(isIllegalMmsi(298123456, 1)).toBe('298123456 has the country digits 298, which are not given out')
    expect(isIllegalMmsi(111111111, 1)).toContain('placeholder')
    expect(isIllegalMmsi(12345, 18)).toContain('form')
  })
})

describe('IMO number', () => {
  test('9074729 and the ships of the circular pass, a wrong last digit does not', () => {
    for (const good of [9074729, '9074729', 9319466, 8814275]) expect(isValidImo(good)).toBe(true)
    for (const bad of [9074728, 0, '907472', '9074729 ', 19074729, 9074729.5])
      expect(isValidImo(bad)).toBe(false)
  })
  test('a number made from six digits always passes, with any other last digit never', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 999_999 }), fc.integer({ min: 1, max: 9 }), (six, off) => {
        const imo = imoOf(six)
        expect(isValidImo(imo)).toBe(true)
        expect(isValidImo(six * 10 + (((imo % 10) + off) % 10))).toBe(false)
      }),
    )
  })
})

test('every ship type falls into one of the nine groups', () => {
  expect([0, 24, 30, 36, 37, 45, 52, 35, 60, 70, 80, 90, 38, 100, 255].map(shipGroup)).toEqual([
    'UNKNOWN',
    'HIGHSPEED',
    'FISHING',
    'PLEASURECRAFT',
    'PLEASURECRAFT',
    'HIGHSPEED',
    'TUGS & SPECIAL CRAFTS',
    'TUGS & SPECIAL CRAFTS',
    'PASSENGER',
    'CARGO',
    'TANKER',
    'OTHERS',
    'UNKNOWN',
    'UNKNOWN',
    'UNKNOWN',
  ])
  expect(shipGroupIndex(Number.NaN)).toBe(0)
})

test('codes read as words', () => {
  expect(shipTypeLabel(30)).toBe('Fishing')
  expect(shipTypeLabel(71)).toBe('Cargo, hazard category X')
  expect(shipTypeLabel(80)).toBe('Tanker')
  expect(shipTypeLabel(0)).toBe('Not available')
  expect(shipTypeLabel(38)).toBe('Reserved')
  expect(navStatusLabel(1)).toBe('At anchor')
  expect(navStatusLabel(99)).toBe('Not defined')
})
