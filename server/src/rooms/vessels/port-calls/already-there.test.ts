import { expect, test } from 'vitest'
import { builtInPorts } from '../../../../testing/seas/ports-of-the-sea.ts'
import { PortAreas } from '../../../sea/port-areas.ts'
import { detectedRow, NO_PARTICULARS } from './call-row.ts'
import { aShip, follow, type DetectedCall } from './port-call.ts'
import { arrivals, medianStay } from './port-figures.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const [MINUTE, HOUR] = [60_000, 3_600_000]
const ports = await builtInPorts()
const areas = PortAreas.of(ports)
const { lat, lon } = ports.find(({ id }) => id === 'LKCMB')!

/** Calls of a vessel that lies in Colombo for an hour and leaves, after `before` minutes of coming in from sea. */
function callsOf(before: number): DetectedCall[] {
  const ship = aShip()
  const at = (minute: number, far: number, sog: number) => ({
    fixId: 1000 + minute,
    t: NOON + minute * MINUTE,
    lat,
    lon: lon - far,
    sog,
    navStatus: sog === 0 ? 5 : 0,
    source: 1,
  })
  const coming = Array.from({ length: before }, (_, i) => at(i - before, 0.3 - (0.3 * i) / before, 12))
  const lying = Array.from({ length: 60 }, (_, i) => at(i, 0, 0))
  const leaving = Array.from({ length: 300 }, (_, i) => at(60 + i, 0.005 * (i + 1), 12))
  const calls = new Map<number, DetectedCall>()
  for (const fix of [...coming, ...lying, ...leaving])
    for (const call of follow(ship, fix, areas, null)) calls.set(call.enteredAt, call)
  return [...calls.values()]
}
const rowOf = (call: DetectedCall) =>
  detectedRow(undefined, call, { mmsi: 1, split: 0, at: NOON, particulars: NO_PARTICULARS, from: 'LIVE' })!
const day = { from: NOON - 12 * HOUR, to: NOON + 12 * HOUR }

test('a vessel in port at its first position is already there: no arrival, no length of stay', () => {
  const [call] = callsOf(0)
  expect(call).toMatchObject({ portId: 'LKCMB', state: 'DEPARTED', isAlreadyThere: true, berthedAt: NOON })
  expect(arrivals([rowOf(call!)], day, 'day').map(({ count }) => count)).toEqual([0])
  expect(medianStay([rowOf(call!)], { from: NOON, to: NOON + 24 * HOUR })).toBeNull()
})

test('a vessel that came in from sea arrived', () => {
  const [call] = callsOf(60)
  expect(call).toMatchObject({ portId: 'LKCMB', state: 'DEPARTED', isAlreadyThere: false, confidence: 4 })
  const counts = arrivals([rowOf(call!)], day, 'day').map(({ count }) => count)
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  expect(medianStay([rowOf(call!)], { from: NOON, to: NOON + 24 * HOUR })).toBeCloseTo(1, 0)
})
