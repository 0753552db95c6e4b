import type { EvaluatedRule } from '@samudra/contract/rules'
import { metresBetween } from '@samudra/nautical/geodesy'
import { addStanding, differences, type Change, type Standing } from './differences.ts'
import { GRID_MS, GridPlaces, GRIDS, type GridPlace } from '../areas/grid-places.ts'
import { FixState, NO_FACTS, type Memory } from '../running/memory.ts'
import { Moment } from '../running/moment.ts'
import {
  blankMemories,
  goBackTo,
  keepPair,
  newPair,
  remembers,
  SIDES,
  type Memories,
  type Pair,
} from './pair.ts'
import { asFix, goTo, PLACED_HOLE_MS, sailed } from '../areas/placed.ts'
import { Plan } from '../plans/plan.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import { Runner, type EvaluatorOptions } from '../running/runner.ts'
import { memoryFrom, saveMemory, type SavedPair } from '../running/saved.ts'
import type { World } from '../world.ts'

/** More than any number of ships. */
const MOST_SHIPS = 2 ** 25
const NO_LISTS: readonly string[] = []

/**
 * Rules on two vessels. They are compared at whole minutes at which the positions of both are known. Late data place
 * one of them again, and its pairs are evaluated again from there.
 */
export class Pairs {
  readonly #plan: Plan
  readonly #runner: Runner
  readonly #places: GridPlaces
  readonly #widest: number
  readonly #keepMs: number
  readonly #hear: (change: Change) => void
  readonly #moment = new Moment()
  readonly #pairs = new Map<number, Pair>()
  readonly #pairsOf: (Pair[] | undefined)[] = []
  /** First minute at which the position of a restored vessel is known, by vessel. */
  readonly #knownFrom = new Map<number, number>()
  #newEvents: HitEvent[] = []
  /** Lent to pairs of which nothing is remembered while they are gone through. */
  #lent = blankMemories()
  /** First minute at which the vessel evaluated again was placed again; Infinity for none. */
  #placedFrom = Infinity
  #isAgain = false

  constructor(
    rules: readonly EvaluatedRule[],
    world: World,
    {
      hear,
      fault,
      mostWork,
      keepMs,
    }: Pick<EvaluatorOptions, 'hear' | 'fault' | 'mostWork'> & { keepMs: number },
  ) {
    this.#plan = new Plan(rules, world, (event) => void this.#newEvents.push(event), { of: 'PAIRS' })
    this.#runner = new Runner(this.#plan, { fault, mostWork })
    this.#widest = this.#plan.widestMetres()
    this.#places = new GridPlaces(this.#widest)
    this.#hear = hear
    this.#keepMs = keepMs
  }

  /** Processes the way of a vessel from one fix to the next, which its memory holds; a way in a hole is unknown. */
  sail(ship: number, memory: Memory, isHole: boolean): void {
    sailed(memory, isHole, (at, place) => {
      if (!this.#places.put(ship, at, place)) return
      if (this.#isAgain) this.#placedFrom = Math.min(this.#placedFrom, at)
      else if (place !== undefined) this.#meet(ship, place)
    })
  }

  /**
   * Returns the pairs to restore: open ones, and those open within the time for which places are stored. `savedAt`
   * returns the instant to which a vessel is saved. Pairs that had only just begun, and those of which nothing was
   * remembered in that time, are not saved: the positions of their vessels suffice.
   */
  saved(savedAt: (ship: number) => number): SavedPair[] {
    const { keys } = this.#plan
    const saved: SavedPair[] = []
    for (const pair of this.#pairs.values()) {
      if (pair.rememberedAt < pair.at - GRIDS * GRID_MS) continue
      const [one, other] = pair.ships
      // Late data place a vessel again from the fix before them on.
      const until = Math.min(savedAt(one), savedAt(other)) - PLACED_HOLE_MS
      const back = [...pair.checkpoints, pair].findLast(({ at }) => at <= until) ?? pair.checkpoints[0]
      if (back === undefined || back.at === -Infinity) continue
      const { at, isOpen } = back
      const memories = back.memories?.map((memory) => saveMemory(memory, keys)) ?? null
      saved.push({ at, ships: [one, other], isOpen, memories: memories as SavedPair['memories'] })
    }
    return saved
  }

  /** Returns true if the rule of an event is ended: its events stand. */
  isEnded = (event: Change): boolean => this.#runner.guard.isRuleEnded(event)

  /** Where one of a pair was at whole minutes up to an instant. */
  placesOf(ship: number, until: number): GridPlace[] {
    if (this.#pairsOf[ship] === undefined) return []
    const last = Math.floor(Math.min(until, this.#places.latestOf(ship)) / GRID_MS) * GRID_MS
    return Array.from({ length: GRIDS }, (_, i) =>
      this.#places.of(ship, last - (GRIDS - 1 - i) * GRID_MS),
    ).filter((place) => place !== undefined)
  }

  /** Restores where a vessel was up to the instant to which it is restored. */
  putBack(ship: number, at: number, places: readonly GridPlace[]): void {
    for (const place of places) this.#places.put(ship, place.at, place)
    this.#knownFrom.set(ship, places[0]?.at ?? at)
  }

  /**
   * Restores pairs, and evaluates them up to where both their vessels were restored to; those that had only just begun
   * are evaluated from their first minute. Returns those earlier events that will be reported again or are not true,
   * and the restored memories.
   */
  resume(
    pairs: readonly SavedPair[],
    hitEvents: readonly HitEvent[],
  ): { since: HitEvent[]; memories: Memory[] } {
    const { keys } = this.#plan
    const saved = new Map<Pair, number>()
    const putBack: Memory[] = []
    for (const { at, ships, isOpen, memories } of pairs) {
      const pair = this.#pairOf(...ships)
      const both = memories?.map((memory) => memoryFrom(memory, keys)) ?? null
      const checkpoint = { at, isOpen, memories: both as Memories | null }
      goBackTo(pair, checkpoint)
      pair.checkpoints = [checkpoint]
      pair.rememberedAt = at
      putBack.push(...(both ?? []))
      saved.set(pair, at)
    }
    const begun = this.#justBegun(saved)
    for (const [pair, at] of [...saved, ...begun]) {
      const until = this.#latestOf(pair)
      for (let next = at + GRID_MS; next <= until; next += GRID_MS) this.#say(pair, next)
    }
    const since = hitEvents.filter((one) => {
      if (one.other === null) return false
      const pair = this.#pairs.get(keyOf(one.ship, one.other))
      const at = pair === undefined ? undefined : saved.get(pair)
      if (at !== undefined) return one.at > at
      const from = pair === undefined ? undefined : begun.get(pair)
      return one.firstAt > (from ?? this.#knownOf(one.ship, one.other))
    })
    return { since, memories: putBack }
  }

  /** From when on it is known of two ships where they were: of one that is not put back all is taken again. */
  #knownOf(one: number, other: number): number {
    return Math.max(this.#knownFrom.get(one) ?? -Infinity, this.#knownFrom.get(other) ?? -Infinity) - GRID_MS
  }
  #latestOf({ ships: [one, other] }: Pair): number {
    return Math.min(this.#places.latestOf(one), this.#places.latestOf(other))
  }

  /** Pairs of which nothing was saved, by the last minute at which they were none: they had begun too short a time before. */
  #justBegun(saved: ReadonlyMap<Pair, number>): Map<Pair, number> {
    const begun = new Map<Pair, number>()
    for (const [ship, from] of this.#knownFrom)
      for (let at = from; at <= this.#places.latestOf(ship); at += GRID_MS) {
        this.#places.near(ship, at, (other) => {
          const pair = this.#pairOf(ship, other)
          if (!saved.has(pair) && !begun.has(pair)) begun.set(pair, this.#beginningOf(pair))
        })
      }
    return begun
  }

  /** Two that were near an hour ago already, and of whom nothing is saved, had parted: they begin with what came then. */
  #beginningOf(pair: Pair): number {
    let at = this.#knownOf(...pair.ships)
    if (at < this.#latestOf(pair) - (GRIDS - 2) * GRID_MS)
      while (at < this.#latestOf(pair) && this.#isNear(pair, at + GRID_MS)) at += GRID_MS
    return at
  }

  /** Starts a new evaluation of a vessel: its ways until `settle` may be those it sailed before. */
  again(): void {
    this.#isAgain = true
    this.#placedFrom = Infinity
  }

  /**
   * Ends a new evaluation, once all late data of a vessel were sailed: its pairs are evaluated again from where it was
   * placed again. False where that lies before everything remembered of one.
   */
  settle(ship: number): boolean {
    this.#isAgain = false
    const from = this.#placedFrom
    if (from === Infinity) return true
    const pairs = new Set(this.#pairsOf[ship])
    for (let at = from; at <= this.#places.latestOf(ship); at += GRID_MS) {
      const place = this.#places.of(ship, at)
      if (place !== undefined) this.#places.near(ship, at, (other) => pairs.add(this.#pairOf(ship, other)))
    }
    let isWhole = true
    for (const pair of pairs) if (!this.#redo(pair, from)) isWhole = false
    return isWhole
  }

  #meet(ship: number, place: GridPlace) {
    const mine = this.#pairsOf[ship]
    if (mine !== undefined) {
      const gone = place.at - GRIDS * GRID_MS
      if (mine.some((pair) => !pair.isOpen && pair.at < gone)) this.#letGo(ship, gone)
      for (const pair of this.#pairsOf[ship]!)
        if (pair.isOpen && pair.at < place.at) this.#say(pair, place.at)
    }
    this.#places.near(ship, place.at, (other) => {
      const pair = this.#pairOf(ship, other)
      if (pair.at < place.at) this.#say(pair, place.at)
    })
  }

  #say(pair: Pair, at: number) {
    this.#newEvents = []
    this.#step(pair, at)
    for (const event of this.#newEvents) {
      pair.events = [...pair.events, { ...event, explanation: null }]
      this.#hear(event)
    }
  }

  #pairOf(one: number, other: number): Pair {
    const [a, b] = one < other ? [one, other] : [other, one]
    const key = keyOf(a, b)
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const pair = newPair([a, b])
    this.#pairs.set(key, pair)
    for (const ship of [a, b]) (this.#pairsOf[ship] ??= []).push(pair)
    return pair
  }

  #letGo(ship: number, gone: number) {
    for (const pair of this.#pairsOf[ship]!) {
      if (pair.isOpen || pair.at >= gone) continue
      this.#pairs.delete(keyOf(...pair.ships))
      for (const one of pair.ships) this.#pairsOf[one] = this.#pairsOf[one]!.filter((each) => each !== pair)
    }
  }

  #isNear({ ships: [one, other] }: Pair, at: number): boolean {
    const [here, there] = [this.#places.of(one, at), this.#places.of(other, at)]
    return here !== undefined && there !== undefined && this.#areNear(here, there)
  }
  #areNear(here: GridPlace, there: GridPlace): boolean {
    return metresBetween(here.lat, here.lon, there.lat, there.lon) <= this.#widest
  }

  /** Goes through a pair at a minute, if it is known where both were and they were near or something is not over. */
  #step(pair: Pair, at: number) {
    const [here, there] = [this.#places.of(pair.ships[0], at), this.#places.of(pair.ships[1], at)]
    if (here === undefined || there === undefined) return
    const isNear = this.#areNear(here, there)
    if (!isNear && !pair.isOpen) return
    // As for vessels: two memories to return to. Late data place a vessel again from the fix before them on.
    keepPair(pair, at, { everyMs: this.#keepMs, until: at - this.#keepMs - PLACED_HOLE_MS })
    const memories = pair.memories ?? this.#lend(pair)
    place(pair, memories, 0, here)
    place(pair, memories, 1, there)
    for (const side of SIDES) this.#run(pair, memories, side, at)
    pair.at = at
    pair.isOpen = isNear || memories.some(({ hits }) => hits.size > 0)
    if (!pair.isOpen)
      for (const memory of memories) {
        memory.states.clear()
        memory.texts.clear()
      }
    this.#hold(pair, memories)
  }

  /** Memories in which two ships were last where they were, and no more. */
  #lend({ ships, at }: Pair): Memories {
    for (const side of SIDES) {
      const memory = this.#lent[side]
      const where = this.#places.of(ships[side], at)
      memory.facts = where?.facts ?? NO_FACTS
      memory.lists = where?.lists ?? NO_LISTS
      if (where !== undefined) asFix(memory.fix, where)
      else {
        // Before the hour for which places are stored, or never.
        memory.fix = new FixState()
        memory.fix.at = Math.max(0, at)
      }
    }
    return this.#lent
  }

  /** Lets a pair have its memories for its own while they hold anything. */
  #hold(pair: Pair, memories: Memories) {
    if (!memories.some(remembers)) {
      pair.memories = null
      return
    }
    pair.rememberedAt = pair.at
    if (pair.memories === null) this.#lent = blankMemories()
    pair.memories = memories
  }

  #run({ ships, classes }: Pair, memories: Memories, side: 0 | 1, at: number) {
    const m = this.#moment
    const memory = memories[side]
    const twin = memories[1 - side]!
    m.beAt(at, ships[side], memory)
    m.gapMs = memory.before.at === 0 ? Number.NaN : at - memory.before.at
    m.holeMs = PLACED_HOLE_MS
    const { facts, lists, fix, before } = twin
    m.other = { ship: ships[1 - side]!, facts, lists, fix, before }
    m.twin = twin
    const known = (classes[side] ??= this.#runner.classOf(m))
    this.#runner.run(m, known)
  }

  #redo(pair: Pair, from: number): boolean {
    const until = this.#latestOf(pair)
    if (pair.at < from) {
      // It had not come so far: there is nothing to go back from.
      for (let at = from; at <= until; at += GRID_MS) this.#say(pair, at)
      return true
    }
    const back = pair.checkpoints.findLast((checkpoint) => checkpoint.at < from)
    if (back === undefined && pair.checkpoints.length > 0) return false
    if (back !== undefined) goBackTo(pair, back)
    const since = back?.at ?? -Infinity
    pair.checkpoints = pair.checkpoints.filter((checkpoint) => checkpoint.at <= since)
    const { guard } = this.#runner
    const before = pair.events.filter((event) => event.at > since && !guard.isRuleEnded(event))
    const stood: Standing = new Map()
    for (const memory of back?.memories ?? []) addStanding(stood, memory)
    pair.events = pair.events.filter((event) => event.at <= since)
    this.#newEvents = []
    const first = Math.max(since + GRID_MS, until - (GRIDS - 1) * GRID_MS)
    for (let at = first; at <= until; at += GRID_MS) this.#step(pair, at)
    for (const change of differences(before, this.#newEvents, stood)) this.#hear(change)
    pair.events = [
      ...pair.events,
      ...this.#newEvents.map((hitEvents) => ({ ...hitEvents, explanation: null })),
    ]
    return true
  }
}

const keyOf = (one: number, other: number) => Math.min(one, other) * MOST_SHIPS + Math.max(one, other)

function place({ classes }: Pair, memories: Memories, side: 0 | 1, where: GridPlace) {
  const memory = memories[side]
  if (memory.facts !== where.facts || memory.lists !== where.lists) classes[side] = null
  goTo(memory, where)
}
