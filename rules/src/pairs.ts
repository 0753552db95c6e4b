import type { EvaluatedRule } from '@samudra/contract/rules'
import { metresBetween } from '@samudra/nautical/geodesy'
import { addStanding, differences, type Change, type Standing } from './differences.ts'
import { GRID_MS, GridPlaces, GRIDS, type GridPlace } from './grid-places.ts'
import { copyOf, newMemory, NOBODY, type Memory } from './memory.ts'
import { Moment } from './moment.ts'
import { goTo, PLACED_HOLE_MS, sailed } from './placed.ts'
import { Plan } from './plan.ts'
import type { Said } from './rule-unit.ts'
import { Runner, type Hearing } from './runner.ts'
import { memoryFrom, saveMemory, type SavedPair } from './saved.ts'
import type { StaticClass } from './static-class.ts'
import type { World } from './world.ts'

/** More than any number of ships. */
const MOST_SHIPS = 2 ** 25

/** One of a pair, with the other seen from her. */
type Side = { readonly ship: number; readonly other: number; memory: Memory; staticClass: StaticClass | null }
type KeptPair = { memories: [Memory, Memory]; isOpen: boolean; at: number }
/** What all pairs begin with: nobody writes in it. */
const BEGINNING: KeptPair = { memories: [newMemory(NOBODY), newMemory(NOBODY)], isOpen: false, at: -Infinity }
/** Two ships that came near. It is open while they are, and while something said of them is not over. */
type Pair = { sides: [Side, Side]; isOpen: boolean; latestAt: number; kept: KeptPair[]; said: Said[] }

/**
 * Rules over two ships. They are compared at whole minutes at which it is known where both were; what comes late places one
 * of them anew, and their pairs are gone through again from there.
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
  /** By ship that was put back the first minute at which it is known where she was. */
  readonly #knownFrom = new Map<number, number>()
  #saidNow: Said[] = []
  /** The first minute at which the ship that is gone through again was placed anew; Infinity for none. */
  #anewFrom = Infinity
  #isAgain = false

  constructor(
    rules: readonly EvaluatedRule[],
    world: World,
    { hear, fault, mostWork, keepMs }: Pick<Hearing, 'hear' | 'fault' | 'mostWork'> & { keepMs: number },
  ) {
    this.#plan = new Plan(rules, world, (said) => void this.#saidNow.push(said), { of: 'PAIRS' })
    this.#runner = new Runner(this.#plan, { fault, mostWork })
    this.#widest = this.#plan.widestMetres()
    this.#places = new GridPlaces(this.#widest)
    this.#hear = hear
    this.#keepMs = keepMs
  }

  /** A ship went from one fix to the next, which her memory has; a way in a hole is not known. */
  sail(ship: number, memory: Memory, isHole: boolean): void {
    sailed(memory, isHole, (at, place) => {
      if (!this.#places.put(ship, at, place)) return
      if (this.#isAgain) this.#anewFrom = Math.min(this.#anewFrom, at)
      else if (place !== undefined) this.#meet(ship, place)
    })
  }

  /**
   * Pairs that are open, or were within the time of which places are kept, as they may be put back; `savedAt` is to when their
   * ships are. Of those that had only just begun nothing is saved: where their ships were tells it all.
   */
  saved(savedAt: (ship: number) => number): SavedPair[] {
    const { keys } = this.#plan
    return [...this.#pairs.values()].flatMap((pair) => {
      const [one, other] = pair.sides
      // What is late places a ship anew from the fix before it on.
      const until = Math.min(savedAt(one.ship), savedAt(other.ship)) - PLACED_HOLE_MS
      const now: KeptPair = { memories: [one.memory, other.memory], isOpen: pair.isOpen, at: pair.latestAt }
      const back = [...pair.kept, now].findLast(({ at }) => at <= until) ?? pair.kept[0]
      if (back === undefined || back.at === -Infinity) return []
      return [
        {
          at: back.at,
          ships: [one.ship, other.ship] as [number, number],
          isOpen: back.isOpen,
          memories: back.memories.map((memory) => saveMemory(memory, keys)) as SavedPair['memories'],
        },
      ]
    })
  }

  /** Whether the rule that said something is ended: what it said stands. */
  isEnded = (said: Change): boolean => this.#runner.guard.isRuleEnded(said)

  /** Where one of a pair was at whole minutes up to an instant. */
  placesOf(ship: number, until: number): GridPlace[] {
    if (this.#pairsOf[ship] === undefined) return []
    const last = Math.floor(Math.min(until, this.#places.latestOf(ship)) / GRID_MS) * GRID_MS
    return Array.from({ length: GRIDS }, (_, i) =>
      this.#places.of(ship, last - (GRIDS - 1 - i) * GRID_MS),
    ).filter((place) => place !== undefined)
  }

  /** Where a ship was up to the instant to which she is put back. */
  putBack(ship: number, at: number, places: readonly GridPlace[]): void {
    for (const place of places) this.#places.put(ship, place.at, place)
    this.#knownFrom.set(ship, places[0]?.at ?? at)
  }

  /**
   * Puts pairs back, and goes through them up to where both their ships were put back to; those that had only just begun
   * are gone through from their first minute. Returns what of all that was said will be said again, or is not so, and the
   * memories that were put back.
   */
  resume(pairs: readonly SavedPair[], said: readonly Said[]): { since: Said[]; memories: Memory[] } {
    const { keys } = this.#plan
    const saved = new Map<Pair, number>()
    const putBack: Memory[] = []
    for (const { at, ships, isOpen, memories } of pairs) {
      const pair = this.#pairOf(...ships)
      const [one, other] = memories.map((memory) => memoryFrom(memory, keys)) as [Memory, Memory]
      pair.sides[0].memory = one
      pair.sides[1].memory = other
      pair.isOpen = isOpen
      pair.latestAt = at
      pair.kept = [{ memories: [copyOf(one), copyOf(other)], isOpen, at }]
      putBack.push(...pair.kept[0]!.memories)
      saved.set(pair, at)
    }
    const begun = this.#justBegun(saved)
    for (const [pair, at] of [...saved, ...begun]) {
      const until = this.#latestOf(pair)
      for (let next = at + GRID_MS; next <= until; next += GRID_MS) this.#say(pair, next)
    }
    const since = said.filter((one) => {
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
  #latestOf({ sides: [one, other] }: Pair): number {
    return Math.min(this.#places.latestOf(one.ship), this.#places.latestOf(other.ship))
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
    const [one, other] = pair.sides
    let at = this.#knownOf(one.ship, other.ship)
    if (at < this.#latestOf(pair) - (GRIDS - 2) * GRID_MS)
      while (at < this.#latestOf(pair) && this.#isNear(pair, at + GRID_MS)) at += GRID_MS
    return at
  }

  /** A ship is gone through again: what she sails until `settle` may be what she sailed before. */
  again(): void {
    this.#isAgain = true
    this.#anewFrom = Infinity
  }

  /**
   * All that was late of a ship was sailed: her pairs are gone through again from where she was placed anew. False where
   * that lies before all that is remembered of one.
   */
  settle(ship: number): boolean {
    this.#isAgain = false
    const from = this.#anewFrom
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
      if (mine.some((pair) => !pair.isOpen && pair.latestAt < gone)) this.#letGo(ship, gone)
      for (const pair of this.#pairsOf[ship]!)
        if (pair.isOpen && pair.latestAt < place.at) this.#say(pair, place.at)
    }
    this.#places.near(ship, place.at, (other) => {
      const pair = this.#pairOf(ship, other)
      if (pair.latestAt < place.at) this.#say(pair, place.at)
    })
  }

  #say(pair: Pair, at: number) {
    this.#saidNow = []
    this.#step(pair, at)
    for (const said of this.#saidNow) {
      pair.said.push({ ...said, explanation: null })
      this.#hear(said)
    }
  }

  #pairOf(one: number, other: number): Pair {
    const [a, b] = one < other ? [one, other] : [other, one]
    const key = keyOf(a, b)
    const known = this.#pairs.get(key)
    if (known !== undefined) return known
    const side = (ship: number, of: number): Side => ({
      ship,
      other: of,
      memory: newMemory(NOBODY),
      staticClass: null,
    })
    const pair: Pair = {
      sides: [side(a, b), side(b, a)],
      isOpen: false,
      latestAt: -Infinity,
      kept: [],
      said: [],
    }
    this.#pairs.set(key, pair)
    for (const ship of [a, b]) (this.#pairsOf[ship] ??= []).push(pair)
    return pair
  }

  #letGo(ship: number, gone: number) {
    for (const pair of this.#pairsOf[ship]!) {
      if (pair.isOpen || pair.latestAt >= gone) continue
      const [{ ship: a }, { ship: b }] = pair.sides
      this.#pairs.delete(keyOf(a, b))
      for (const one of [a, b]) this.#pairsOf[one] = this.#pairsOf[one]!.filter((each) => each !== pair)
    }
  }

  #isNear({ sides: [one, other] }: Pair, at: number): boolean {
    const [here, there] = [this.#places.of(one.ship, at), this.#places.of(other.ship, at)]
    if (here === undefined || there === undefined) return false
    return metresBetween(here.lat, here.lon, there.lat, there.lon) <= this.#widest
  }

  /** Goes through a pair at a minute, if it is known where both were and they were near or something is not over. */
  #step(pair: Pair, at: number) {
    const [one, other] = pair.sides
    const [here, there] = [this.#places.of(one.ship, at), this.#places.of(other.ship, at)]
    if (here === undefined || there === undefined) return
    const isNear = this.#isNear(pair, at)
    if (!isNear && !pair.isOpen) return
    this.#keep(pair, at)
    place(one, here)
    place(other, there)
    this.#run(one, other, at)
    this.#run(other, one, at)
    pair.latestAt = at
    pair.isOpen = isNear || one.memory.hits.size > 0 || other.memory.hits.size > 0
    if (pair.isOpen) return
    for (const { memory } of pair.sides) {
      memory.states.clear()
      memory.texts.clear()
    }
  }

  #run(side: Side, other: Side, at: number) {
    const m = this.#moment
    const { memory } = side
    m.beAt(at, side.ship, memory)
    m.gapMs = memory.before.at === 0 ? Number.NaN : at - memory.before.at
    m.holeMs = PLACED_HOLE_MS
    const { facts, lists, fix, before } = other.memory
    m.other = { ship: other.ship, facts, lists, fix, before }
    m.twin = other.memory
    side.staticClass ??= this.#runner.classOf(m)
    this.#runner.run(m, side.staticClass)
  }

  /** As of ships: two memories to go back to. */
  #keep(pair: Pair, at: number) {
    const last = pair.kept.at(-1)
    if (last === undefined && pair.latestAt === -Infinity) return void pair.kept.push(BEGINNING)
    if (last !== undefined && at - last.at < this.#keepMs) return
    const [one, other] = pair.sides
    const memories: KeptPair['memories'] = [copyOf(one.memory), copyOf(other.memory)]
    pair.kept.push({ memories, isOpen: pair.isOpen, at: pair.latestAt })
    // What is late places a ship anew from the fix before it on.
    const late = at - this.#keepMs - PLACED_HOLE_MS
    while (pair.kept.length > 1 && pair.kept[1]!.at <= late) pair.kept.shift()
    const from = pair.kept[0]!.at
    if (pair.said.length > 0) pair.said = pair.said.filter((said) => said.at > from)
  }

  #redo(pair: Pair, from: number): boolean {
    const [one, other] = pair.sides
    const until = this.#latestOf(pair)
    if (pair.latestAt < from) {
      // It had not come so far: there is nothing to go back from.
      for (let at = from; at <= until; at += GRID_MS) this.#say(pair, at)
      return true
    }
    const back = pair.kept.findLast((kept) => kept.at < from)
    if (back === undefined && pair.kept.length > 0) return false
    if (back !== undefined) {
      one.memory = copyOf(back.memories[0])
      other.memory = copyOf(back.memories[1])
      one.staticClass = other.staticClass = null
      pair.isOpen = back.isOpen
      pair.latestAt = back.at
    }
    const since = back?.at ?? -Infinity
    pair.kept = pair.kept.filter((kept) => kept.at <= since)
    const { guard } = this.#runner
    const before = pair.said.filter((said) => said.at > since && !guard.isRuleEnded(said))
    const stood: Standing = new Map()
    for (const memory of back?.memories ?? []) addStanding(stood, memory)
    pair.said = pair.said.filter((said) => said.at <= since)
    this.#saidNow = []
    const first = Math.max(since + GRID_MS, until - (GRIDS - 1) * GRID_MS)
    for (let at = first; at <= until; at += GRID_MS) this.#step(pair, at)
    for (const change of differences(before, this.#saidNow, stood)) this.#hear(change)
    for (const said of this.#saidNow) pair.said.push({ ...said, explanation: null })
    return true
  }
}

const keyOf = (one: number, other: number) => Math.min(one, other) * MOST_SHIPS + Math.max(one, other)

function place(side: Side, where: GridPlace) {
  const { facts, lists } = side.memory
  if (facts !== where.facts || lists !== where.lists) side.staticClass = null
  goTo(side.memory, where)
}
