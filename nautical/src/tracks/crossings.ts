import { Border } from '../polygons/border.ts'
import { metresBetween } from '../geodesy.ts'
import { PolygonLookup } from '../polygons/polygon-lookup.ts'
import type { Rings } from '../polygons/polygon.ts'
import { METRES_PER_NM } from '../units.ts'
import { RecentFixes } from './recent-fixes.ts'
import { noteInside, type Edge, type Visit } from './visit.ts'
import { Way } from './way.ts'

/** Distance outside below which a vessel has not left: vessels lie at anchor on borders, and places are never exact. */
export const HYSTERESIS_M = 0.2 * METRES_PER_NM
/** Faster than this from one fix to the next is no way a ship took, knots. */
const MOST_KN = 60
/** Metres a millisecond. */
export const MOST_M_PER_MS = (MOST_KN * METRES_PER_NM) / 3_600_000
/** Precision of the test for a way beyond the hysteresis. */
const EXACT_M = 2

/** A fix as the machine takes it: degrees, epoch ms, 0.1 kn or -1. */
export type CrossingFix = { at: number; lat: number; lon: number; id: number; source: number; sog: number }

/** A fix by which a ship was gone through. */
export type SailedFix = Omit<CrossingFix, 'sog'>

/** Outcome of a fix: taken, of the same instant, sent before one that was taken, or not reachable. */
export const TAKEN = { YES: 0, SAME: 1, LATE: 2, LEAP: 3 } as const

/**
 * Entries and exits of vessels in polygons, from the fixes of each vessel in order of time. An entry counts at the
 * border, an exit once the vessel was the hysteresis outside; it is then reported for when it crossed. The result for
 * a fix depends on the visits under way and the fix before alone, so a caller that stores those continues exactly
 * where it stood. A fix that crosses nothing allocates nothing.
 */
export class Crossings {
  readonly #lookup = new PolygonLookup<number>()
  /** Outlines that are not in the lookup yet. */
  readonly #due = new Map<number, readonly Rings[]>()
  readonly #borders = new Map<number, Border>()
  /** Metres, where it is not the usual one. */
  readonly #hysteresis = new Map<number, number>()
  readonly #silentMs: number
  readonly #hear: (visit: Visit) => void
  readonly #way = new Way()
  readonly #mostMetresPerMs: number
  readonly #recent = new RecentFixes()
  /** The last fix of each ship; time 0 when there is none. */
  readonly #last = {
    at: new Float64Array(64),
    lat: new Float64Array(64),
    lon: new Float64Array(64),
    id: new Float64Array(64),
    source: new Int32Array(64),
  }
  readonly #open: (Visit[] | undefined)[] = []
  #met = new Int32Array(16)

  /**
   * Creates the detection. After `silentMs` without a fix, or for a way faster than `mostKn`, the way of a vessel is
   * unknown. The callback receives each visit that begins or ends.
   */
  constructor(silentMs: number, hear: (visit: Visit) => void, mostKn = MOST_KN) {
    this.#mostMetresPerMs = (mostKn * METRES_PER_NM) / 3_600_000
    this.#silentMs = silentMs
    this.#hear = hear
  }

  /**
   * Sets a zone: a vessel outside by `hysteresis` metres has left. It is laid out with the first fix that comes, or by
   * `layOut` before. Throws RangeError as PolygonLookup.
   */
  putZone(zone: number, polygons: readonly Rings[], hysteresis = HYSTERESIS_M): void {
    const border = new Border(polygons)
    this.#due.set(zone, polygons)
    if (hysteresis === HYSTERESIS_M) this.#hysteresis.delete(zone)
    else this.#hysteresis.set(zone, hysteresis)
    this.#borders.set(zone, border)
  }

  /** Lays out what was put, one zone after another, so that others have their turn between. */
  *layOut(): Generator<void> {
    for (const [zone, polygons] of this.#due) {
      this.#due.delete(zone)
      yield void this.#lookup.put(zone, polygons)
    }
  }

  has(zone: number): boolean {
    return this.#borders.has(zone)
  }

  /** Watches it no longer; its visits under way are forgotten, not ended. */
  removeZone(zone: number): void {
    this.#due.delete(zone)
    this.#lookup.remove(zone)
    this.#borders.delete(zone)
    this.#hysteresis.delete(zone)
    for (const visits of this.#open) {
      const at = visits?.findIndex((one) => one.zone === zone) ?? -1
      if (at >= 0) visits!.splice(at, 1)
    }
  }

  /** The visits of a ship that are under way. */
  visitsOf(ship: number): readonly Visit[] {
    return this.#open[ship] ?? []
  }

  /** When the last fix of a ship was sent; 0 when it has none. */
  lastAt(ship: number): number {
    return this.#last.at[ship] ?? 0
  }

  /**
   * Returns the last fix of a vessel that was taken: one that could not be reached leaves the vessel where it was.
   * Null without any.
   */
  lastOf(ship: number): SailedFix | null {
    const { at, lat, lon, id, source } = this.#last
    if (this.lastAt(ship) === 0) return null
    return { at: at[ship]!, lat: lat[ship]!, lon: lon[ship]!, id: id[ship]!, source: source[ship]! }
  }

  /** Puts a ship back to where it stood. */
  restore(ship: number, { at, lat, lon, id, source }: SailedFix, visits: Visit[]): void {
    this.#room(ship)
    this.#recent.forget(ship)
    this.#note(ship, at, lat, lon, id, source)
    for (const visit of visits) visit.ship = ship
    this.#open[ship] = visits
  }

  /** Takes on a visit under way in a zone that another watched until now. */
  adopt(visit: Visit): void {
    ;(this.#open[visit.ship] ??= []).push(visit)
  }

  forget(ship: number): void {
    if (ship < this.#last.at.length) this.#last.at[ship] = 0
    this.#open[ship] = undefined
    this.#recent.forget(ship)
  }

  take(ship: number, at: number, lat: number, lon: number, id: number, source: number, sog: number): number {
    if (this.#due.size > 0) for (const _ of this.layOut());
    if (ship >= this.#last.at.length) this.#room(ship)
    const last = this.#last
    const before = last.at[ship]!
    if (before === 0) {
      this.#appear(ship, { at, lat, lon, id, source, sog }, 'FIRST_HEARD')
    } else {
      if (at <= before) return at === before ? TAKEN.SAME : TAKEN.LATE
      const silence = at - before
      if (silence > this.#silentMs) this.#afterSilence(ship, { at, lat, lon, id, source, sog })
      else if (lat !== last.lat[ship] || lon !== last.lon[ship]) {
        const metres = metresBetween(last.lat[ship]!, last.lon[ship]!, lat, lon)
        if (metres > this.#mostMetresPerMs * silence) return TAKEN.LEAP
        this.#sail(ship, at, lat, lon, id, source, metres)
      }
      const visits = this.#open[ship]
      if (visits !== undefined)
        for (let i = 0; i < visits.length; i++)
          noteInside(visits[i]!, sog, visits[i]!.entry.afterAt === at ? 0 : silence)
    }
    this.#note(ship, at, lat, lon, id, source)
    return TAKEN.YES
  }

  /**
   * Takes a fix that was sent before the last one, where it changes nothing: where the way by it meets no border, and the
   * way without it met none. Otherwise the ship is to be worked out again from there on.
   */
  takeLate(ship: number, at: number, lat: number, lon: number): boolean {
    if (this.#due.size > 0) for (const _ of this.layOut());
    const recent = this.#recent.of(ship)
    const next = recent.findIndex((fix) => fix.at >= at)
    const [before, after] = [recent[next - 1], recent[next]]
    if (before === undefined || after === undefined) return false
    if (after.at === at) return true
    if (this.visitsOf(ship).some(({ leaving }) => leaving !== null)) return false
    const isFar = after.at - before.at > this.#silentMs
    if (isFar || !canReach(before, { at, lat, lon }) || !canReach({ at, lat, lon }, after)) return false
    const isClear = (from: { lat: number; lon: number }, to: { lat: number; lon: number }) =>
      !this.#meetsAny(from.lat, from.lon, to.lat, to.lon)
    if (!isClear(before, after) || !isClear(before, { lat, lon }) || !isClear({ lat, lon }, after))
      return false
    this.#recent.insert(ship, at, lat, lon)
    return true
  }

  #meetsAny(lat: number, lon: number, toLat: number, toLon: number): boolean {
    const pieces = this.#way.lay(lat, lon, toLat, toLon, metresBetween(lat, lon, toLat, toLon))
    const { lats, lons } = this.#way
    for (let piece = 0; piece < pieces; piece++)
      if (this.#lookup.along(lats[piece]!, lons[piece]!, lats[piece + 1]!, lons[piece + 1]!) > 0) return true
    return false
  }

  #sail(ship: number, at: number, lat: number, lon: number, id: number, source: number, metres: number) {
    const last = this.#last
    const way = this.#way
    const pieces = way.lay(last.lat[ship]!, last.lon[ship]!, lat, lon, metres)
    let count = 0
    for (let piece = 0; piece < pieces; piece++) {
      const met = this.#lookup.along(
        way.lats[piece]!,
        way.lons[piece]!,
        way.lats[piece + 1]!,
        way.lons[piece + 1]!,
      )
      for (let n = 0; n < met; n++) count = this.#meet(this.#lookup.met[n]!, count)
    }
    const visits = this.#open[ship]
    if (visits !== undefined)
      for (let i = 0; i < visits.length; i++)
        if (visits[i]!.leaving !== null) count = this.#meet(this.#numberOf(visits[i]!), count)
    if (count > 0) this.#pass(ship, count, { at, lat, lon, id, source, sog: -1 })
  }

  #hysteresisOf(zone: number): number {
    return this.#hysteresis.get(zone) ?? HYSTERESIS_M
  }

  #numberOf({ zone }: Visit): number {
    return this.#lookup.numberOf(zone)!
  }

  #meet(number: number, count: number): number {
    for (let i = 0; i < count; i++) if (this.#met[i] === number) return count
    if (count === this.#met.length) {
      const wider = new Int32Array(count * 2)
      wider.set(this.#met)
      this.#met = wider
    }
    this.#met[count] = number
    return count + 1
  }

  /** Goes through what the way just laid has to do with polygons it meets or is about to leave. */
  #pass(ship: number, count: number, to: CrossingFix) {
    const zones = Array.from(this.#met.subarray(0, count), (number) => this.#lookup.idOf(number)!)
    const way = this.#way
    for (const zone of zones) {
      const border = this.#borders.get(zone)!
      const stops = way.meetings(border)
      for (let i = 1; i < stops.length; i++) {
        const [from, end] = [stops[i - 1]!, stops[i]!]
        way.placeAt((from + end) / 2)
        this.#be(ship, zone, border.holds(way.lat, way.lon), to, from, end)
      }
      // A fix on the border itself lies where the next way will find it.
      this.#be(ship, zone, border.holds(to.lat, to.lon), to, 1, 1)
    }
  }

  /** A stretch of the way just laid lies inside, or outside. */
  #be(ship: number, zone: number, isInside: boolean, to: CrossingFix, from: number, end: number) {
    const visit = this.#visitOf(ship, zone)
    if (visit === undefined) {
      if (isInside) this.#enter(ship, zone, this.#edge(ship, to, from))
    } else if (isInside) {
      visit.isChanged ||= visit.leaving !== null
      visit.leaving = null
    } else {
      if (visit.leaving === null) this.#beginLeaving(visit, this.#edge(ship, to, from))
      if (this.#way.goesBeyond(this.#borders.get(zone)!, from, end, this.#hysteresisOf(zone), EXACT_M))
        this.#leave(visit, to.at)
    }
  }

  #edge(ship: number, to: CrossingFix, share: number): Edge {
    const last = this.#last
    this.#way.placeAt(share)
    const at = Math.round(last.at[ship]! + share * (to.at - last.at[ship]!))
    return { claim: 'CROSSED', at, lat: this.#way.lat, lon: this.#way.lon, ...this.#between(ship, to) }
  }

  #between(ship: number, to: CrossingFix) {
    const last = this.#last
    return {
      beforeId: last.id[ship]!,
      beforeSource: last.source[ship]!,
      beforeAt: last.at[ship]!,
      afterId: to.id,
      afterSource: to.source,
      afterAt: to.at,
    }
  }

  #appear(ship: number, fix: CrossingFix, claim: 'FIRST_HEARD' | 'SILENT') {
    const { at, lat, lon, id, source } = fix
    const between =
      claim === 'SILENT'
        ? this.#between(ship, fix)
        : { beforeId: 0, beforeSource: 0, beforeAt: at, afterId: id, afterSource: source, afterAt: at }
    const count = this.#lookup.at(lat, lon)
    for (const number of this.#lookup.found.slice(0, count)) {
      const zone = this.#lookup.idOf(number)!
      if (this.#visitOf(ship, zone) === undefined)
        this.#enter(ship, zone, { claim, at, lat, lon, ...between })
    }
  }

  /**
   * Handles a silence, in which the way is unknown: a vessel elsewhere now passed in it, and one that was gone may
   * have been back.
   */
  #afterSilence(ship: number, to: CrossingFix) {
    const last = this.#last
    for (const visit of this.visitsOf(ship).slice()) {
      const border = this.#borders.get(visit.zone)!
      if (border.holds(to.lat, to.lon)) {
        visit.isChanged ||= visit.leaving !== null
        visit.leaving = null
        continue
      }
      if (visit.leaving === null) {
        const [at, lat, lon] = [last.at[ship]!, last.lat[ship]!, last.lon[ship]!]
        this.#beginLeaving(visit, { claim: 'SILENT', at, lat, lon, ...this.#between(ship, to) })
      }
      if (border.metresFrom(to.lat, to.lon) >= this.#hysteresisOf(visit.zone)) this.#leave(visit, to.at)
    }
    this.#appear(ship, to, 'SILENT')
  }

  #visitOf(ship: number, zone: number): Visit | undefined {
    return this.#open[ship]?.find((visit) => visit.zone === zone)
  }

  #enter(ship: number, zone: number, entry: Edge) {
    const visit: Visit = {
      ship,
      zone,
      entry,
      exit: null,
      overAt: 0,
      leaving: null,
      minSog: -1,
      silence: 0,
      insideSog: -1,
      insideSilence: 0,
      isChanged: true,
    }
    ;(this.#open[ship] ??= []).push(visit)
    this.#hear(visit)
  }

  #beginLeaving(visit: Visit, edge: Edge) {
    visit.leaving = edge
    visit.insideSog = visit.minSog
    visit.insideSilence = visit.silence
    visit.isChanged = true
  }

  #leave(visit: Visit, at: number) {
    visit.overAt = at
    visit.exit = visit.leaving
    visit.leaving = null
    visit.minSog = visit.insideSog
    visit.silence = visit.insideSilence
    visit.isChanged = true
    const visits = this.#open[visit.ship]!
    visits.splice(visits.indexOf(visit), 1)
    this.#hear(visit)
  }

  #note(ship: number, at: number, lat: number, lon: number, id: number, source: number) {
    const last = this.#last
    last.at[ship] = at
    last.lat[ship] = lat
    last.lon[ship] = lon
    last.id[ship] = id
    last.source[ship] = source
    this.#recent.note(ship, at, lat, lon)
  }

  #room(ship: number) {
    const last = this.#last
    if (ship < last.at.length) return
    const size = Math.max(ship + 1, last.at.length * 2)
    const wider = (values: Float64Array) => {
      const all = new Float64Array(size)
      all.set(values)
      return all
    }
    const sources = new Int32Array(size)
    sources.set(last.source)
    last.at = wider(last.at)
    last.lat = wider(last.lat)
    last.lon = wider(last.lon)
    last.id = wider(last.id)
    last.source = sources
  }
}

type Received = { at: number; lat: number; lon: number }
const canReach = (from: Received, to: Received) =>
  metresBetween(from.lat, from.lon, to.lat, to.lon) <= MOST_M_PER_MS * (to.at - from.at)
