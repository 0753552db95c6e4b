import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Change } from '../pairs/differences.ts'
import type { Fix } from './fix-log.ts'
import { FixState, newMemory, NO_FACTS, type Memory } from './memory.ts'
import { Moment, NO_SHIP } from './moment.ts'
import { Plan } from '../plans/plan.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import { Runner, type EvaluatorOptions } from './runner.ts'
import { memoryFrom, saveMemory, type SavedSources } from './saved.ts'
import { LONGEST_REPORT_WINDOW_MIN } from '../plans/source-query.ts'
import type { StaticClass } from '../values/static-class.ts'
import type { SourceReports } from './source-reports.ts'
import type { World } from '../world.ts'

const MINUTE_MS = 60_000
/** Delay after a minute until all its reports are taken, ms. */
const SETTLED_MS = 10_000
/** Length of a hole for sources, whose activity is known at every minute. */
const NO_HOLE_MS = Number.MAX_SAFE_INTEGER
const RETENTION_MS = LONGEST_REPORT_WINDOW_MIN * MINUTE_MS

/** Reports of a source in one minute, and their vessels until the evaluation; instants are of arrival, epoch ms. */
type Minute = {
  count: number
  latencyMs: number
  firstAt: number
  lastAt: number
  lastId: number
  ships: Set<number>
}
const NOTHING: Omit<Minute, 'ships'> = { count: 0, latencyMs: 0, firstAt: 0, lastAt: 0, lastId: 0 }
/** Last fix of a vessel, its minute of arrival, and the last evaluated minute in which one arrived. */
type ShipReport = { id: number; minute: number; through: number }
type Heard = {
  readonly source: number
  memory: Memory
  staticClass: StaticClass | null
  /** By the instant at which they end. */
  readonly minutes: Map<number, Minute>
  readonly ships: Map<number, ShipReport>
}
/** The end of the minute in which something came. */
const minuteOf = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS

/**
 * Evaluator of source rules: the reports of each source are counted by minute of arrival. Each source is evaluated at
 * every whole minute, with or without reports. By arrival nothing is late, so nothing is revised.
 */
export class Sources {
  readonly #plan: Plan
  readonly #runner: Runner
  readonly #hear: (change: Change) => void
  readonly #moment = new Moment()
  readonly #sources = new Map<number, Heard>()
  #newEvents: HitEvent[] = []
  /** Up to which minute all were gone through, and since when all that came is known. */
  #upto = -Infinity
  #since = Infinity
  /** While it is put back, what came before is counted, and not gone through. */
  #isFilling = false
  #heardNow: Heard | null = null

  /** Throws RuleFault for a rule that cannot be evaluated. */
  constructor(
    rules: readonly EvaluatedRule[],
    world: World,
    { hear, fault, mostWork }: Pick<EvaluatorOptions, 'hear' | 'fault' | 'mostWork'>,
  ) {
    this.#plan = new Plan(rules, world, (event) => void this.#newEvents.push(event), {
      reports: this.#reports(),
    })
    this.#runner = new Runner(this.#plan, { fault, mostWork })
    this.#hear = hear
  }

  #reports(): SourceReports {
    const minuteNow = () => this.#heardNow?.minutes.get(this.#moment.at)
    const read = () => {
      const minute = minuteNow()
      return minute === undefined ? Number.NaN : minute.latencyMs / minute.count / 1000
    }
    return {
      number: (fn, minutes) => (fn === 'count' ? this.#positionsIn(minutes) : this.#shipsIn(minutes)),
      isKnown: (minutes) => this.#moment.at - minutes * MINUTE_MS >= this.#since,
      latency: { kind: 'NUMBER', unit: 's', isStatic: false, isAngle: false, read },
    }
  }
  #positionsIn(minutes: number): number {
    let count = 0
    for (let i = 0; i < minutes; i++)
      count += this.#heardNow?.minutes.get(this.#moment.at - i * MINUTE_MS)?.count ?? 0
    return count
  }
  #shipsIn(minutes: number): number {
    const from = this.#moment.at - minutes * MINUTE_MS
    let count = 0
    for (const { through } of this.#heardNow?.ships.values() ?? []) if (through > from) count++
    return count
  }

  isEnded = (event: Change): boolean => this.#runner.guard.isRuleEnded(event)

  /**
   * Starts at an instant from which all input is taken; `before` holds the last report of each source that reported
   * earlier.
   */
  begin(from: number, before: readonly { source: number; at: number; id: number }[] = []): void {
    if (this.#upto === -Infinity) {
      this.#upto = minuteOf(from) - MINUTE_MS
      this.#since = Math.ceil(from / MINUTE_MS) * MINUTE_MS
    }
    for (const { source, at, id } of before) {
      if (this.#sources.has(source) || at >= from) continue
      Object.assign(this.#heard(source).memory.fix, { at, id, source, receivedAt: at })
    }
  }

  #heard(source: number): Heard {
    const known = this.#sources.get(source)
    if (known !== undefined) return known
    const heard = {
      source,
      memory: newMemory(NO_FACTS),
      staticClass: null,
      minutes: new Map<number, Minute>(),
      ships: new Map<number, ShipReport>(),
    }
    this.#sources.set(source, heard)
    return heard
  }

  /** Takes a fix of a ship; fixes come in the order in which they arrived, and of one ship by their ids. */
  take(ship: number, { id, at, receivedAt, source }: Pick<Fix, 'id' | 'at' | 'receivedAt' | 'source'>): void {
    if (this.#upto === -Infinity) this.begin(receivedAt)
    this.advance(receivedAt)
    const end = minuteOf(receivedAt)
    const isThrough = end <= this.#upto
    if (isThrough && (!this.#isFilling || end <= this.#upto - RETENTION_MS)) return
    const { minutes, ships } = this.#heard(source)
    const found = ships.get(ship) ?? { id: -1, minute: end, through: -Infinity }
    // It was taken already.
    if (id <= found.id) return
    found.id = id
    found.minute = Math.max(found.minute, end)
    if (isThrough) found.through = Math.max(found.through, end)
    ships.set(ship, found)
    const minute = minutes.get(end) ?? { ...NOTHING, firstAt: receivedAt, ships: new Set<number>() }
    minutes.set(end, minute)
    if (!isThrough) minute.ships.add(ship)
    minute.count++
    minute.latencyMs += receivedAt - at
    minute.lastAt = receivedAt
    minute.lastId = id
  }

  /** Goes through all minutes of which all came at an instant. */
  advance(now: number): void {
    if (this.#upto === -Infinity) return
    const until = Math.floor((now - SETTLED_MS) / MINUTE_MS) * MINUTE_MS
    while (this.#upto < until) {
      const at = this.#upto + MINUTE_MS
      for (const heard of this.#sources.values()) this.#step(heard, at)
      this.#upto = at
    }
  }

  #step(heard: Heard, at: number) {
    const { memory, minutes, ships, source } = heard
    const minute = minutes.get(at)
    if (minute === undefined && memory.fix.at === 0) return
    const m = this.#moment
    if (minute !== undefined) {
      const { firstAt: receivedAt, lastAt: at, lastId: id } = minute
      memory.before = memory.fix
      // Its first position is the one with which reception resumed.
      memory.fix = Object.assign(new FixState(), { at, id, source, receivedAt })
    }
    m.gapMs = memory.before.at === 0 ? Number.NaN : memory.fix.receivedAt - memory.before.at
    for (const ship of minute?.ships ?? []) ships.get(ship)!.through = at
    minute?.ships.clear()
    for (const [ship, found] of ships) if (found.minute <= at - RETENTION_MS) ships.delete(ship)
    minutes.delete(at - RETENTION_MS)
    m.kind = minute === undefined ? 'SILENCE' : 'FIX'
    m.holeMs = NO_HOLE_MS
    m.beAt(at, NO_SHIP, memory)
    this.#heardNow = heard
    heard.staticClass ??= this.#runner.classOf(m)
    this.#runner.run(m, heard.staticClass)
    for (const event of this.#newEvents.splice(0)) this.#hear(event)
  }

  /** Returns the state from which sources are restored; null before the first minute. */
  saved(): SavedSources | null {
    if (this.#upto === -Infinity) return null
    const sources = Array.from(this.#sources.values(), ({ source, memory }) => ({
      source,
      memory: saveMemory(memory, this.#plan.keys),
    }))
    return { upto: this.#upto, since: this.#since, sources }
  }

  /** Restores all sources; returns the reported events that will be repeated or no longer hold, and the memories. */
  resume(saved: SavedSources | null, events: readonly HitEvent[]): { since: HitEvent[]; memories: Memory[] } {
    if (saved === null) return { since: [...events], memories: [] }
    this.#upto = saved.upto
    this.#since = saved.since
    this.#isFilling = true
    const memories = saved.sources.map(({ source, memory: from }) => {
      const memory = memoryFrom(from, this.#plan.keys)
      this.#heard(source).memory = memory
      return memory
    })
    return { since: events.filter(({ at }) => at > saved.upto), memories }
  }
  /** All that was stored was taken. */
  resumed(): void {
    this.#isFilling = false
  }
}
