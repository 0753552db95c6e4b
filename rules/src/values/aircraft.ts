import { AIRCRAFT_GONE_MIN } from '@samudra/contract/aircraft'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { Crossings } from '@samudra/nautical/tracks/crossings'
import type { Visit } from '@samudra/nautical/tracks/visit'
import { LONGEST_SILENCE_MIN } from './aircraft-conditions.ts'
import { NONE } from '../running/fix-log.ts'
import {
  FixState,
  holeOf,
  newMemory,
  NO_FACTS,
  renewUsual,
  type AirFacts,
  type Memory,
} from '../running/memory.ts'
import { Moment, type Cause, type MomentKind } from '../running/moment.ts'
import type { Explained } from '../plans/node.ts'
import { Plan } from '../plans/plan.ts'
import { SilenceNode } from './predicates.ts'
import type { RuleUnit, HitEvent } from '../plans/rule-unit.ts'
import { Runner, type EvaluatorOptions } from '../running/runner.ts'
import { saveShip, shipFrom, type SavedShip } from '../running/saved.ts'
import { sailedOf } from '../running/checkpoints.ts'
import { putVisits } from '../running/ship.ts'
import type { StaticClass } from './static-class.ts'
import type { World } from '../world.ts'

const MINUTE_MS = 60_000
/** Time after which the movement of an aircraft is unknown and it is no longer reported. */
const GONE_MS = AIRCRAFT_GONE_MIN * MINUTE_MS
const RETENTION_MS = LONGEST_SILENCE_MIN * MINUTE_MS
/** Faster from one report to the next is no way an aircraft took, knots. */
const MOST_KN = 2000

/**
 * Report of an aircraft by an instant, epoch ms, in degrees and knots; NaN and null where it did not report a value.
 */
export type AircraftReport = {
  at: number
  icao24: string
  /** Source of the report, and all sources that reported the aircraft then. */
  source: number
  sources: readonly number[]
  lat: number
  lon: number
  sog: number
  cog: number
  callSign: string | null
  country: string | null
  air: AirFacts
}
/**
 * Event of a hit on an aircraft, whose number is `ship`, with the sources that reported it since the earliest
 * evidence.
 */
export type AircraftHitEvent = HitEvent & { icao24: string; sources: number[] }
/** Aircraft as they were at an instant, epoch ms. */
export type SavedAircraft = { upto: number; aircraft: { icao24: string; state: SavedShip }[] }

type Flown = {
  readonly number: number
  readonly icao24: string
  memory: Memory
  staticClass: StaticClass | null
}

/** Returns whether a rule requires a silence: it still holds for an aircraft that is gone. */
const needsSilence = ({ causes }: RuleUnit) => [...causes].some((cause) => cause instanceof SilenceNode)

/**
 * Evaluator of aircraft rules, by the reports up to the instants at which the sky is stored. Reports arrive in that
 * order, so none is late and nothing is revised. A later reader of the reports finds the same hits.
 */
export class Aircraft {
  readonly #plan: Plan
  readonly #runner: Runner
  readonly #hear: (event: AircraftHitEvent) => void
  readonly #moment = new Moment()
  readonly #crossings: Crossings
  readonly #flown = new Map<string, Flown>()
  /** Aircraft whose hits end when they are gone. */
  readonly #ending: readonly RuleUnit[]
  #count = 0
  #upto = -Infinity
  #atQuery: Flown | null = null

  /** Throws RuleFault for a rule that cannot be evaluated. */
  constructor(
    rules: readonly EvaluatedRule[],
    world: World,
    {
      hear,
      fault,
      mostWork,
    }: Pick<EvaluatorOptions, 'fault' | 'mostWork'> & { hear: (events: AircraftHitEvent) => void },
  ) {
    this.#plan = new Plan(rules, world, (event) => this.#emit(event), { isOfAircraft: true })
    this.#runner = new Runner(this.#plan, { fault, mostWork })
    this.#hear = hear
    this.#crossings = new Crossings(GONE_MS, (visit) => this.#pass(visit), MOST_KN)
    this.#ending = this.#plan.rules.filter((rule) => !needsSilence(rule))
    this.#plan.putZones(this.#crossings)
  }

  /** Up to which instant all was taken, epoch ms. */
  get upto(): number {
    return this.#upto
  }

  #emit(event: HitEvent) {
    const { icao24, memory } = this.#atQuery!
    const explanation = event.explanation === null ? null : bare(event.explanation)
    const since = explanation === null ? event.at : earliest(explanation, event.at)
    const sources = [...memory.sources].flatMap(([source, at]) => (at >= since ? [source] : []))
    this.#hear({
      ...event,
      icao24,
      sources: sources.length > 0 ? sources : [memory.fix.source],
      explanation,
    })
  }

  #pass(visit: Visit) {
    const isEntry = visit.exit === null
    this.#moment.passings.push({ zone: visit.zone, isEntry, edge: isEntry ? visit.entry : visit.exit! })
  }

  /** Takes a report of an aircraft; reports arrive in order. */
  take({ at, icao24, source, sources, lat, lon, sog, cog, callSign, country, air }: AircraftReport): void {
    const one = this.#flown.get(icao24) ?? this.#meet(icao24)
    const { memory } = one
    this.#upto = Math.max(this.#upto, at)
    if (at <= memory.fix.at) return
    this.#silentUpTo(one, at)
    memory.before = memory.fix
    memory.fix = Object.assign(new FixState(), { at, source, lat, lon, sog, cog, receivedAt: at })
    const { facts } = memory
    if (facts.call_sign !== callSign || facts.country !== country) one.staticClass = null
    memory.facts = { ...NO_FACTS, mmsi: icao24, call_sign: callSign, country, air }
    memory.silences = 0
    for (const each of sources) memory.sources.set(each, at)
    const gapMs = this.#gapOf(memory)
    if (!Number.isNaN(gapMs)) renewUsual(memory, gapMs)
    this.#moment.passings.length = 0
    if (this.#plan.needsZones && !Number.isNaN(lat))
      this.#crossings.take(one.number, at, lat, lon, 0, source, Number.isNaN(sog) ? -1 : Math.round(sog * 10))
    this.#run(one, { at, kind: 'FIX', cause: null })
  }

  #meet(icao24: string): Flown {
    const memory = newMemory({ ...NO_FACTS, mmsi: icao24 })
    const one = { number: this.#count++, icao24, memory, staticClass: null }
    this.#flown.set(icao24, one)
    return one
  }

  #gapOf = ({ before, fix }: Memory) => (before.at === 0 ? Number.NaN : fix.at - before.at)

  /**
   * Evaluates the silences of aircraft after all input up to an instant, and forgets those that were not received for
   * long.
   */
  advance(now: number): void {
    this.#upto = Math.max(this.#upto, now)
    for (const one of this.#flown.values()) {
      // A report of the very instant comes in time.
      this.#silentUpTo(one, now)
      if (one.memory.fix.at + RETENTION_MS >= now) continue
      this.#crossings.forget(one.number)
      this.#flown.delete(one.icao24)
    }
  }

  #silentUpTo(one: Flown, at: number) {
    const { silences } = this.#plan
    const { memory } = one
    if (memory.fix.at === 0) return
    const goneAt = memory.fix.at + GONE_MS
    for (; memory.silences < silences.length; memory.silences++) {
      const cause = silences[memory.silences]!
      const due = memory.fix.at + cause.ms
      if (due >= at) break
      if (due > goneAt) this.#leave(one, goneAt)
      this.#moment.passings.length = 0
      this.#run(one, { at: due, kind: 'SILENCE', cause })
    }
    if (goneAt < at) this.#leave(one, goneAt)
  }

  #leave(one: Flown, at: number) {
    if (one.memory.hits.size === 0) return
    this.#be(one, { at, kind: 'SILENCE', cause: null })
    for (const rule of this.#ending) rule.leave(this.#moment)
  }

  #be(one: Flown, { at, kind, cause }: { at: number; kind: MomentKind; cause: Cause | null }) {
    const m = this.#moment
    m.kind = kind
    m.cause = cause
    m.gapMs = this.#gapOf(one.memory)
    m.holeMs = holeOf(one.memory)
    m.beAt(at, one.number, one.memory)
    m.inside = this.#crossings.visitsOf(one.number)
    this.#atQuery = one
  }

  #run(one: Flown, when: { at: number; kind: MomentKind; cause: Cause | null }) {
    this.#be(one, when)
    one.staticClass ??= this.#runner.classOf(this.#moment)
    this.#runner.run(this.#moment, one.staticClass)
  }

  /** Returns the sources that reported an aircraft, by its number, within a minute before its last reception. */
  lastHeardBy(icao24: string): number[] {
    const memory = this.#flown.get(icao24)?.memory
    if (memory === undefined) return []
    return [...memory.sources].flatMap(([source, at]) => (at >= memory.fix.at - MINUTE_MS ? [source] : []))
  }

  /** Returns the state from which everything is restored. */
  saved(): SavedAircraft {
    const { keys } = this.#plan
    const aircraft = Array.from(this.#flown.values(), ({ number, icao24, memory }) => {
      const visits = [...this.#crossings.visitsOf(number)]
      const sailed = sailedOf(this.#crossings, number, memory)
      const checkpoint = { memory, visits, sailed, at: memory.fix.at, entry: NONE }
      return { icao24, state: saveShip(checkpoint, [], keys) }
    })
    return { upto: this.#upto, aircraft }
  }

  /** Puts all back, before anything is taken; what other rules remembered is left out. */
  resume({ upto, aircraft }: SavedAircraft): void {
    this.#upto = upto
    for (const { icao24, state } of aircraft) {
      const one = this.#meet(icao24)
      const { memory, visits, sailed } = shipFrom(state, one.number, this.#plan.keys)
      one.memory = memory
      putVisits(this.#crossings, one.number, { memory, visits, sailed, at: state.at, entry: NONE })
    }
  }
}

/** Reports of aircraft have no numbers by which they could be opened. */
const bare = (one: Explained): Explained => ({ ...one, fix_ids: [], of: one.of.map(bare) })
function earliest({ window, of }: Explained, at: number): number {
  return of.reduce((first, one) => Math.min(first, earliest(one, at)), Math.min(at, window?.from ?? at))
}
