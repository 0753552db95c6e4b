import type { EvaluatedRule } from '@samudra/contract/rules'
import { Crossings } from '@samudra/nautical/tracks/crossings'
import type { Visit } from '@samudra/nautical/tracks/visit'
import { FixLog, isInOrder, NONE, type Fix } from './running/fix-log.ts'
import { Moment, type VesselUpdate, type MomentKind } from './running/moment.ts'
import { Areas } from './areas/areas.ts'
import { ofOneShip, Several, type Resumed } from './running/several.ts'
import { Plan } from './plans/plan.ts'
import type { HitEvent } from './plans/rule-unit.ts'
import type { SilenceNode } from './values/predicates.ts'
import { copyOf, copyToKeep, holeOf, newMemory, renewUsual, type ShipFacts } from './running/memory.ts'
import { Runner, type EvaluatorOptions } from './running/runner.ts'
import { checkpointOf, rest } from './running/checkpoints.ts'
import { forgetUpTo, newcomer, putVisits } from './running/ship.ts'
import type { Checkpoint, News, Newcomer, Ship } from './running/ship.ts'
import { SeaClock } from './running/sea-clock.ts'
import { SilenceWheel } from './running/silence-wheel.ts'
import { TAKING, type Taking } from './running/taking.ts'
import { CatchUp } from './running/catch-up.ts'
import { addStanding, differences, eventsSince, type Change } from './pairs/differences.ts'
import {
  saveShip,
  shipFrom,
  type SavedArea,
  type SavedAround,
  type SavedPair,
  type SavedShip,
  type SavedSources,
} from './running/saved.ts'
import type { Sources } from './running/sources.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
/** Silence after which the way of a vessel is unknown, as in histories of areas. */
const SILENT_MS = 30 * MINUTE_MS

/**
 * Rules on vessels. Data are processed as they arrive, and results are reported at once. Late data set their vessel
 * back to before them, and it is evaluated again; different results are reported as a change. So the final results
 * depend on the data sent, not on the order of arrival. Absence is reported only after the lateness a rule allows.
 */
export class Evaluator {
  readonly #plan: Plan
  readonly #log: FixLog
  readonly #keepMs: number
  readonly #hear: (change: Change) => void
  readonly #ships: (Newcomer | undefined)[] = []
  readonly #moment = new Moment()
  readonly #crossings: Crossings
  readonly #wheel: SilenceWheel
  readonly #runner: Runner
  readonly #several: Several
  readonly #areas: Areas
  readonly #clock = new SeaClock()
  #order = 0
  #newEvents: HitEvent[] = []
  readonly #catchUp = new CatchUp()
  /** Instant up to which absences were reported. */
  #now = -Infinity

  /** Keeps what is needed to take what comes up to `keepMs` late. Throws RuleFault for a rule that cannot be evaluated. */
  constructor(
    rules: readonly EvaluatedRule[],
    world: World,
    { hear, fault, mostWork, knownFrom, keepMs = 15 * MINUTE_MS }: EvaluatorOptions,
  ) {
    this.#plan = new Plan(ofOneShip(rules), world, (event) => void this.#newEvents.push(event))
    this.#runner = new Runner(this.#plan, { fault, mostWork })
    const ofThem = { hear: (change: Change) => this.#emit(change), fault, mostWork, keepMs, knownFrom }
    this.#several = new Several(rules, world, ofThem)
    this.#areas = new Areas(this.#plan, this.#runner, ofThem)
    this.#hear = hear
    this.#keepMs = keepMs
    this.#log = new FixLog(3 * keepMs)
    this.#wheel = new SilenceWheel(this.#plan.silences)
    this.#crossings = new Crossings(SILENT_MS, (visit) => this.#pass(visit))
    this.#plan.putZones(this.#crossings)
  }

  /** Prepares zones one after another, with turns for other work. Otherwise the first fix prepares them. */
  layOutZones = (): Generator<void> => this.#crossings.layOut()

  /** Introduces a vessel, a small number, as it was known before any other data of it are processed. */
  meet(number: number, facts: ShipFacts, lists: readonly string[] = []): void {
    this.#ships[number] = newcomer(number, { ...newMemory(facts), lists }, -Infinity)
  }

  /**
   * Returns a vessel as it may be restored, by another evaluator too: at least a lateness ago; null while too little
   * is known of it. Data sent since must be processed again.
   */
  saved(number: number): SavedShip | null {
    const { checkpoints: [oldest] = [], recording = 0 } = this.#ships[number]?.ship ?? {}
    if (oldest === undefined || oldest.at === -Infinity) return null
    const saved = saveShip(oldest, this.#several.pairs?.placesOf(number, oldest.at) ?? [], this.#plan.keys)
    return recording === 0 ? saved : { ...saved, recording }
  }

  /** The instant of `saved`, epoch ms; -Infinity while too little is known. */
  savedAt = (number: number): number => this.#ships[number]?.ship.checkpoints[0]?.at ?? -Infinity

  /** Stores vessels that were not received for long as they are: no late data of theirs are awaited. */
  rest(now: number): void {
    for (const one of this.#ships)
      if (one !== undefined) rest(this.#crossings, one, this.#clock.of(one.ship, now) - 2 * this.#keepMs)
  }

  /** When the last fix of a ship was sent, epoch ms. */
  heardAt = (number: number): number => this.#ships[number]?.ship.memory.fix.at ?? 0

  /** Returns the numbers of the sources that reported a vessel since an instant. */
  sourcesSince(number: number, from: number): number[] {
    const sources = this.#ships[number]?.ship.memory.sources ?? []
    return [...sources].flatMap(([source, at]) => (at >= from ? [source] : []))
  }

  /** The same of the pairs that are under way, and of areas. */
  savedPairs = (): SavedPair[] => this.#several.pairs?.saved(this.savedAt) ?? []
  savedAreas = (): SavedArea[] => this.#areas.saved()
  savedAround = (): SavedAround | null => this.#several.around?.saved() ?? null

  /** Returns the rules on sources, which receive each fix once; null where there is no such rule. */
  sources = (): Sources | null => this.#several.sources

  /**
   * Restores a vessel that is not known yet, with the state of its hits. Until `resumed`, results are not reported:
   * they were reported before.
   */
  resume(number: number, saved: SavedShip, hitEvents: readonly HitEvent[]): void {
    const { memory, visits, places, sailed } = shipFrom(saved, number, this.#plan.keys)
    const { at } = saved
    const one = newcomer(number, memory, at)
    this.#ships[number] = one
    this.#clock.note(one.ship, saved.recording ?? 0, memory.fix.at)
    const own = this.#several.putBack(number, { at, memory, places }, hitEvents)
    this.#goBack(one.ship, { memory, visits, sailed, at, entry: NONE })
    one.ship.checkpoints.push({ memory: copyToKeep(memory), visits, sailed, at, entry: NONE })
    this.#catchUp.expect(eventsSince(own, at), memory)
    this.#areas.wait()
    this.#areas.again(number, one.ship.memory)
    if (this.#plan.silences.length > 0) this.#wheel.note(number, one.ship)
  }

  /** Restores pairs, areas, and vessels with a rule on those near them, in the same way; after their vessels. */
  resumePairs = (pairs: readonly SavedPair[], hitEvents: readonly HitEvent[]): void =>
    this.#expect(this.#several.resumePairs(pairs, hitEvents))
  resumeAreas = (areas: readonly SavedArea[], hitEvents: readonly HitEvent[]): void =>
    this.#expect(this.#areas.resume(areas, hitEvents))
  resumeAround = (around: SavedAround | null, hitEvents: readonly HitEvent[]): void =>
    this.#expect(this.#several.resumeAround(around, hitEvents))
  resumeSources = (sources: SavedSources | null, hitEvents: readonly HitEvent[]): void =>
    this.#expect(this.#several.resumeSources(sources, hitEvents))
  #expect({ since, memories }: Resumed) {
    this.#catchUp.expect(since, ...memories)
  }

  /** Processes a fix that is part of a restored vessel; other vessels' rules need where it was then. */
  fixBefore = (number: number, fix: Fix): void => this.#several.around?.before(number, fix)

  /** Ends the restore after all later data: reports new results, and earlier ones that are not true. */
  resumed(): void {
    const isEnded = (event: Change) => this.#runner.guard.isRuleEnded(event) || this.#several.isEnded(event)
    this.#areas.resumed()
    this.#several.resumed()
    for (const change of this.#catchUp.end())
      if (change.what === 'HIT' || !isEnded(change)) this.#hear(change)
  }

  /** Takes a fix of a ship that was introduced; `recording`: number of the one it was read from, 0 for what is received. */
  takeFix(number: number, fix: Fix, recording = 0): Taking {
    const one = this.#shipOf(number)
    const { ship } = one
    if (fix.at === ship.memory.fix.at && fix.id === ship.memory.fix.id) return TAKING.AGAIN
    const isLate = fix.at < ship.latestAt || (fix.at === ship.latestAt && !isInOrder(ship.memory.fix, fix))
    if (isLate && this.#log.has(fix, ship.entry)) return TAKING.AGAIN
    this.#clock.note(ship, recording, fix.at)
    this.#areas.begin(fix.at)
    if (!isLate) this.#keep(one, fix.at, ship.entry)
    const entry = this.#log.add(ship.entry, fix.receivedAt)
    this.#log.write(this.#log.slotOf(entry), fix)
    ship.entry = entry
    if (isLate) return this.#again(one, fix.at)
    ship.latestAt = fix.at
    this.#newEvents = []
    this.#several.around?.advance(Math.min(fix.at, fix.receivedAt))
    this.#applyFix(ship, this.#log.slotOf(entry))
    this.#sayAll(one)
    this.#areas.advance(fix.at)
    if (this.#plan.silences.length > 0) this.#wheel.note(number, ship)
    return TAKING.YES
  }

  takeFacts(number: number, at: number, facts: ShipFacts): Taking {
    return this.#takeNews(number, { kind: 'FACTS', at, order: this.#order++, facts })
  }
  takeLists(number: number, at: number, lists: readonly string[]): Taking {
    return this.#takeNews(number, { kind: 'LISTS', at, order: this.#order++, lists })
  }
  takeHappening(number: number, at: number, happening: VesselUpdate): Taking {
    return this.#takeNews(number, { kind: 'HAPPENING', at, order: this.#order++, happening })
  }

  /** Reports absences: every silence long enough by an instant, after the lateness of its rule. */
  advance(now: number): void {
    this.#now = Math.max(this.#now, now)
    this.#wheel.turn(now, (number) => {
      const one = this.#ships[number]!
      this.#newEvents = []
      this.#silencesDue(one.ship, now)
      this.#sayAll(one)
      return one.ship
    })
    const atSea = this.#clock.ofAll(now)
    this.#areas.advance(atSea)
    this.#several.advance(now, atSea)
  }

  #takeNews(number: number, news: News): Taking {
    const one = this.#shipOf(number)
    one.news.push(news)
    if (news.at < one.ship.latestAt) return this.#again(one, news.at)
    this.#keep(one, news.at, one.ship.entry)
    one.ship.latestAt = news.at
    this.#newEvents = []
    this.#applyNews(one.ship, news)
    this.#sayAll(one)
    return TAKING.YES
  }

  #shipOf(number: number): Newcomer {
    const known = this.#ships[number]
    if (known === undefined) throw new RangeError(`ship ${number} was not introduced; call meet first`)
    return known
  }

  /** Stores the present state of the vessel to return to; two of them, so that one lies behind all late data. */
  #keep(one: Newcomer, at: number, entry: number) {
    const { ship } = one
    const last = ship.checkpoints.at(-1)
    if (last !== undefined && at - last.at < this.#keepMs) return
    ship.checkpoints.push(checkpointOf(this.#crossings, ship, entry))
    while (ship.checkpoints.length > 1 && ship.checkpoints[1]!.at <= at - this.#keepMs)
      ship.checkpoints.shift()
    forgetUpTo(one, ship.checkpoints[0]!.at)
  }

  #applyFix(ship: Ship, slot: number) {
    const log = this.#log
    const m = this.#moment
    const at = log.at[slot]!
    this.#silencesUpTo(ship, at)
    const { memory } = ship
    const fix = memory.before
    memory.before = memory.fix
    memory.fix = fix
    log.read(slot, fix)
    memory.silences = 0
    memory.sources.set(fix.source, at)
    m.gapMs = memory.before.at === 0 ? Number.NaN : at - memory.before.at
    m.holeMs = holeOf(memory)
    if (memory.before.at !== 0) renewUsual(memory, m.gapMs)
    m.passings.length = 0
    if (this.#plan.needsZones && !Number.isNaN(fix.lat)) {
      const sog = Number.isNaN(fix.sog) ? -1 : Math.round(fix.sog * 10)
      this.#crossings.take(ship.number, at, fix.lat, fix.lon, fix.id, fix.source, sog)
    }
    m.cause = null
    this.#run(ship, at, 'FIX')
    this.#several.sail(ship.number, memory, m.gapMs > m.holeMs)
  }

  #pass(visit: Visit) {
    const isEntry = visit.exit === null
    this.#moment.passings.push({ zone: visit.zone, isEntry, edge: isEntry ? visit.entry : visit.exit! })
  }

  #applyNews(ship: Ship, news: News) {
    const { memory } = ship
    const m = this.#moment
    this.#silencesUpTo(ship, news.at)
    if (news.kind === 'FACTS') memory.facts = news.facts
    if (news.kind === 'LISTS') memory.lists = news.lists
    if (news.kind !== 'HAPPENING') ship.staticClass = null
    m.happening = news.kind === 'HAPPENING' ? news.happening : null
    m.cause = news.kind === 'HAPPENING' ? news.happening.kind : news.kind === 'LISTS' ? 'LISTS' : null
    this.#between(ship, news.at, 'NEWS')
    m.happening = null
  }

  #silent(ship: Ship, silence: SilenceNode) {
    this.#moment.cause = silence
    this.#between(ship, ship.memory.fix.at + silence.ms, 'SILENCE')
  }

  /** A moment at which no fix came. */
  #between(ship: Ship, at: number, kind: MomentKind) {
    const m = this.#moment
    m.passings.length = 0
    m.gapMs = ship.memory.before.at === 0 ? Number.NaN : ship.memory.fix.at - ship.memory.before.at
    m.holeMs = holeOf(ship.memory)
    this.#run(ship, at, kind)
  }

  /** Reports silences before the next data, each for the instant at which it had been long enough. */
  #silencesUpTo(ship: Ship, at: number) {
    const { silences } = this.#plan
    const { memory } = ship
    if (memory.fix.at === 0) return
    // A fix of the very instant comes in time.
    while (memory.silences < silences.length && memory.fix.at + silences[memory.silences]!.ms < at)
      this.#silent(ship, silences[memory.silences++]!)
  }

  #silencesDue(ship: Ship, now: number) {
    const { silences } = this.#plan
    const { memory } = ship
    for (; memory.silences < silences.length; memory.silences++) {
      const { ms, waitMs } = silences[memory.silences]!
      if (memory.fix.at + ms + waitMs > this.#clock.of(ship, now)) return
      ship.latestAt = memory.fix.at + ms
      this.#silent(ship, silences[memory.silences]!)
    }
  }

  #run(ship: Ship, at: number, kind: MomentKind) {
    const m = this.#moment
    m.beAt(at, ship.number, ship.memory)
    m.kind = kind
    m.inside = this.#crossings.visitsOf(ship.number)
    ship.staticClass ??= this.#runner.classOf(m)
    this.#runner.run(m, ship.staticClass)
  }

  #emit(change: Change) {
    if (!this.#catchUp.takes(change)) this.#hear(change)
  }

  #sayAll(one: Newcomer) {
    for (const event of this.#newEvents) {
      one.events.push({ ...event, explanation: null })
      this.#emit(event)
    }
    this.#areas.look(one.ship.number, one.ship.memory)
  }

  /** Evaluates a vessel again from before an instant, and reports the differences. */
  #again(one: Newcomer, at: number): Taking {
    const { ship } = one
    const from = ship.checkpoints.findLast((checkpoint) => checkpoint.at < at)
    const slots = from === undefined ? null : this.#log.slotsSince(from, ship.entry)
    if (from === undefined || slots === null) return TAKING.TOO_LATE
    this.#goBack(ship, from)
    ship.checkpoints = ship.checkpoints.filter((checkpoint) => checkpoint.at <= from.at)
    const { guard } = this.#runner
    const before = one.events.filter((event) => event.at > from.at && !guard.isRuleEnded(event))
    one.events = one.events.filter((event) => event.at <= from.at)
    this.#newEvents = []
    this.#several.pairs?.again()
    this.#goOn(one, slots, from)
    const isWhole = this.#several.pairs?.settle(ship.number) !== false
    this.#silencesDue(ship, this.#now)
    const stood = addStanding(new Map(), from.memory)
    for (const change of differences(before, this.#newEvents, stood)) this.#emit(change)
    for (const hitEvents of this.#newEvents) one.events.push({ ...hitEvents, explanation: null })
    this.#areas.again(ship.number, ship.memory)
    if (this.#plan.silences.length > 0) this.#wheel.note(ship.number, ship)
    return isWhole ? TAKING.LATE : TAKING.TOO_LATE
  }

  #goBack(ship: Ship, checkpoint: Checkpoint) {
    ship.memory = copyOf(checkpoint.memory)
    ship.latestAt = checkpoint.at
    ship.staticClass = null
    putVisits(this.#crossings, ship.number, checkpoint)
  }

  /** Fixes and news after an instant, in order; news of an instant come before its fix. */
  #goOn(one: Newcomer, slots: readonly number[], { at: from, entry }: Checkpoint) {
    const { ship } = one
    const news = one.news.filter((each) => each.at > from).sort((a, b) => a.at - b.at || a.order - b.order)
    let next = 0
    const newsUpTo = (at: number) => {
      for (; next < news.length && news[next]!.at <= at; next++) {
        this.#keep(one, news[next]!.at, entry)
        ship.latestAt = news[next]!.at
        this.#applyNews(ship, news[next]!)
      }
    }
    for (const slot of slots) {
      const at = this.#log.at[slot]!
      newsUpTo(at)
      this.#keep(one, at, entry)
      ship.latestAt = at
      this.#applyFix(ship, slot)
    }
    newsUpTo(Infinity)
  }
}
