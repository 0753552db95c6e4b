import { expect, test } from 'vitest'
import { isoOf, readTime, timeText } from './time-text.ts'
import type { WhenStyle } from './when-text.ts'

const NOW = Date.parse('2026-11-22T09:40:10Z')
const IST = { 'datetime.format': 'DD-MM-YYYY HH:mm:ss', 'datetime.zone': 'IST' } as const
const UTC = { 'datetime.format': 'YYYY-MM-DD HH:mm:ss', 'datetime.zone': 'UTC' } as const
const PST = { 'datetime.format': 'MM-DD-YYYY HH:mm:ss', 'datetime.zone': 'PST' } as const
const read = (text: string, style: WhenStyle) => {
  const at = readTime(text, style, NOW)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

test.each<[string, WhenStyle, string]>([
  ['now', IST, '2026-11-22T09:40:10.000Z'],
  ['-2h', IST, '2026-11-22T07:40:10.000Z'],
  ['-1d 6h', UTC, '2026-11-21T03:40:10.000Z'],
  ['+30 min', UTC, '2026-11-22T10:10:10.000Z'],
  ['0830', IST, '2026-11-22T03:00:00.000Z'],
  ['8:30', UTC, '2026-11-22T08:30:00.000Z'],
  ['0830Z', IST, '2026-11-22T08:30:00.000Z'],
  ['1400 IST', UTC, '2026-11-22T08:30:00.000Z'],
  ['yesterday 2330', IST, '2026-11-21T18:00:00.000Z'],
  ['22-11-2026 14:05', IST, '2026-11-22T08:35:00.000Z'],
  ['22/11/2026 1405', IST, '2026-11-22T08:35:00.000Z'],
  ['2026-11-22 14:05:09', IST, '2026-11-22T08:35:09.000Z'],
  ['11-22-2026 02:00', PST, '2026-11-22T10:00:00.000Z'],
  ['07-01-2026 02:00', PST, '2026-07-01T09:00:00.000Z'],
  ['2026-11-22', UTC, '2026-11-22T00:00:00.000Z'],
  ['220830Z', IST, '2026-11-22T08:30:00.000Z'],
  ['010830Z OCT 26', IST, '2026-10-01T08:30:00.000Z'],
  ['2026-11-22T08:30:00Z', IST, '2026-11-22T08:30:00.000Z'],
  ['2026-11-22 14:00+05:30', UTC, '2026-11-22T08:30:00.000Z'],
])('who types %s means this instant', (typed, style, instant) => {
  expect(read(typed, style)).toBe(instant)
})

test.each(['', 'soon', '2460', '30-02-2026 08:30', '2026-13-01', '-2', '99', '310830Z NOV 26'])(
  '%s is no time',
  (typed) => {
    expect(read(typed, IST)).toBe(null)
  },
)

test('the text of a time field is read back as the same instant, in every zone and format', () => {
  for (const style of [IST, UTC, PST])
    for (const at of [NOW, Date.parse('2026-03-08T10:30:00Z'), Date.parse('2026-11-01T10:30:00Z')])
      expect(readTime(timeText(at, style), style, NOW)).toBe(at)
})

test('seconds are shown only where they are not zero', () => {
  expect(timeText(Date.parse('2026-11-22T08:30:00Z'), UTC)).toBe('2026-11-22 08:30')
  expect(timeText(Date.parse('2026-11-22T08:30:05Z'), UTC)).toBe('2026-11-22 08:30:05')
})

test('an unreadable time is not sent', () => {
  expect(isoOf(null)).toBe(null)
  expect(() => isoOf(Number.NaN)).toThrow('Enter a time like')
})
