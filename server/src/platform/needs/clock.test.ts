import { expect, test } from 'vitest'
import { SteadyClock } from './clock.ts'

const START = Date.UTC(2026, 4, 17, 12)
const HOUR_MS = 3_600_000

/** A machine whose clock is set by hand while its monotonic one goes on. */
function aMachine() {
  let steady = 5000
  let off = 0
  const clock = new SteadyClock(
    () => START + steady - 5000 + off,
    () => steady,
  )
  const received: number[] = []
  return {
    clock,
    found: received,
    setBy: (ms: number) => (off += ms),
    /** Advances the clock by so many seconds, and reads it four times in each. */
    run: (seconds: number) => {
      for (let n = 0; n < seconds * 4; n++) {
        steady += 250
        received.push(clock.now() - START - (steady - 5000))
      }
    },
  }
}

test('a clock that jumps for some seconds changes nothing, and is reported for a day', () => {
  for (const [by, words] of [
    [HOUR_MS, /ahead of Samudra's time by 1 h/],
    [72 * HOUR_MS, /ahead of Samudra's time by 3 d/],
    [-2 * HOUR_MS, /behind Samudra's time by 2 h/],
  ] as const) {
    const machine = aMachine()
    machine.run(10)
    expect(machine.clock.report()).toEqual({ isOff: false, words: null, isDoubted: false })
    machine.setBy(by)
    machine.run(4)
    expect(machine.clock.report()).toMatchObject({ isOff: true, isDoubted: true })
    expect(machine.clock.report().words).toMatch(words)
    machine.setBy(-by)
    machine.run(4)
    expect(new Set(machine.found)).toEqual(new Set([0]))
    expect(machine.clock.report()).toMatchObject({ isOff: false, isDoubted: false })
    expect(machine.clock.report().words).toMatch(/for [45] s \(2026-05-17T12:00:1/)
    machine.run(24 * 3600)
    expect(machine.clock.report().words).toBeNull()
  }
})

test('a clock ahead for a minute is followed, but for a day not for irreversible work', () => {
  const machine = aMachine()
  machine.setBy(3 * HOUR_MS)
  machine.run(58)
  expect(machine.found.at(-1)).toBe(0)
  machine.run(10)
  expect(machine.found.at(-1)).toBe(3 * HOUR_MS)
  expect(machine.clock.report()).toMatchObject({ isOff: false, isDoubted: true })
  expect(machine.clock.report().words).toMatch(/set ahead by 3 h, and Samudra's time followed/)
  machine.run(24 * 3600)
  expect(machine.clock.report()).toEqual({ isOff: false, words: null, isDoubted: false })
})

test('a clock set back a little is waited for, far until the next start; ours never runs back', () => {
  const little = aMachine()
  little.setBy(-30_000)
  little.run(60)
  expect(little.found.at(-1)).toBe(0)
  little.run(15 * 60)
  expect(little.found.at(-1)).toBeLessThan(-29_500)
  expect(little.clock.report().isOff).toBe(false)
  const far = aMachine()
  far.setBy(-2 * HOUR_MS)
  far.run(3600)
  expect(far.found.at(-1)).toBe(0)
  expect(far.clock.report().words).toMatch(/restart Samudra to use its time/)
  for (const { found } of [little, far])
    for (let n = 1; n < found.length; n++) expect(found[n]! - found[n - 1]! + 250).toBeGreaterThanOrEqual(0)
})

test('a clock that is put right bit by bit is followed bit by bit', () => {
  const machine = aMachine()
  for (let n = 0; n < 100; n++) {
    machine.setBy(7)
    machine.run(1)
  }
  expect(machine.found.at(-1)).toBeCloseTo(700, -2)
  expect(machine.clock.report().words).toBeNull()
})

test('a step of the clock during a step starts a new wait', () => {
  const machine = aMachine()
  machine.setBy(HOUR_MS)
  machine.run(50)
  machine.setBy(HOUR_MS)
  machine.run(50)
  expect(machine.found.at(-1)).toBe(0)
  machine.run(20)
  expect(machine.found.at(-1)).toBe(2 * HOUR_MS)
})
