import { expect, test } from 'vitest'
import { destinationOf } from '../geodesy.ts'
import { correlate, turnBetween } from './track-correlation.ts'
import { placeAt, type TimedPlace } from './timed-track.ts'
import { place } from '../units.ts'

const START = Date.UTC(2026, 0, 5)
const MINUTE = 60_000
const LIMITS = { withinMs: 10 * MINUTE, noneNm: 1 }
const NONE = { score: null, measured: 'nothing known' }

/** A ship that steams from a place on a course for some minutes, and turns to starboard by `turn` degrees an hour. */
function aTrack(of: {
  lat?: number
  lon?: number
  cog?: number
  sog?: number
  turn?: number
  from?: number
  minutes?: number
  everyS?: number
  isSilent?: boolean
}): TimedPlace[] {
  const { sog = 12, turn = 20, from = 0, minutes = 120, everyS = 60 } = of
  const track: TimedPlace[] = []
  let at = place(of.lat ?? 10, of.lon ?? 72)
  let cog = of.cog ?? 90
  const tick = 5
  for (let s = 0; s <= minutes * 60; s += tick) {
    if (s >= from * 60 && s % everyS === (from * 60) % everyS)
      track.push({
        t: START + s * 1000,
        lat: at.lat,
        lon: at.lon,
        sog: of.isSilent === true ? null : sog,
        cog: of.isSilent === true ? null : cog,
      })
    at = destinationOf(at, cog, (sog * 1852 * tick) / 3600)
    cog = (cog + (turn * tick) / 3600) % 360
  }
  return track
}

test('one vessel received by two sources at different times is a match', () => {
  const often = aTrack({ everyS: 60 })
  const seldom = aTrack({ everyS: 170, from: 0.5, isSilent: true })
  const same = { score: 1, measured: 'same IMO number' }
  const found = correlate(often, seldom, LIMITS, same)
  expect(found).toMatchObject({ verdict: 'MATCH' })
  expect(found.score).toBeGreaterThan(0.95)
  expect(found.components.distance.measured).toMatch(/^0.0/)
  expect(found.series.length).toBeGreaterThan(120)
})

test('one track under two names is for a person to judge, not a match', () => {
  const found = correlate(aTrack({}), aTrack({ everyS: 90 }), LIMITS, {
    score: 0,
    measured: 'other IMO number',
  })
  expect(found.verdict).toBe('POSSIBLE')
  expect(found.score).toBeGreaterThan(0.75)
  expect(found.why).toContain('who they say they are')
})

test('two ships in company a mile apart are not one', () => {
  const found = correlate(aTrack({}), aTrack({ lat: 10 + 1 / 60 }), LIMITS, NONE)
  expect(found).toMatchObject({ verdict: 'NO', components: { course: { score: 1 }, speed: { score: 1 } } })
  expect(found.why).toContain('the distance')
  // Closer together than their own length and a buoy's, vessels cannot be distinguished by track.
  expect(correlate(aTrack({}), aTrack({ lat: 10 + 0.05 / 60 }), LIMITS, NONE).verdict).toBe('MATCH')
  expect(correlate(aTrack({}), aTrack({ lat: 10 + 0.4 / 60 }), LIMITS, NONE).verdict).not.toBe('MATCH')
})

test('ships that cross are not one, though they meet', () => {
  const east = aTrack({ turn: 0 })
  const middle = east[60]!
  const north = aTrack({ turn: 0, cog: 0, lat: middle.lat - 12 / 60, lon: middle.lon })
  const found = correlate(east, north, LIMITS, NONE)
  expect(Math.min(...found.series.map((one) => one.distance_nm))).toBeLessThan(0.2)
  expect(found.verdict).toBe('NO')
})

test('tracks that were never received at the same time are not compared', () => {
  const found = correlate(aTrack({ minutes: 60 }), aTrack({ from: 90, minutes: 180 }), LIMITS, {
    score: 1,
    measured: 'same name',
  })
  expect(found).toMatchObject({ score: 0, verdict: 'NO', series: [] })
  expect(found.why).toBe('They were never heard at the same time, so nothing can be compared.')
})

test('silence is not bridged: only instants with a fix of both near are compared', () => {
  const heard = aTrack({})
  const silent = aTrack({}).filter(({ t }) => t < START + 20 * MINUTE || t > START + 100 * MINUTE)
  const found = correlate(heard, silent, LIMITS, NONE)
  expect(found.series.every(({ t }) => t < START + 20 * MINUTE || t > START + 100 * MINUTE)).toBe(true)
  expect(found.components.time.measured).toContain('min together')
})

test('four minutes alike are possible, never a match', () => {
  const found = correlate(aTrack({ minutes: 4 }), aTrack({ minutes: 4, everyS: 50 }), LIMITS, {
    score: 1,
    measured: 'same name',
  })
  expect(found.verdict).not.toBe('MATCH')
  expect(correlate(aTrack({}), aTrack({ minutes: 60 }).slice(30, 31), LIMITS, NONE)).toMatchObject({
    verdict: 'NO',
  })
})

test('a wrong clock is reported, and not corrected', () => {
  const late = aTrack({}).map((one) => ({ ...one, t: one.t + 2 * MINUTE }))
  const found = correlate(aTrack({}), late, LIMITS, NONE)
  expect(found.offset).toMatchObject({ seconds: 120 })
  expect(found.offset!.distance_nm).toBeLessThan(0.01)
  expect(found.verdict).not.toBe('MATCH')
  expect(correlate(aTrack({}), aTrack({ everyS: 40 }), LIMITS, NONE).offset).toBeNull()
})

test('which track is named first changes nothing', () => {
  const [a, b] = [aTrack({}), aTrack({ lat: 10.003, everyS: 130 })]
  expect(correlate(a, b, LIMITS, NONE).score).toBeCloseTo(correlate(b, a, LIMITS, NONE).score, 9)
})

test('a place is read off across 180 degrees, and courses across north', () => {
  const track = [
    { t: 0, lat: 0, lon: 179.9, sog: 10, cog: 90 },
    { t: 60_000, lat: 0, lon: -179.9, sog: 10, cog: 90 },
  ]
  expect(Math.abs(placeAt(track, 30_000, 60_000)!.place.lon)).toBeCloseTo(180, 6)
  expect(placeAt(track, 30_000, 20_000)).toBeNull()
  expect(placeAt(track, 61_000, 1e9)).toBeNull()
  expect([turnBetween(359, 2), turnBetween(2, 359), turnBetween(0, 180), turnBetween(10, 10)]).toEqual([
    3, 3, 180, 0,
  ])
})
