import { Dice } from './dice.ts'
import { EPOCH } from './fleet.ts'
import { partAt, sailingMs, type Plan, type PlanPart } from './motion.ts'
import { routeThrough } from './routes.ts'
import type { Oddity, Ship } from './ship.ts'

type Corner = readonly [lat: number, lon: number]
/** The way from the open sea to a berth, as ships take it. */
export type CalledPort = {
  code: string
  name: string
  sea: Corner
  anchorage: Corner
  entrance: Corner
  berth: Corner
}
const called = (
  code: string,
  name: string,
  [sea, anchorage, entrance, berth]: readonly [Corner, Corner, Corner, Corner],
): CalledPort => ({ code, name, sea, anchorage, entrance, berth })

/** Berths and anchorages to about a cable. */
export const CALLED_PORTS: readonly CalledPort[] = [
  called('LKCMB', 'COLOMBO', [
    [6.9, 79.4],
    [6.985, 79.79],
    [6.957, 79.838],
    [6.951, 79.848],
  ]),
  called('INCOK', 'KOCHI', [
    [9.85, 75.8],
    [9.95, 76.13],
    [9.971, 76.235],
    [9.968, 76.262],
  ]),
  called('INMAA', 'CHENNAI', [
    [13.1, 80.8],
    [13.12, 80.375],
    [13.083, 80.315],
    [13.093, 80.3],
  ]),
  called('INVTZ', 'VISAKHAPATNAM', [
    [17.45, 83.7],
    [17.65, 83.34],
    [17.682, 83.312],
    [17.692, 83.3],
  ]),
  called('OMSLL', 'SALALAH', [
    [16.5, 54.2],
    [16.9, 54.04],
    [16.94, 54.018],
    [16.944, 54.006],
  ]),
  called('AEFJR', 'FUJAIRAH', [
    [25.0, 56.9],
    [25.23, 56.45],
    [25.17, 56.383],
    [25.174, 56.366],
  ]),
  called('KEMBA', 'MOMBASA', [
    [-4.2, 40.1],
    [-4.09, 39.74],
    [-4.068, 39.672],
    [-4.043, 39.625],
  ]),
  called('MUPLU', 'PORT LOUIS', [
    [-20.0, 57.1],
    [-20.13, 57.455],
    [-20.147, 57.487],
    [-20.154, 57.494],
  ]),
]

const HOUR = 3_600_000
const KNOT = 1852 / 3600
const UNDER_WAY = 0
const AT_ANCHOR = 1
const NOT_UNDER_COMMAND = 2
const MOORED = 5

/** Courses of one visit of a scripted vessel. */
const STORIES = ['BERTHS', 'WAITS_AND_BERTHS', 'WAITS', 'PASSES', 'BREAKS_DOWN', 'GOES_DARK'] as const

/** Puts one thing after another. */
class Planner {
  readonly parts: PlanPart[] = []
  #at = 0
  #place: Corner

  constructor(start: Corner) {
    this.#place = start
  }

  get atMs() {
    return this.#at
  }

  sail(knots: number, ...corners: readonly Corner[]) {
    const way = [this.#place, ...corners].map(([lat, lon]) => ({ lat, lon }))
    const route = routeThrough(way)
    const speed = knots * KNOT
    this.#at += sailingMs(route, speed)
    this.parts.push({ endsMs: this.#at, route, speed, swing: 0, navStatus: UNDER_WAY, call: null })
    this.#place = corners.at(-1)!
    return this
  }

  lie(hours: number, navStatus: number, call: PlanPart['call']) {
    const [lat, lon] = this.#place
    this.#at += hours * HOUR
    const swing = navStatus === AT_ANCHOR ? 0.0025 : navStatus === MOORED ? 0 : 0.004
    const route = routeThrough([
      { lat, lon },
      { lat, lon },
    ])
    this.parts.push({ endsMs: this.#at, route, speed: 0, swing, navStatus, call })
    return this
  }
}

/** Plans one visit, from the sea and back to it. Returns when the vessel is not received, ms after the plan began. */
function sailVisit(plan: Planner, visit: number, port: CalledPort, dice: Dice): Oddity[] {
  const story = dice.pick(STORIES)
  const { code, sea, entrance } = port
  const near = (share: number, [lat, lon]: Corner): Corner => [
    lat + dice.between(-share, share),
    lon + dice.between(-share, share),
  ]
  const [anchorage, berth] = [near(0.008, port.anchorage), near(0.0006, port.berth)]
  const knots = dice.between(9, 16)
  if (story === 'PASSES') {
    plan.sail(knots, anchorage, near(0.05, sea))
  } else if (story === 'BREAKS_DOWN') {
    const off: Corner = [(sea[0] * 2 + anchorage[0]) / 3, (sea[1] * 2 + anchorage[1]) / 3]
    plan.sail(knots, off).lie(dice.between(2, 7), NOT_UNDER_COMMAND, null).sail(knots, near(0.05, sea))
  } else {
    if (story === 'BERTHS' || story === 'GOES_DARK') plan.sail(knots, anchorage)
    else plan.sail(knots, anchorage).lie(dice.between(3, 30), AT_ANCHOR, { code, what: 'ANCHORED', visit })
    if (story === 'WAITS') plan.sail(knots, sea)
    else {
      plan.sail(8, entrance, berth)
      const from = plan.atMs
      plan.lie(dice.between(6, 40), MOORED, { code, what: 'BERTHED', visit })
      const lay = plan.atMs - from
      plan.sail(8, entrance, anchorage).sail(knots, sea)
      // The vessel is not received from soon after it is moored until it is out of the harbour or nearly so.
      if (story === 'GOES_DARK')
        return [
          {
            what: 'silent',
            from: from + dice.between(0.02, 0.3) * HOUR,
            until: Infinity,
            every: 0,
            lasts: lay - dice.between(-0.4, 0.6) * HOUR,
          },
        ]
    }
  }
  return []
}

const VISITS = 6

/** A ship that calls at one port again and again, each time with another story. */
export function portDays(seed: number, index: number): Pick<Ship, 'motion' | 'oddities' | 'ports'> {
  const dice = new Dice(seed, 40_000 + index)
  const port = CALLED_PORTS[index % CALLED_PORTS.length]!
  const plan = new Planner(port.sea)
  const oddities: Oddity[] = []
  for (let n = 0; n < VISITS; n++) {
    oddities.push(...sailVisit(plan, n, port, dice))
    const away: Corner = [
      port.sea[0] + dice.between(-0.6, 0.6),
      port.sea[1] + (port.sea[1] < port.berth[1] ? -1 : 1),
    ]
    plan.sail(dice.between(9, 16), away, port.sea)
  }
  const cycleMs = plan.atMs
  const beganAt = EPOCH - Math.round(dice.next() * cycleMs)
  const motion: Plan = { kind: 'plan', beganAt, cycleMs, parts: plan.parts }
  return {
    motion,
    ports: null,
    oddities: oddities.map((oddity) =>
      oddity.what === 'silent' ? { ...oddity, from: oddity.from + beganAt, every: cycleMs } : oddity,
    ),
  }
}

/** Stay that took place; epoch ms, and its phases. */
export type TrueCall = {
  code: string
  from: number
  to: number
  anchoredAt: number | null
  berthedAt: number | null
}

/** The calls of a plan that begin and end between two instants, as they were sailed. */
export function trueCalls({ beganAt, cycleMs, parts }: Plan, from: number, to: number): TrueCall[] {
  const calls: TrueCall[] = []
  for (let turn = Math.floor((from - beganAt) / cycleMs); beganAt + turn * cycleMs < to; turn++) {
    let visit = -1
    for (const [i, { endsMs, call }] of parts.entries()) {
      if (call === null) continue
      const start = beganAt + turn * cycleMs + parts[i - 1]!.endsMs
      if (call.visit !== visit)
        calls.push({ code: call.code, from: start, to: 0, anchoredAt: null, berthedAt: null })
      visit = call.visit
      const open = calls.at(-1)!
      open[call.what === 'ANCHORED' ? 'anchoredAt' : 'berthedAt'] ??= start
      open.to = beganAt + turn * cycleMs + endsMs
    }
  }
  return calls.filter((call) => call.from >= from && call.to < to)
}

/**
 * Returns the present or next port of a vessel and when it comes to lie there; null if nothing more is planned in this
 * round.
 */
export function nextCall(plan: Plan, at: number): { name: string; ms: number } | null {
  const { part } = partAt(plan, at)
  const first = plan.parts.indexOf(part)
  const index = plan.parts.findIndex(({ call }, i) => i >= first && call !== null)
  const call = plan.parts[index]?.call
  if (call === undefined || call === null) return null
  const ms = (((at - plan.beganAt) % plan.cycleMs) + plan.cycleMs) % plan.cycleMs
  const { name } = CALLED_PORTS.find(({ code }) => code === call.code)!
  return { name, ms: Math.max(0, plan.parts[index - 1]!.endsMs - ms) }
}
