import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Change } from './differences.ts'
import type { Fix } from '../running/fix-log.ts'
import { GRID_MS, GridPlaces, GRIDS, type GridPlace } from '../areas/grid-places.ts'
import { FixState, holeOf, newMemory, NO_FACTS, renewUsual, type Memory } from '../running/memory.ts'
import { Moment, type Other } from '../running/moment.ts'
import { asFix, goTo, PLACED_HOLE_MS, sailed } from '../areas/placed.ts'
import { Plan } from '../plans/plan.ts'
import { RuleFault } from '../plans/rule-fault.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import { Runner, type EvaluatorOptions } from '../running/runner.ts'
import { memoryFrom, saveMemory, type SavedAround } from '../running/saved.ts'
import type { StaticClass } from '../values/static-class.ts'
import type { World } from '../world.ts'

const MINUTE_MS = 60_000
/** Time for which it is known which vessels were near each other. */
const RETENTION_MS = (GRIDS - 2) * GRID_MS
type Side = {
  readonly ship: number
  memory: Memory
  /** Class of the rules that can concern the vessel, by its static data. */
  staticClass: StaticClass | null
  /** Last minute at which the vessel was evaluated. */
  latestAt: number
}
/** Fixes of a vessel from before its restore, by time; `isNew` is true if some of them were not sailed yet. */
type Early = { fixes: Fix[]; isNew: boolean }

/**
 * Rules that ask whether some ship is near one, and of which the answer may be no. A ship is gone through at whole minutes, once
 * nothing can come any more that places others there: so nothing of it is revised.
 */
export class Around {
  readonly #plan: Plan
  readonly #runner: Runner
  readonly #places: GridPlaces
  readonly #hear: (change: Change) => void
  /** Delay after a minute until every vessel has its place in it, with late fixes, ms. */
  readonly #waitMs: number
  readonly #moment = new Moment()
  readonly #sides: (Side | undefined)[] = []
  readonly #early = new Map<number, Early>()
  #hasNewEarly = false
  #newEvents: HitEvent[] = []
  /** Up to which minute all were gone through, and the latest and the first at which one was placed. */
  #upto = -Infinity
  #latest = -Infinity
  #first = Infinity
  /** Minute up to which everything was evaluated before the restore. */
  #goneThrough = -Infinity
  readonly #keys: ReadonlySet<string>

  /** Throws RuleFault for a rule that cannot be evaluated. */
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
    if (rules.some(({ allowed_lateness_min: min }) => min * MINUTE_MS > keepMs))
      throw new RuleFault(
        `allowed_lateness_min is at most ${keepMs / MINUTE_MS} for a rule on nearby vessels`,
        'allowed_lateness_min',
      )
    this.#plan = new Plan(rules, world, (event) => void this.#newEvents.push(event), { of: 'AROUND' })
    this.#runner = new Runner(this.#plan, { fault, mostWork })
    this.#places = new GridPlaces(this.#plan.widestMetres())
    this.#hear = hear
    this.#waitMs = keepMs + PLACED_HOLE_MS + GRID_MS
    this.#keys = new Set(this.#plan.keys.rules)
    const m = this.#moment
    m.around = (visit) => this.#places.near(m.ship, m.at, (other) => visit(this.#otherAt(other, m.at)))
  }

  /** Returns true if a rule is one of these. */
  has = ({ rule, version }: Pick<HitEvent, 'rule' | 'version'>): boolean =>
    this.#keys.has(`${rule}.${version}`)
  isEnded = (event: Change): boolean => this.#runner.guard.isRuleEnded(event)

  /** Processes the way of a vessel from one fix to the next, which its memory holds; a way in a hole is unknown. */
  sail(ship: number, memory: Memory, isHole: boolean): void {
    sailed(memory, isHole, (at, place) => {
      if (!this.#places.put(ship, at, place) || place === undefined) return
      const side = (this.#sides[ship] ??= aSide(ship, this.#goneThrough))
      this.#first = Math.min(this.#first, at)
      this.#latest = Math.max(this.#latest, at)
      // A vessel received so late was not known to be there, but is evaluated by what is known now.
      const isLate = at <= this.#upto && at > this.#latest - RETENTION_MS
      if (isLate && at > side.latestAt) this.#step(side, place)
    })
  }

  /** Goes through all minutes of which nothing can come any more at an instant. */
  advance(now: number): void {
    const until = Math.floor((now - this.#waitMs) / GRID_MS) * GRID_MS
    if (!(until > this.#upto)) return
    this.#sailEarly(now)
    if (until < this.#first) return
    for (
      let at = Math.max(this.#first, this.#upto + GRID_MS);
      at <= Math.min(until, this.#latest);
      at += GRID_MS
    ) {
      this.#upto = at
      for (const side of this.#sides) {
        const place = side === undefined ? undefined : this.#places.of(side.ship, at)
        if (place !== undefined && at > side!.latestAt) this.#step(side!, place)
      }
    }
    this.#upto = until
  }

  #step(side: Side, place: GridPlace) {
    const { memory } = side
    const m = this.#moment
    if (memory.facts !== place.facts || memory.lists !== place.lists) side.staticClass = null
    goTo(memory, place)
    side.latestAt = place.at
    m.beAt(place.at, side.ship, memory)
    m.gapMs = memory.before.at === 0 ? Number.NaN : place.at - memory.before.at
    m.holeMs = PLACED_HOLE_MS
    side.staticClass ??= this.#runner.classOf(m)
    this.#runner.run(m, side.staticClass)
    for (const event of this.#newEvents.splice(0)) this.#hear(event)
  }

  #otherAt(ship: number, at: number): Other {
    const place = this.#places.of(ship, at)!
    const earlier = this.#places.of(ship, at - GRID_MS)
    return {
      ship,
      facts: place.facts,
      lists: place.lists,
      fix: asFix(new FixState(), place),
      before: earlier === undefined ? new FixState() : asFix(new FixState(), earlier),
    }
  }

  /** Ships of which something is remembered, as of the minute up to which all were gone through; null before the first. */
  saved(): SavedAround | null {
    if (this.#upto === -Infinity) return null
    const ships = this.#sides.flatMap((side) =>
      side === undefined || isEmpty(side.memory)
        ? []
        : [{ ship: side.ship, memory: saveMemory(side.memory, this.#plan.keys) }],
    )
    return { upto: this.#upto, ships }
  }

  /**
   * Restores everything. Returns those earlier events that will be reported again or are not true, and their memories.
   */
  resume(saved: SavedAround | null, events: readonly HitEvent[]): { since: HitEvent[]; memories: Memory[] } {
    if (saved === null) return { since: [...events], memories: [] }
    this.#upto = this.#goneThrough = saved.upto
    const memories = saved.ships.map(({ ship, memory: from }) => {
      const memory = memoryFrom(from, this.#plan.keys)
      this.#sides[ship] = { ...aSide(ship, saved.upto), memory }
      return memory
    })
    return { since: events.filter(({ at }) => at > saved.upto), memories }
  }

  /** Records a fix of a vessel from before its restore: its memory does not hold where it was then. */
  before(ship: number, fix: Fix): void {
    const early = this.#early.get(ship) ?? { fixes: [], isNew: true }
    this.#early.set(ship, early)
    early.fixes.push({ ...fix })
    early.isNew = this.#hasNewEarly = true
  }

  /** Places ships where they were before they were put back, called as they are now. */
  #sailEarly(now: number) {
    if (!this.#hasNewEarly) return
    this.#hasNewEarly = false
    for (const [ship, early] of this.#early) {
      if (!early.isNew) continue
      early.isNew = false
      early.fixes.sort((a, b) => a.at - b.at || a.id - b.id)
      this.#sailAlong(ship, early.fixes)
      early.fixes = early.fixes.filter(({ at }) => at > now - 2 * this.#waitMs)
    }
  }
  #sailAlong(ship: number, fixes: readonly Fix[]) {
    const memory = newMemory(NO_FACTS)
    const named = this.#namesOf(ship)
    memory.facts = named.facts
    memory.lists = named.lists
    memory.usualMs = named.usualMs
    for (const fix of fixes) {
      memory.before = memory.fix
      memory.fix = Object.assign(new FixState(), fix)
      if (memory.before.at === 0) continue
      const gapMs = fix.at - memory.before.at
      const isHole = gapMs > holeOf(memory)
      renewUsual(memory, gapMs)
      this.sail(ship, memory, isHole)
    }
  }
  /** Facts and lists of restored vessels. */
  readonly #named = new Map<number, Pick<Memory, 'facts' | 'lists' | 'usualMs'>>()
  #namesOf = (ship: number) => this.#named.get(ship) ?? newMemory(NO_FACTS)
  putBack(ship: number, { facts, lists, usualMs }: Memory): void {
    this.#named.set(ship, { facts, lists, usualMs })
  }
  /** All that was stored was taken. */
  resumed(): void {
    this.#sailEarly(-Infinity)
    this.#early.clear()
    this.#named.clear()
  }
}

const aSide = (ship: number, latestAt: number): Side => ({
  ship,
  memory: newMemory(NO_FACTS),
  staticClass: null,
  latestAt,
})
const isEmpty = ({ states, texts, hits }: Memory) => states.size + texts.size + hits.size === 0
