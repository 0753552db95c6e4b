import { expect, test } from 'vitest'
import { countWords, distanceText, latitudeText, longitudeText, roundDistance } from './quantity-text.ts'
import { agoText, whenText } from './when-text.ts'

const AT = '2026-01-05T20:30:15.000Z'

test('a time is read in the zone of the user, and IST is the zone of India', () => {
  const style = (zone: 'UTC' | 'PST' | 'IST') =>
    ({ 'datetime.format': 'YYYY-MM-DD HH:mm:ss', 'datetime.zone': zone }) as const
  expect(whenText(AT, style('IST'))).toBe('2026-01-06 02:00:15')
  expect(whenText(AT, style('PST'))).toBe('2026-01-05 12:30:15')
  expect(whenText(AT, style('UTC'))).toBe('2026-01-05 20:30:15')
})

test('the three formats differ only in the order of the date', () => {
  const zone = { 'datetime.zone': 'UTC' } as const
  expect(whenText(AT, { ...zone, 'datetime.format': 'MM-DD-YYYY HH:mm:ss' })).toBe('01-05-2026 20:30:15')
  expect(whenText(AT, { ...zone, 'datetime.format': 'DD-MM-YYYY HH:mm:ss' })).toBe('05-01-2026 20:30:15')
})

test('midnight is hour 00', () => {
  const style = { 'datetime.format': 'YYYY-MM-DD HH:mm:ss', 'datetime.zone': 'UTC' } as const
  expect(whenText('2026-01-05T00:00:00Z', style)).toBe('2026-01-05 00:00:00')
})

test('a text that is no time is shown unchanged', () => {
  const style = { 'datetime.format': 'YYYY-MM-DD HH:mm:ss', 'datetime.zone': 'UTC' } as const
  expect(whenText('soon', style)).toBe('soon')
})

test('a position is degrees and decimal minutes, and minutes never read 60', () => {
  expect(latitudeText(6.9307)).toBe("06°55.842'N")
  expect(longitudeText(-0.5)).toBe("000°30.000'W")
  expect(latitudeText(-9.9999999)).toBe("10°00.000'S")
  expect(longitudeText(181)).toBe("179°00.000'W")
})

test('distances follow the unit of the user', () => {
  expect(distanceText(22_224, 'Nautical Miles')).toBe('12.0 NM')
  expect(distanceText(22_224, 'Kilometers')).toBe('22.2 km')
  expect(distanceText(22_224, 'Miles')).toBe('13.8 mi')
})

test('a scale bar has a round number that fits', () => {
  expect(roundDistance(9_000, 'Nautical Miles').text).toBe('2 NM')
  expect(roundDistance(100, 'Nautical Miles').text).toBe('0.05 NM')
  expect(roundDistance(1_900_000, 'Nautical Miles').text).toBe('1000 NM')
})

test('an age is short and grows coarser', () => {
  expect([5, 59, 240, 12_000, 187_200].map(agoText)).toEqual([
    '5 s',
    '59 s',
    '4 min',
    '3 h 20 min',
    '2 d 4 h',
  ])
})

test('one is singular, many and none are plural', () => {
  expect([0, 1, 2000].map((n) => countWords(n, 'vessel'))).toEqual(['0 vessels', '1 vessel', '2,000 vessels'])
  expect(countWords(1, 'fix', 'fixes')).toBe('1 fix')
  expect(countWords(3, 'fix', 'fixes')).toBe('3 fixes')
})
