import { destinationOf } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { EPOCH, type Fleet } from './fleet.ts'
import { sailingMs, type Rest, type Voyage } from './motion.ts'
import { portDays } from './port-days.ts'
import { routeThrough } from './routes.ts'
import type { Scenario } from './scenarios.ts'
import type { Oddity } from './ship.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const KNOT = 1852 / 3600
const DWELL_MS = 10 * MINUTE

/**
 * Returns a voyage on a straight course out and back for ever. At the beginning of 2026 the vessel was `madeNm` on its
 * way, and further by `share` of the whole.
 */
function run(
  from: { lat: number; lon: number },
  course: number,
  nm: number,
  knots: number,
  { madeNm = 0, share = 0 } = {},
): Voyage {
  const start = place(from.lat, from.lon)
  const out = routeThrough([start, destinationOf(start, course, nm * METRES_PER_NM)])
  const back = routeThrough([destinationOf(start, course, nm * METRES_PER_NM), start])
  const speed = knots * KNOT
  // The first miles are sailed at half the speed on average; see motion.ts.
  const madeMs = ((madeNm * METRES_PER_NM + 9000) / speed) * 1000
  const cycle = 2 * (sailingMs(out, speed) + DWELL_MS)
  const beganAt = EPOCH - madeMs - share * cycle
  return { kind: 'voyage', out, back, speed, aside: 0, dwellMs: DWELL_MS, beganAt }
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

/** Positions from Goa to Karwar: an open straight coast, so that the distance off it is easy to determine. */
const OFF_GOA = [
  { lat: 15.3, lon: 73.72 },
  { lat: 15.05, lon: 73.8 },
  { lat: 14.8, lon: 73.92 },
]
const SEAWARD = 255
const ALONGSHORE = 160

/** Adds three vessels, of which one goes out through the 12 NM line every hour; three others come near and do not. */
function twelveMile(fleet: Fleet): void {
  for (const [i, from] of OFF_GOA.entries())
    addCargo(fleet, run(from, SEAWARD, 20, 22, { madeNm: 7, share: i / 3 }))
  const inside = destinationOf(place(15.3, 73.72), SEAWARD, 7 * METRES_PER_NM)
  addCargo(fleet, run(inside, ALONGSHORE, 40, 12))
  const outside = destinationOf(place(15.3, 73.72), SEAWARD, 20 * METRES_PER_NM)
  addCargo(fleet, run(outside, ALONGSHORE, 40, 14))
  const nearLine = destinationOf(place(15.05, 73.8), SEAWARD, 9 * METRES_PER_NM)
  addCargo(fleet, anchored(nearLine.lat, nearLine.lon))
}

/**
 * Adds three vessels, of which one falls silent under way in good reception every four hours, for three. Three
 * look-alikes have a reason for it.
 */
function darkVessel(fleet: Fleet): void {
  const dark = (every: number, earlierMs = 0): Oddity => ({
    what: 'silent',
    from: EPOCH + 2 * MINUTE - earlierMs,
    until: Infinity,
    every,
    lasts: 3 * HOUR,
  })
  for (const [i, from] of OFF_GOA.entries()) {
    const motion = run(from, 200 + i * 20, 60, 12, { madeNm: 6, share: i / 3 })
    const cycle = 2 * (sailingMs(motion.out, motion.speed) + motion.dwellMs)
    addCargo(fleet, motion, [dark(cycle, (cycle * i) / 3)], i === 0 ? 30 : 80)
  }
  // At anchor and switched off; under way and transmitting, or rarely received far out.
  addCargo(fleet, anchored(15.42, 73.7), [dark(12 * HOUR)])
  addCargo(fleet, run({ lat: 14.6, lon: 73.7 }, 200, 60, 10))
  addCargo(fleet, run({ lat: 12, lon: 66 }, 270, 90, 13))
}

/** Jumps, a ship on land and a false speed; beside them a fast craft and two ships that borrow one number. */
function spoof(fleet: Fleet): void {
  const always = { from: EPOCH + MINUTE, until: Infinity }
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
    addCargo(fleet, run(OFF_GOA[i]!, 230, 90, 12, { madeNm: 8 }), [oddity])
  }
  addCargo(fleet, run({ lat: 15.1, lon: 73.2 }, 170, 60, 42), [], 40)
  addCargo(fleet, run({ lat: 14.2, lon: 73.6 }, 200, 60, 12))
  addCargo(fleet, anchored(15.43, 73.68))
}

/** Ships that call at eight ports in every way: at once, after a wait, not at all, out of order, unheard. */
function portCalls(fleet: Fleet, seed: number): void {
  for (let i = 0; i < 64; i++)
    fleet.addScripted({ kind: 'A', shipType: 70, shipClass: 'merchant', name: null, ...portDays(seed, i) })
}

const SCRIPTS = {
  'port-calls': portCalls,
  'twelve-mile': twelveMile,
  'dark-vessel': darkVessel,
  spoof,
} as const

/** Puts the ships of a scenario's script to sea, beside those that only make up the traffic. */
export function playScript(fleet: Fleet, script: Scenario['script'], seed: number): void {
  if (script !== null) SCRIPTS[script](fleet, seed)
}
