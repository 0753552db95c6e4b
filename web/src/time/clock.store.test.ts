import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  goLive,
  isWaiting,
  now,
  onInstant,
  pause,
  play,
  seek,
  setHorizon,
  setLooping,
  setRate,
  showPeriod,
  step,
  useClock,
} from './clock.store.ts'

const FROM = Date.UTC(2026, 10, 20, 6)
const HOUR = 3_600_000
const period = { from: FROM, to: FROM + HOUR }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
  setLooping(false)
  setRate(60)
})
afterEach(() => {
  goLive()
  vi.useRealTimers()
})

test('a minute played at 60 times is an hour, and the clock stops at its end', () => {
  showPeriod(period)
  play()
  vi.advanceTimersByTime(30_000)
  expect(now()).toBe(FROM + HOUR / 2)
  vi.advanceTimersByTime(31_000)
  expect(now()).toBe(FROM + HOUR)
  expect(useClock.getState().mode).toBe('FIXED')
})

test('all listeners receive the same instant, however fast the clock plays', () => {
  showPeriod(period)
  setRate(3600)
  const heard: number[][] = [[], []]
  const stops = heard.map((own) => onInstant((at) => own.push(at)))
  // Each question takes a moment.
  const real = performance.now.bind(performance)
  let late = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() + late++)
  play()
  vi.advanceTimersByTime(500)
  spy.mockRestore()
  for (const stop of stops) stop()
  expect(heard[0]!.filter(Number.isFinite).length).toBeGreaterThan(3)
  // The first call arrives as the clock is set, before it moves.
  expect(heard[0]!.slice(1)).toEqual(heard[1]!.slice(1))
})

test('another speed begins where the clock is, without a jump', () => {
  showPeriod(period)
  play()
  vi.advanceTimersByTime(10_000)
  setRate(1)
  expect(now()).toBe(FROM + 600_000)
  vi.advanceTimersByTime(10_000)
  expect(now()).toBe(FROM + 610_000)
})

test('the clock waits at the end of loaded data and continues from there', () => {
  showPeriod(period)
  setHorizon(FROM + 60_000)
  play()
  vi.advanceTimersByTime(5000)
  expect(now()).toBe(FROM + 60_000)
  expect(isWaiting()).toBe(true)
  setHorizon(FROM + HOUR)
  expect(now()).toBe(FROM + 60_000)
  expect(isWaiting()).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(now()).toBe(FROM + 120_000)
})

test('a loop starts again; a step stops; the clock stays within the period', () => {
  showPeriod(period, FROM + HOUR - 60_000)
  setLooping(true)
  play()
  vi.advanceTimersByTime(1100)
  expect(now()).toBeLessThan(FROM + 60_000)
  step(-HOUR)
  expect(now()).toBe(FROM)
  expect(useClock.getState().mode).toBe('FIXED')
  seek(FROM + 2 * HOUR)
  expect(now()).toBe(FROM + HOUR)
  play()
  expect(now()).toBe(FROM)
})

test("live the clock is the server's time, and listeners of instants receive none", () => {
  const heard = vi.fn<() => void>()
  const stop = onInstant(heard)
  expect(now()).toBe(Date.now())
  vi.advanceTimersByTime(1000)
  expect(heard).not.toHaveBeenCalled()
  showPeriod(period)
  play()
  heard.mockClear()
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveBeenCalledTimes(10)
  pause()
  stop()
})
