import { expect, test } from 'vitest'
import { destinationOf } from '../geodesy.ts'
import { correlate, turnBetween } from './track-correlation.ts'
import { placeAt, type TimedPlace } from './timed-track.ts'
import { place } from '../units.ts'

const START = Date.UTC(2026, 0, 5)
const MINUTE = 60_000
const LIMITS = { withinMs: 10 * MINUTE, noneNm: 1 }
const NOBODY = { score: null, measured: 'nothing known' }

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

test('one ship heard by two sources at different times is a match', () => {
  const often = aTrack({ everyS: 60 })
  const seldom = aTrack({ everyS: 170, from: 0.5, isSilent: true })
  const same = { score: 1, measured: 'same IMO number' }
  const told = correlate(often, seldom, LIMITS, same)
  expect(told).toMatchObject({ verdict: 'MATCH' })
  expect(told.score).toBeGreaterThan(0.95)
  expect(told.components.distance.measured).toMatch(/^0.0/)
  expect(told.series.length).toBeGreaterThan(120)
})

test('one track under two names is for a person to judge, not a match', () => {
  const told = correlate(aTrack({}), aTrack({ everyS: 90 }), LIMITS, {
    score: 0,
    measured: 'other IMO number',
  })
  expect(told.verdict).toBe('POSSIBLE')
  expect(told.score).toBeGreaterThan(0.75)
  expect(told.why).toContain('who they say they are')
})

test('two ships in company a mile apart are not one', () => {
  const told = correlate(aTrack({}), aTrack({ lat: 10 + 1 / 60 }), LIMITS, NOBODY)
  expect(told).toMatchObject({ verdict: 'NO', components: { course: { score: 1 }, speed: { score: 1 } } })
  expect(told.why).toContain('the distance')
  // Closer together than their own length and a buoy's, nobody can tell them apart by track.
  expect(correlate(aTrack({}), aTrack({ lat: 10 + 0.05 / 60 }), LIMITS, NOBODY).verdict).toBe('MATCH')
  expect(correlate(aTrack({}), aTrack({ lat: 10 + 0.4 / 60 }), LIMITS, NOBODY).verdict).not.toBe('MATCH')
})

test('ships that cross are not one, though they meet', () => {
  const east = aTrack({ turn: 0 })
  const middle = east[60]!
  const north = aTrack({ turn: 0, cog: 0, lat: middle.lat - 12 / 60, lon: middle.lon })
  const told = correlate(east, north, LIMITS, NOBODY)
  expect(Math.min(...told.series.map((one) => one.distance_nm))).toBeLessThan(0.2)
  expect(told.verdict).toBe('NO')
})

test('what was never heard at the same time is not compared', () => {
  const told = correlate(aTrack({ minutes: 60 }), aTrack({ from: 90, minutes: 180 }), LIMITS, {
    score: 1,
    measured: 'same name',
  })
  expect(told).toMatchObject({ score: 0, verdict: 'NO', series: [] })
  expect(told.why).toBe('They were never heard at the same time, so nothing can be compared.')
})

test('silence is not bridged: only instants with a fix of both near are compared', () => {
  const heard = aTrack({})
  const silent = aTrack({}).filter(({ t }) => t < START + 20 * MINUTE || t > START + 100 * MINUTE)
  const told = correlate(heard, silent, LIMITS, NOBODY)
  expect(told.series.every(({ t }) => t < START + 20 * MINUTE || t > START + 100 * MINUTE)).toBe(true)
  expect(told.components.time.measured).toContain('min together')
})

test('four minutes alike are possible, never a match', () => {
  const told = correlate(aTrack({ minutes: 4 }), aTrack({ minutes: 4, everyS: 50 }), LIMITS, {
    score: 1,
    measured: 'same name',
  })
  expect(told.verdict).not.toBe('MATCH')
  expect(correlate(aTrack({}), aTrack({ minutes: 60 }).slice(30, 31), LIMITS, NOBODY)).toMatchObject({
    verdict: 'NO',
  })
})

test('a clock that is wrong is told, and not set right', () => {
  const late = aTrack({}).map((one) => ({ ...one, t: one.t + 2 * MINUTE }))
  const told = correlate(aTrack({}), late, LIMITS, NOBODY)
  expect(told.offset).toMatchObject({ seconds: 120 })
  expect(told.offset!.distance_nm).toBeLessThan(0.01)
  expect(told.verdict).not.toBe('MATCH')
  expect(correlate(aTrack({}), aTrack({ everyS: 40 }), LIMITS, NOBODY).offset).toBeNull()
})

test('which track is named first changes nothing', () => {
  const [a, b] = [aTrack({}), aTrack({ lat: 10.003, everyS: 130 })]
  expect(correlate(a, b, LIMITS, NOBODY).score).toBeCloseTo(correlate(b, a, LIMITS, NOBODY).score, 9)
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
