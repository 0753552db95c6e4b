import { stretchOf, type Route } from './routes.ts'

/** Sails a route to its end, lies there, sails the way back, and so on for ever. */
export type Voyage = {
  kind: 'voyage'
  out: Route
  back: Route
  /** Metres a second. */
  speed: number
  /** Share of the lane's width, 0 to 1, to starboard. */
  aside: number
  dwellMs: number
  /** Epoch ms at which the first way out began. */
  beganAt: number
}
/** Lies at a place; `swing` degrees of latitude about it when at anchor. */
export type Rest = { kind: 'rest'; lat: number; lon: number; swing: number; navStatus: number }
/** Works to and fro in a box of `half` degrees about a place. */
export type Roam = {
  kind: 'roam'
  lat: number
  lon: number
  half: number
  /** Radians a second, east-west and north-south. */
  rateLon: number
  rateLat: number
  phase: number
  navStatus: number
}
/** One thing after another, and from the beginning again. */
export type Plan = { kind: 'plan'; beganAt: number; cycleMs: number; parts: readonly PlanPart[] }
/** Sails a route at a speed, or lies where it ended; until so many ms after the plan began. */
export type PlanPart = {
  endsMs: number
  route: Route
  /** Metres a second; 0 when the vessel lies at the end of the route. */
  speed: number
  /** Swing of the vessel about its place, degrees of latitude, and its reported navigational status. */
  swing: number
  navStatus: number
  /** Port where the vessel lies for a call, with the number of the visit; null without a call. */
  call: { code: string; what: 'ANCHORED' | 'BERTHED'; visit: number } | null
}
/**
 * Steered movement of a vessel, a state every `stepMs` from `beganAt` on: degrees and knots. Afterwards it stays as it
 * was last.
 */
export type Steered = {
  kind: 'steered'
  beganAt: number
  stepMs: number
  lats: Float64Array
  lons: Float64Array
  sogs: Float64Array
  cogs: Float64Array
  navs: Uint8Array
}
export type Motion = Voyage | Rest | Roam | Plan | Steered

/** Where and how a ship is at an instant: degrees, knots. Reused by the caller. */
export type Instant = {
  lat: number
  lon: number
  sog: number
  cog: number
  heading: number
  navStatus: number
}
export const anInstant = (): Instant => ({ lat: 0, lon: 0, sog: 0, cog: 0, heading: 0, navStatus: 0 })

const KNOTS = 3600 / 1852
const METRES_PER_DEGREE = (Math.PI / 180) * 6_378_137
/** Ships gather and lose way over this distance from a berth, metres. */
const APPROACH = 9000
const UNDER_WAY = 0
const MOORED = 5
const SWING_RATE = (2 * Math.PI) / 22_000

/** Milliseconds a route takes: full speed between two approaches at half of it on average. */
export function sailingMs(route: Route, speed: number): number {
  const approach = Math.min(APPROACH, route.length / 4)
  return ((route.length + 2 * approach) / speed) * 1000
}

/** Metres made good after `ms` on a route, and the speed then. */
function madeGood(route: Route, full: number, ms: number): { metres: number; speed: number } {
  const approach = Math.min(APPROACH, route.length / 4)
  const rampMs = ((2 * approach) / full) * 1000
  const leftMs = sailingMs(route, full) - ms
  if (ms < rampMs) return { metres: approach * (ms / rampMs) ** 2, speed: full * (ms / rampMs) }
  if (leftMs < rampMs) {
    const share = Math.max(0, leftMs / rampMs)
    return { metres: route.length - approach * share ** 2, speed: full * share }
  }
  return { metres: approach + (full * (ms - rampMs)) / 1000, speed: full }
}

function legAt(along: Float64Array, metres: number): number {
  let low = 0
  let high = along.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (along[middle]! <= metres) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns how much faster a vessel is on its side of the lane than in the middle. */
function placeOnRoute(route: Route, metres: number, aside: number, into: Instant): number {
  const { lats, lons, asideLat, asideLon, along } = route
  const leg = legAt(along, metres)
  const length = along[leg + 1]! - along[leg]!
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (metres - along[leg]!) / length))
  const lat1 = lats[leg]! + asideLat[leg]! * aside
  const lon1 = lons[leg]! + asideLon[leg]! * aside
  const lat2 = lats[leg + 1]! + asideLat[leg + 1]! * aside
  const lon2 = lons[leg + 1]! + asideLon[leg + 1]! * aside
  into.lat = lat1 + (lat2 - lat1) * share
  into.lon = lon1 + (lon2 - lon1) * share
  const east = (lon2 - lon1) * Math.cos((into.lat * Math.PI) / 180)
  into.cog = compass(east, lat2 - lat1)
  into.heading = into.cog
  return stretchOf(route, leg, aside)
}

function compass(east: number, north: number): number {
  const angle = (Math.atan2(east, north) * 180) / Math.PI
  return angle < 0 ? angle + 360 : angle
}

function sail(voyage: Voyage, at: number, into: Instant): void {
  const { out, back, speed, aside, dwellMs } = voyage
  const outMs = sailingMs(out, speed)
  const backMs = sailingMs(back, speed)
  const cycle = outMs + backMs + 2 * dwellMs
  const ms = (((at - voyage.beganAt) % cycle) + cycle) % cycle
  const isOut = ms < outMs + dwellMs
  const route = isOut ? out : back
  const since = isOut ? ms : ms - outMs - dwellMs
  const { metres, speed: now } = madeGood(route, speed, Math.min(since, isOut ? outMs : backMs))
  const stretch = placeOnRoute(route, metres, aside, into)
  const lies = since >= (isOut ? outMs : backMs)
  into.sog = lies ? 0 : now * stretch * KNOTS
  into.navStatus = lies ? MOORED : UNDER_WAY
}

/** Which part of a plan an instant is of, and when that began. */
export function partAt({ beganAt, cycleMs, parts }: Plan, at: number): { part: PlanPart; since: number } {
  const ms = (((at - beganAt) % cycleMs) + cycleMs) % cycleMs
  const index = parts.findIndex(({ endsMs }) => ms < endsMs)
  const part = parts[index] ?? parts.at(-1)!
  return { part, since: ms - (index > 0 ? parts[index - 1]!.endsMs : 0) }
}

const scratch: Rest = { kind: 'rest', lat: 0, lon: 0, swing: 0, navStatus: 0 }

function follow(plan: Plan, at: number, into: Instant): void {
  const { part, since } = partAt(plan, at)
  const { route, speed, swing, navStatus } = part
  if (speed === 0) {
    scratch.lat = route.lats.at(-1)!
    scratch.lon = route.lons.at(-1)!
    scratch.swing = swing
    scratch.navStatus = navStatus
    rest(scratch, at, into)
    return
  }
  const { metres, speed: now } = madeGood(route, speed, Math.min(since, sailingMs(route, speed)))
  placeOnRoute(route, metres, 0, into)
  into.sog = now * KNOTS
  into.navStatus = navStatus
}

/** Returns milliseconds until a vessel on a voyage reaches the end of its present way; 0 when it lies there. */
export function msToArrival(voyage: Voyage, at: number): { isOut: boolean; ms: number } {
  const outMs = sailingMs(voyage.out, voyage.speed)
  const backMs = sailingMs(voyage.back, voyage.speed)
  const cycle = outMs + backMs + 2 * voyage.dwellMs
  const ms = (((at - voyage.beganAt) % cycle) + cycle) % cycle
  const isOut = ms < outMs + voyage.dwellMs
  const end = isOut ? outMs : outMs + voyage.dwellMs + backMs
  return { isOut, ms: Math.max(0, end - ms) }
}

function rest(motion: Rest, at: number, into: Instant): void {
  const turn = (at / 1000) * SWING_RATE + motion.lat * 1000
  into.lat = motion.lat + Math.cos(turn) * motion.swing
  into.lon = motion.lon + Math.sin(turn) * motion.swing
  into.sog = motion.swing > 0 ? 0.1 : 0
  into.cog = (((turn * 180) / Math.PI) % 360) + 0
  // At anchor the bow follows the tide, at a berth it does not move.
  into.heading = motion.swing > 0 ? (into.cog + 180) % 360 : (motion.lon * 7919) % 360
  into.navStatus = motion.navStatus
}

function roam(motion: Roam, at: number, into: Instant): void {
  const seconds = at / 1000
  const x = seconds * motion.rateLon + motion.phase
  const y = seconds * motion.rateLat + motion.phase * 2
  into.lat = motion.lat + Math.sin(y) * motion.half
  into.lon = motion.lon + Math.sin(x) * motion.half
  const scale = METRES_PER_DEGREE * motion.half
  const east = Math.cos(x) * motion.rateLon * scale * Math.cos((into.lat * Math.PI) / 180)
  const north = Math.cos(y) * motion.rateLat * scale
  into.sog = Math.hypot(east, north) * KNOTS
  into.cog = compass(east, north)
  into.heading = into.cog
  into.navStatus = motion.navStatus
}

function steered(
  { beganAt, stepMs, lats, lons, sogs, cogs, navs }: Steered,
  at: number,
  into: Instant,
): void {
  const steps = Math.min(lats.length - 1, Math.max(0, (at - beganAt) / stepMs))
  const [step, next] = [Math.floor(steps), Math.min(lats.length - 1, Math.floor(steps) + 1)]
  const share = steps - step
  const between = (of: Float64Array) => of[step]! + (of[next]! - of[step]!) * share
  into.lat = between(lats)
  into.lon = between(lons)
  into.sog = between(sogs)
  into.cog = cogs[step]!
  into.heading = into.cog
  into.navStatus = navs[step]!
}

/** Writes where a ship is at `at` (epoch ms) into `into`. The answer depends on nothing but the motion and the time. */
export function stateAt(motion: Motion, at: number, into: Instant): void {
  if (motion.kind === 'voyage') sail(motion, at, into)
  else if (motion.kind === 'rest') rest(motion, at, into)
  else if (motion.kind === 'plan') follow(motion, at, into)
  else if (motion.kind === 'steered') steered(motion, at, into)
  else roam(motion, at, into)
}
