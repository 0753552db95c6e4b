import { destinationOf } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import type { Fleet } from './fleet.ts'
import type { Rest, Voyage } from './motion.ts'
import { routeThrough } from './routes.ts'
import type { Scenario } from './scenarios.ts'
import type { Oddity } from './ship.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const KNOT = 1852 / 3600

/** A run on a straight course that began so long ago that she is `madeNm` on her way. */
function run(
  from: { lat: number; lon: number },
  course: number,
  nm: number,
  knots: number,
  startAt: number,
  madeNm = 0,
): Voyage {
  const start = place(from.lat, from.lon)
  const end = destinationOf(start, course, nm * METRES_PER_NM)
  const speed = knots * KNOT
  // The first miles are sailed at half the speed on average; see motion.ts.
  const beganAt = startAt - ((madeNm * METRES_PER_NM + 9000) / speed) * 1000
  return {
    kind: 'voyage',
    out: routeThrough([start, end]),
    back: routeThrough([end, start]),
    speed,
    aside: 0,
    dwellMs: HOUR,
    beganAt,
  }
}

const anchored = (lat: number, lon: number): Rest => ({ kind: 'rest', lat, lon, swing: 0.001, navStatus: 1 })

function addCargo(
  fleet: Fleet,
  motion: Voyage | Rest,
  oddities: readonly Oddity[] = [],
  shipType = 70,
): void {
  fleet.addScripted({ kind: 'A', shipType, shipClass: 'merchant', motion, ports: null, name: null, oddities })
}

/** Goa to Karwar: an open coast that runs straight, so that distance off it is easy to tell. */
const OFF_GOA = [
  { lat: 15.3, lon: 73.72 },
  { lat: 15.05, lon: 73.8 },
  { lat: 14.8, lon: 73.92 },
]
const SEAWARD = 255
const ALONGSHORE = 160

/** Three ships go out through the 12 NM line in the first minutes; three others come near and do not. */
function twelveMile(fleet: Fleet, startAt: number): void {
  for (const [i, from] of OFF_GOA.entries()) addCargo(fleet, run(from, SEAWARD, 60, 22, startAt, 7 + i))
  const inside = destinationOf(place(15.3, 73.72), SEAWARD, 7 * METRES_PER_NM)
  addCargo(fleet, run(inside, ALONGSHORE, 40, 12, startAt))
  const outside = destinationOf(place(15.3, 73.72), SEAWARD, 20 * METRES_PER_NM)
  addCargo(fleet, run(outside, ALONGSHORE, 40, 14, startAt))
  const nearLine = destinationOf(place(15.05, 73.8), SEAWARD, 9 * METRES_PER_NM)
  addCargo(fleet, anchored(nearLine.lat, nearLine.lon))
}

/** Three ships fall silent under way in good reception for three hours; three look-alikes have a reason to. */
function darkVessel(fleet: Fleet, startAt: number): void {
  const dark: Oddity = { what: 'silent', from: startAt + 2 * MINUTE, until: startAt + 3 * HOUR }
  for (const [i, from] of OFF_GOA.entries())
    addCargo(fleet, run(from, 200 + i * 20, 90, 12, startAt, 6), [dark], i === 0 ? 30 : 80)
  // At anchor and switched off; under way and talking; seldom heard far out.
  addCargo(fleet, anchored(15.42, 73.7), [dark])
  addCargo(fleet, run({ lat: 14.6, lon: 73.7 }, 200, 60, 10, startAt))
  addCargo(fleet, run({ lat: 12, lon: 66 }, 270, 90, 13, startAt))
}

/** Jumps, a ship on land and a false speed; beside them a fast craft and two ships that borrow one number. */
function spoof(fleet: Fleet, startAt: number): void {
  const always = { from: startAt + MINUTE, until: Infinity }
  const jump: Oddity = {
    what: 'displaced',
    lat: 1.2,
    lon: -0.9,
    every: 10 * MINUTE,
    lasts: 4 * MINUTE,
    ...always,
  }
  const inland: Oddity = {
    what: 'displaced',
    lat: 0.1,
    lon: 0.9,
    every: 30 * MINUTE,
    lasts: 20 * MINUTE,
    ...always,
  }
  const falseSpeed: Oddity = { what: 'false-speed', knots: 18, ...always }
  for (const [i, oddity] of [jump, inland, falseSpeed].entries()) {
    addCargo(fleet, run(OFF_GOA[i]!, 230, 90, 12, startAt, 8), [oddity])
  }
  addCargo(fleet, run({ lat: 15.1, lon: 73.2 }, 170, 60, 42, startAt), [], 40)
  addCargo(fleet, run({ lat: 14.2, lon: 73.6 }, 200, 60, 12, startAt))
  addCargo(fleet, anchored(15.43, 73.68))
}

const SCRIPTS = { 'twelve-mile': twelveMile, 'dark-vessel': darkVessel, spoof } as const

/** Puts the ships of a scenario's script to sea, beside those that only make up the traffic. */
export function playScript(fleet: Fleet, script: Scenario['script'], startAt: number): void {
  if (script !== null) SCRIPTS[script](fleet, startAt)
}
