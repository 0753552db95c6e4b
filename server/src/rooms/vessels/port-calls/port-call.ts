import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { Part, PortAreas, PortPart } from '../../../sea/port-areas.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Silence from here on may hide an arrival, a stop or a departure; Global Fishing Watch takes the same four hours for
 * its port visits.
 */
export const SILENCE_MS = 4 * HOUR
/** Maximum speed of a stationary vessel, knots: at anchor it yaws and swings, at a berth receivers scatter. */
const LYING_KN = 1
/** Maximum distance from where the vessel became stationary, and minimum time there, to count as a stop. */
const LYING: Record<Part, { nm: number; ms: number }> = {
  HARBOUR: { nm: 0.25, ms: 10 * MINUTE },
  ANCHORAGE: { nm: 0.6, ms: 30 * MINUTE },
}
/** Minimum time of a stop for a vessel that reports the matching status. */
const REPORT_MS = 3 * MINUTE
/** Number of fixes outside after which the vessel has left. */
const OUTSIDE_FIXES = 2
/** Maximum time and distance outside both anchorage and berth on the way between them. */
const ON_HER_WAY_MS = 3 * HOUR
const ON_HER_WAY_NM = 15
/** Maximum absence, within the same distance, that counts as shifting and not as departure. */
const SHIFTING_MS = 6 * HOUR
/** Assumed speed of arrival and departure during a silence, knots; the rest of the silence counts as a stay. */
const COMING_AND_GOING_KN = 10
const SILENT_STOP_MS = 2 * HOUR

const AT_ANCHOR = 1
const NOT_UNDER_COMMAND = 2
const MOORED = 5
const AGROUND = 6

/** One fix of one ship. Epoch ms, degrees, knots. */
export type PortFix = {
  fixId: number
  t: number
  lat: number
  lon: number
  sog: number | null
  navStatus: number
  /** Number of the source it came from. */
  source: number
}
type Seen = Pick<PortFix, 'fixId' | 't' | 'lat' | 'lon'>
type Lying = Seen & { untilT: number; untilId: number; part: Part; ports: string[] }

/** Known events in a port from entry to exit. Plain data, stored as JSON. */
export type Stay = {
  portId: string
  entered: Seen
  isEntrySeen: boolean
  /** The last fix in the port. */
  last: Seen
  /** Place and time since which the vessel is stationary; null while it moves. */
  lying: Lying | null
  anchored: Seen | null
  berthed: Seen | null
  /** Ports whose anchorage that was. */
  anchoragePorts: string[]
  /** Silence here that was long enough for a stop. */
  silent: { from: Seen; to: Seen } | null
  /** The first fix outside since, how many there were and how far off the farthest, NM. */
  outside: { first: Seen; count: number; nm: number } | null
  departed: Seen | null
  isExitSeen: boolean
  /** Numbers of the sources that received the vessel here. */
  sources: number[]
}

/** State of one vessel between fixes. */
export type Ship = {
  lastT: number
  /** Position at that time, degrees; NaN if unknown. */
  lat: number
  lon: number
  stay: Stay | null
}
export const aShip = (): Ship => ({ lastT: -Infinity, lat: NaN, lon: NaN, stay: null })

export type CallState = 'ANCHORED' | 'BERTHED' | 'DEPARTED'
/** Port call as detected from fixes. Instants are epoch ms. */
export type DetectedCall = {
  portId: string
  enteredAt: number
  state: CallState
  anchoredAt: number | null
  berthedAt: number | null
  departedAt: number | null
  /**
   * 4: seen coming in, lying and going out; 3: seen lying, and coming in or going out; 2: seen lying only, or coming in
   * and going out with a silence between; 1: a silence, and coming in or going out.
   */
  confidence: 1 | 2 | 3 | 4
  /** True when it lay there at its first position: `enteredAt` is then no arrival. */
  isAlreadyThere: boolean
  /** Position of the stop, degrees. */
  place: { lat: number; lon: number }
  /** The fixes it was judged by, in order of time, and numbers of the sources of all of them. */
  fixIds: number[]
  sources: number[]
}

/**
 * Follows one vessel, fix by fix in order of time, and returns a call whenever it changes. This includes ended calls,
 * and calls that resume (`departedAt` null again; `enteredAt` unchanged). It serves live and stored fixes: the same
 * fixes give the same calls in portions of any size.
 */
export function follow(ship: Ship, fix: PortFix, areas: PortAreas, declared: string | null): DetectedCall[] {
  const silentMs = fix.t - ship.lastT
  if (silentMs < 0) return []
  ship.lastT = fix.t
  ship.lat = fix.lat
  ship.lon = fix.lon
  const parts = areas.at(fix.lat, fix.lon)
  const arrive = () => {
    ship.stay = begin(fix, chosen(parts, declared), silentMs < SILENCE_MS)
    lie(ship.stay, fix, parts)
  }
  const { stay } = ship
  if (stay === null || areas.port(stay.portId) === undefined) {
    ship.stay = null
    if (parts.length > 0) arrive()
    return []
  }
  const before = markOf(stay)
  // An anchorage may belong to two ports: the berth shows for which one the vessel lay there.
  if (stay.berthed === null && parts[0]?.part === 'HARBOUR' && stay.anchoragePorts.includes(parts[0].port.id))
    stay.portId = parts[0].port.id
  hear(stay, fix)
  if (isHere(stay, fix, parts)) {
    if (stay.departed !== null && !isShifting(stay, fix)) {
      arrive()
      return []
    }
    resume(stay)
    lie(stay, fix, parts)
    stay.last = seen(fix)
    if (!stay.sources.includes(fix.source)) stay.sources.push(fix.source)
    return changed(stay, before)
  }
  leave(stay, fix)
  if (parts.length > 0) depart(stay)
  const reported = changed(stay, before)
  if (parts.length > 0) arrive()
  else if (stay.departed !== null && !isShifting(stay, fix)) ship.stay = null
  return reported
}

const seen = ({ fixId, t, lat, lon }: Seen): Seen => ({ fixId, t, lat, lon })

const chosen = (parts: readonly PortPart[], declared: string | null): PortPart =>
  parts.find(({ port, part }) => port.id === declared && part === parts[0]!.part) ?? parts[0]!

const begin = (fix: PortFix, { port }: PortPart, isEntrySeen: boolean): Stay => ({
  portId: port.id,
  entered: seen(fix),
  isEntrySeen,
  last: seen(fix),
  lying: null,
  anchored: null,
  berthed: null,
  anchoragePorts: [],
  silent: null,
  outside: null,
  departed: null,
  isExitSeen: false,
  sources: [fix.source],
})

const nmBetween = (a: { lat: number; lon: number }, b: { lat: number; lon: number }) =>
  metresBetween(a.lat, a.lon, b.lat, b.lon) / METRES_PER_NM

/** In the port, or as good as: lying at a berth whose outline is not drawn to the metre. */
function isHere(stay: Stay, fix: PortFix, parts: readonly PortPart[]): boolean {
  if (parts.some(({ port }) => port.id === stay.portId)) return true
  const { lying } = stay
  return lying !== null && isSlow(fix) && nmBetween(lying, fix) <= LYING[lying.part].nm
}

const isSlow = ({ sog, navStatus }: PortFix) =>
  (sog === null || sog <= LYING_KN) && navStatus !== NOT_UNDER_COMMAND && navStatus !== AGROUND

/** Notes a silence that was long enough to lie in. */
function hear(stay: Stay, fix: PortFix): void {
  const before = stay.outside === null ? stay.last : null
  if (before === null || fix.t - before.t < SILENCE_MS) return
  const underWayMs = (nmBetween(before, fix) / COMING_AND_GOING_KN) * HOUR
  if (fix.t - before.t - underWayMs >= SILENT_STOP_MS) stay.silent = { from: before, to: seen(fix) }
}

function lie(stay: Stay, fix: PortFix, parts: readonly PortPart[]): void {
  if (!isSlow(fix)) {
    stay.lying = null
    return
  }
  const part = parts.find(({ port }) => port.id === stay.portId)?.part ?? stay.lying?.part
  if (part === undefined) return
  const { lying } = stay
  if (lying === null || lying.part !== part || nmBetween(lying, fix) > LYING[part].nm) {
    const ports = parts.filter((one) => one.part === part).map(({ port }) => port.id)
    stay.lying = { ...seen(fix), untilT: fix.t, untilId: fix.fixId, part, ports }
    return
  }
  lying.untilT = fix.t
  lying.untilId = fix.fixId
  const isShown = fix.navStatus === (part === 'HARBOUR' ? MOORED : AT_ANCHOR)
  if (fix.t - lying.t < (isShown ? REPORT_MS : LYING[part].ms)) return
  const isAtAnchor = part === 'ANCHORAGE' ? fix.navStatus !== MOORED : fix.navStatus === AT_ANCHOR
  if (!isAtAnchor) stay.berthed ??= seen(lying)
  else if (stay.berthed === null && stay.anchored === null) {
    stay.anchored = seen(lying)
    stay.anchoragePorts = lying.ports
  }
}

function leave(stay: Stay, fix: PortFix): void {
  const nm = nmBetween(stay.last, fix)
  const outside = (stay.outside ??= { first: seen(fix), count: 0, nm: 0 })
  outside.count++
  outside.nm = Math.max(outside.nm, nm)
  stay.lying = null
  if (stay.departed !== null) return
  const wasSilent = outside.first.t - stay.last.t >= SILENCE_MS
  const isAway = fix.t - outside.first.t >= ON_HER_WAY_MS || outside.nm >= ON_HER_WAY_NM
  if (isAway || (stay.berthed !== null && (outside.count >= OUTSIDE_FIXES || wasSilent))) depart(stay)
}

function depart(stay: Stay): void {
  if (stay.departed !== null || stay.outside === null) return
  stay.departed = stay.outside.first
  stay.isExitSeen = stay.outside.first.t - stay.last.t < SILENCE_MS
}

const isShifting = ({ outside }: Stay, fix: PortFix) =>
  outside !== null && fix.t - outside.first.t < SHIFTING_MS && outside.nm < ON_HER_WAY_NM

function resume(stay: Stay): void {
  stay.outside = null
  stay.departed = null
  stay.isExitSeen = false
}

/** Returns a key of the call state: a changed key means a changed call. */
const markOf = ({ portId, anchored, berthed, departed, silent }: Stay) =>
  [portId, anchored?.t, berthed?.t, departed?.t, departed === null ? 0 : silent?.from.t].join(' ')

function changed(stay: Stay, before: string): DetectedCall[] {
  if (markOf(stay) === before) return []
  const call = callOf(stay)
  return call === null ? [] : [call]
}

/** The call a stay makes; null for one that only passes through. */
export function callOf(stay: Stay): DetectedCall | null {
  const { anchored, berthed, departed, silent, entered } = stay
  const lay = berthed ?? anchored
  const isInferred = lay === null
  // In a silence no stop is visible: only after departure it differs from a receiver outage.
  if (isInferred && (silent === null || departed === null)) return null
  const place = lay ?? silent!.from
  const sides = (stay.isEntrySeen ? 1 : 0) + (stay.isExitSeen ? 1 : 0)
  const fixes = [entered, anchored, berthed, isInferred ? silent!.from : null, stay.last, departed]
  return {
    portId: stay.portId,
    enteredAt: entered.t,
    state: departed !== null ? 'DEPARTED' : berthed !== null ? 'BERTHED' : 'ANCHORED',
    anchoredAt: anchored?.t ?? null,
    berthedAt: berthed?.t ?? (isInferred ? silent!.from.t : null),
    departedAt: departed?.t ?? null,
    confidence: confidenceOf(isInferred, sides),
    isAlreadyThere: !stay.isEntrySeen && (isInferred || lay.t === entered.t),
    place: { lat: place.lat, lon: place.lon },
    sources: stay.sources,
    fixIds: [...new Set(fixes.flatMap((one) => (one === null ? [] : [one.fixId])))],
  }
}

function confidenceOf(isInferred: boolean, sides: number): 1 | 2 | 3 | 4 {
  if (isInferred) return sides === 2 ? 2 : 1
  return sides === 2 ? 4 : sides === 1 ? 3 : 2
}
