import { AdsbDecoder } from '@samudra/nautical/adsb/decoder'
import { rowOf } from '@samudra/nautical/adsb/adsb-testing'
import { metresBetween } from '@samudra/nautical/geodesy'
import { expect, test } from 'vitest'
import { aircraftOf } from './flights.ts'
import { Sky } from './sky.ts'

const START = Date.parse('2026-01-05T10:00:00Z')

function receivedFrom(seconds: number) {
  const sky = new Sky({ seed: 1, count: 44, startAt: START })
  const rows: Record<string, unknown>[] = []
  const decoders = (['beast', 'sbs'] as const).map(
    (format) =>
      new AdsbDecoder({
        format,
        onBatch: (columns) => {
          for (let i = 0; i < columns.count; i++) rows.push({ ...rowOf(columns, i), format })
        },
      }),
  )
  let bytes = 0
  for (let s = 1; s <= seconds; s++)
    for (const { beast, sbs } of sky.advance(START + s * 1000)) {
      bytes += beast.length
      decoders[0]!.feed(beast, START + s * 1000)
      decoders[1]!.feed(new TextEncoder().encode(`${sbs.join('\r\n')}\r\n`), START + s * 1000)
    }
  for (const decoder of decoders) decoder.flush()
  return { rows, bytes, counters: decoders.map((decoder) => decoder.counters) }
}

test('all transmissions of the sky decode, and the positions are those of the aircraft', () => {
  const { rows, counters } = receivedFrom(30)
  for (const { malformed, badParity, overflow } of counters)
    expect({ malformed, badParity, overflow }).toEqual({ malformed: 0, badParity: 0, overflow: 0 })
  const aircraft = new Map(aircraftOf(1, 44).map((one) => [one.address.toString(16).padStart(6, '0'), one]))
  const placed = rows.filter((row) => row['lat'] !== undefined)
  expect(placed.length).toBeGreaterThan(500)
  for (const row of placed) {
    const near = Math.min(
      ...Array.from({ length: 31 }, (_, s) => {
        const at = aircraft.get(row['address'] as string)!.at(START + s * 1000)!.place
        return metresBetween(at.lat, at.lon, row['lat'] as number, row['lon'] as number)
      }),
    )
    expect(near).toBeLessThan(20)
  }
  expect(new Set(placed.map((row) => row['sourceType']))).toEqual(new Set(['ADSB', 'MLAT', 'TISB']))
  expect(rows.some((row) => row['callSign'] === 'PATROL7')).toBe(true)
})

test('one seed gives the same bytes; no aircraft is faster than an airliner or below ground', () => {
  expect(receivedFrom(10)).toEqual(receivedFrom(10))
  for (const one of aircraftOf(3, 44))
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const [now, then] = [START + minute * 60_000, START + minute * 60_000 + 1000]
      const [here, there] = [one.at(now), one.at(then)]
      if (here === null || there === null) continue
      const metres = metresBetween(here.place.lat, here.place.lon, there.place.lat, there.place.lon)
      expect(metres).toBeLessThan(260)
      expect(here.altitude).toBeGreaterThanOrEqual(0)
      expect(here.altitude).toBeLessThan(42_000)
    }
})
