import { expect, test } from 'vitest'
import { metresBetween } from '../geodesy.ts'
import { EqualArea, middleOf } from './equal-area.ts'
import { findLanes, LaneLookup, type WayPoints } from './lanes.ts'

function dice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) / 0x80_0000
  }
}

/** A lane to the east along 8° N at 14 kn, one to the west along 8.5° N at 12 kn, and a tenth of ships anywhere. */
function aSea(): WayPoints {
  const roll = dice(3)
  const count = 3000
  const column = () => new Float64Array(count)
  const points = { ship: [] as number[], lat: column(), lon: column(), knots: column(), course: column() }
  const around = () => roll() + roll() + roll() - 1.5
  for (let i = 0; i < count; i++) {
    const isStray = i % 10 === 0
    const isEast = i % 2 === 1
    points.ship.push(Math.floor(i / 20))
    points.lat[i] = isStray ? 4 + roll() * 8 : (isEast ? 8 : 8.5) + around() * 0.04
    points.lon[i] = 70 + roll() * 5
    points.knots[i] = isStray ? 3 + roll() * 20 : (isEast ? 14 : 12) + around()
    points.course[i] = isStray ? roll() * 360 : (isEast ? 90 : 270) + around() * 5
  }
  return points
}

test('two lanes with opposite courses are two, and ships that go anywhere are in none', () => {
  const points = aSea()
  const { lanes, laneOf } = findLanes(points)
  // A lane may come in pieces where its traffic is thinner, but nothing is of two.
  expect(lanes.length).toBeGreaterThanOrEqual(2)
  for (const [number, lane] of lanes.entries()) {
    const courses = [...points.course].filter((_, i) => laneOf[i] === number && i % 10 !== 0)
    expect(new Set(courses.map((course) => course < 180)).size).toBeLessThanOrEqual(1)
    if (courses.length > 50) expect(lane.spread).toBeLessThan(10)
  }
  const own = [...laneOf].filter((_, i) => i % 10 !== 0)
  expect(own.filter((lane) => lane >= 0).length).toBeGreaterThan(own.length * 0.9)
  const strays = [...laneOf].filter((_, i) => i % 10 === 0)
  expect(strays.filter((lane) => lane < 0).length).toBeGreaterThan(strays.length * 0.8)
})

test('a vessel on a lane is among its type; one beside it, against it or too fast is not', () => {
  const points = aSea()
  const lookup = new LaneLookup(points, findLanes(points))
  expect(lookup.deviation(8, 72, 14, 90)).toBeLessThan(1.5)
  expect(lookup.deviation(8.5, 72, 12, 270)).toBeLessThan(1.5)
  expect(lookup.deviation(9.5, 72, 14, 90)).toBeGreaterThan(4)
  expect(lookup.deviation(7.5, 72, 14, 270)).toBeGreaterThan(4)
  expect(lookup.deviation(8, 72, 40, 90)).toBeGreaterThan(4)
  const nowhere = new LaneLookup(points, { lanes: [], laneOf: new Int32Array(3000).fill(-1) })
  expect(nowhere.deviation(8, 72, 14, 90)).toBeNaN()
})

test('an equal-area plane gives distances of a sea in NM, across the 180th meridian too', () => {
  const middle = middleOf([10, 12, -3], [179, -179, 178])
  const plane = new EqualArea(middle.lat, middle.lon)
  const at = new Float64Array(4)
  plane.put(10, 179, at, 0)
  plane.put(11, -179, at, 2)
  const nm = metresBetween(10, 179, 11, -179) / 1852
  expect(Math.abs(Math.hypot(at[0]! - at[2]!, at[1]! - at[3]!) / nm - 1)).toBeLessThan(0.01)
})
