import type { EvaluatedRule } from '@samudra/contract/rules'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { AreaPlan } from './area-query.ts'
import { aSpot, copySpots, firstSpots, Sums, type Spot } from './area-spots.ts'
import { AreaTimes, NEVER, placeAt, type Edge, type Seen } from './area-times.ts'
import { TIME, type CountedNode } from './counted.ts'
import { addStanding, differences, type Change, type Standing } from '../pairs/differences.ts'
import type { Memory } from '../running/memory.ts'
import { Moment, NO_SHIP } from '../running/moment.ts'
import type { Explained } from '../plans/node.ts'
import type { HitEvent } from '../plans/rule-unit.ts'
import type { SavedArea, SavedMemory } from '../running/saved.ts'
import { ofParts } from './tally.ts'

const MINUTE_MS = 60_000
/** Maximum number of counted vessels in an explanation. */
export const MOST_NAMED = 100
/** Time in which arriving data are processed together, because each vessel changes the aggregate. */
const GATHER_MS = 2000

/**
 * Number of vessels, or their aggregate, as one rule counts them. It is evaluated at the instants at which the number
 * changes. A rise is reported at once, a fall after the lateness the rule allows. Late data cause a new evaluation
 * from there.
 */
export class Area {
  readonly key: string
  readonly #plan: AreaPlan
  readonly #keepMs: number
  readonly #hear: (change: Change) => void
  /** The instant it was gone through last. */
  readonly moment = new Moment()
  readonly #ships = new Map<number, Seen>()
  readonly #times: AreaTimes
  #spots: Spot[]
  /** The one that is gone through. */
  #spot: Spot | null = null
  #checkpoints: { spots: Spot[]; at: number }[]
  #events: HitEvent[] = []
  /** Instant since which vessels are received at all, Infinity before. */
  #since = Infinity
  /** Instant up to which it was evaluated, and time of the next report without new data. */
  #upto = -Infinity
  #dueAt = Infinity
  /** Values received and not evaluated: their last instant, and the time by which they are evaluated. */
  #heardTo = -Infinity
  #goOnAt = Infinity
  /** While it is put back: up to where it will be gone through. */
  #waitsFor: number | null = null

  constructor(plan: AreaPlan, { hear, keepMs }: { hear: (change: Change) => void; keepMs: number }) {
    this.#plan = plan
    this.#hear = hear
    this.#keepMs = keepMs
    this.key = `${plan.rule.id}.${plan.rule.version}`
    this.#times = new AreaTimes(plan.counted, { isOnce: plan.isOnce, keepMs })
    this.#spots = firstSpots(plan)
    this.#checkpoints = [{ spots: firstSpots(plan), at: -Infinity }]
    plan.number.names = (at) => this.#named(at)
    this.moment.kind = 'NEWS'
    this.moment.counted = () => this.#countedAt(this.moment.at).map(({ ship }) => ship)
  }

  get rule(): EvaluatedRule {
    return this.#plan.rule
  }
  get counted(): CountedNode {
    return this.#plan.counted
  }

  /**
   * Records a reception at an instant. Where all vessels are needed, they are known once those of a whole window, and
   * its late data, were received.
   */
  begin(at: number): void {
    if (at >= this.#since || !this.#needsAll) return
    this.#since = at
    const { number, clear } = this.#plan
    number.knownFrom = at + Math.max(this.counted.ms, this.#latenessMs)
    if (clear !== null) clear.knownFrom = number.knownFrom
    if (number.knownFrom > this.#upto) this.#dueAt = Math.min(this.#dueAt, number.knownFrom)
  }
  /** Sets the instant from which conditions on all vessels are known, whatever was received before it. */
  knowFrom(at: number): void {
    this.begin(at - Math.max(this.counted.ms, this.#latenessMs))
  }
  get #needsAll() {
    return this.#plan.number.bound.needsAll || this.#plan.clear?.bound.needsAll === true
  }

  /** Processes the data now stored of a vessel. */
  look(ship: number, memory: Memory): void {
    const times = memory.states.get(this.counted.slot) ?? NEVER
    const last = times.length - this.counted.width
    const seen = this.#ships.get(ship)
    const changed = this.#times.changedFrom(seen, times, Math.max(this.#upto, memory.fix.at))
    const from = times[last + TIME.from] ?? -Infinity
    const to = times[last + TIME.to] ?? -Infinity
    if (times === NEVER) this.#ships.delete(ship)
    else if (seen === undefined) this.#ships.set(ship, { facts: memory.facts, times, from, to })
    else {
      seen.facts = memory.facts
      seen.times = times
      seen.from = from
      seen.to = to
    }
    if (changed === Infinity) return
    if (this.#waitsFor !== null) this.#waitsFor = Math.max(this.#waitsFor, from)
    else if (changed <= this.#upto) this.#again(changed, Math.max(from, this.#upto))
    else if (from > this.#upto) this.#goOnSoon(from)
    else this.#dueAt = Math.min(this.#dueAt, changed)
  }

  /** Time of the next report without new data. */
  get dueAt(): number {
    return this.#waitsFor === null ? Math.min(this.#dueAt + this.#latenessMs, this.#goOnAt) : -Infinity
  }
  get #latenessMs() {
    return this.#plan.rule.allowed_lateness_min * MINUTE_MS
  }

  /** Reports what ended by an instant, after the lateness of its rule. */
  advance(now: number): void {
    const until = now - this.#latenessMs
    if (this.#waitsFor === null && now >= this.#goOnAt) this.#goOn(Math.max(this.#heardTo, this.#upto))
    if (this.#waitsFor !== null) this.#waitsFor = Math.max(this.#waitsFor, until)
    else if (until >= this.#dueAt && until > this.#upto) this.#goOn(until)
  }

  /** Where ships are but counted in a zone, at once. */
  #goOnSoon(until: number) {
    if (!this.counted.isMeasured && !this.counted.isPlaced) return this.#goOn(until)
    this.#heardTo = Math.max(this.#heardTo, until)
    this.#goOnAt = Math.min(this.#goOnAt, until + GATHER_MS)
    if (until >= this.#goOnAt) this.#goOn(this.#heardTo)
  }
  #goOn(until: number) {
    if (until >= this.#heardTo) this.#goOnAt = Infinity
    for (const event of this.#run(until)) {
      this.#note(event)
      this.#hear(event)
    }
  }
  #note(event: HitEvent) {
    this.#events.push({ ...event, explanation: null, counted: NEVER })
  }

  /** Evaluates it again from before an instant, and reports the differences. */
  #again(from: number, until: number) {
    const back = this.#checkpoints.findLast(({ at }) => at < from) ?? this.#checkpoints[0]!
    const before = this.#events.filter(({ at }) => at > back.at)
    this.#events = this.#events.filter(({ at }) => at <= back.at)
    this.#checkpoints = this.#checkpoints.filter(({ at }) => at <= back.at)
    this.#spots = copySpots(back.spots)
    this.#upto = back.at
    const now = this.#run(until)
    for (const change of differences(before, now, standingOf(back.spots))) this.#hear(change)
    for (const event of now) this.#note(event)
  }

  /** Evaluates it up to an instant; returns the events. */
  #run(until: number): HitEvent[] {
    const { edges, sums } = this.#edges(until)
    this.moment.epoch++
    this.#keep(Math.min(until, (edges[0]?.at ?? Infinity) - 1))
    for (const spot of this.#spots) Object.assign(spot, sums.of(spot))
    for (let i = 0; i < edges.length;) {
      const { at } = edges[i]!
      for (; i < edges.length && edges[i]!.at === at; i++) sums.add(edges[i]!)
      for (const spot of this.#spots) this.#pass(spot, at, sums)
      for (const spot of sums.others(this.#spots)) {
        this.#spots.push(spot)
        this.#pass(spot, at, sums)
      }
      this.#spots = this.#spots.filter((spot) => !sums.isGone(spot, at))
    }
    this.#keep(until)
    this.moment.work += sums.work
    this.#upto = until
    // Checkpoints are never so old that vessels' times since then are forgotten.
    this.#dueAt = Math.min(this.#nextDue(), until + this.#keepMs)
    return this.#plan.events.splice(0)
  }

  /** Goes over an instant at which ships are counted otherwise. */
  #pass(spot: Spot, at: number, sums: Sums) {
    const { number } = this.#plan
    const next = sums.of(spot)
    this.#stepUnheld(spot, at - 1)
    // Until just before it held.
    if (number.holdsOf(spot.value, at - 1) && !number.holdsOf(next.value, at)) this.#step(spot, at - 1)
    Object.assign(spot, next)
    this.#step(spot, at)
  }

  /** Returns the changes of the number after the instant of the last evaluation, and the aggregates at that instant. */
  #edges(until: number): { edges: Edge[]; sums: Sums } {
    const edges: Edge[] = []
    const sums = new Sums(this.#plan)
    for (const [ship, seen] of this.#ships)
      this.#times.each(ship, seen, this.#upto, (from, over, parts, one) => {
        if (from <= this.#upto && over > this.#upto) sums.add({ parts, by: 1, one })
        if (from > this.#upto && from <= until) edges.push({ at: from, by: 1, parts, one })
        if (over > this.#upto && over <= until) edges.push({ at: over, by: -1, parts, one })
      })
    const { knownFrom } = this.#plan.number
    if (knownFrom > this.#upto && knownFrom <= until) edges.push(nothingAt(knownFrom))
    edges.sort((a, b) => a.at - b.at)
    if (this.#isTimed && (edges.length > 0 || this.#upto !== -Infinity)) this.#addMinutes(edges, until)
    return { edges, sums }
  }

  get #isTimed() {
    const { schedule, valid_from, valid_to } = this.#plan.rule
    const isOfHours = this.#plan.number.bound.usual !== null
    return isOfHours || schedule !== undefined || valid_from !== undefined || valid_to !== undefined
  }
  /** Adds whole minutes for a rule of certain times, or of baselines, which change by the hour. */
  #addMinutes(edges: Edge[], until: number) {
    const from = this.#upto === -Infinity ? edges[0]!.at : this.#upto
    for (let at = (Math.floor(from / MINUTE_MS) + 1) * MINUTE_MS; at <= until; at += MINUTE_MS)
      edges.push(nothingAt(at))
    edges.sort((a, b) => a.at - b.at)
  }

  /** Steps at the instant at which what does not hold any more has been so for the grace of the rule, if that has come. */
  #stepUnheld(spot: Spot, until: number) {
    const open = spot.memory.hits.get(this.#plan.unit.number)
    if (open === undefined || open.isCleared || open.overSince === 0) return
    const at = open.overSince + (this.#plan.rule.grace_min ?? 0) * MINUTE_MS
    if (at <= until) this.#step(spot, at)
  }

  #step(spot: Spot, at: number) {
    const m = this.moment
    const { number, clear, unit } = this.#plan
    this.#spot = spot
    number.value = spot.value
    if (clear !== null) clear.value = spot.value
    m.epoch++
    m.beAt(at, NO_SHIP, spot.memory)
    m.fix.lat = spot.amid.lat
    m.fix.lon = spot.amid.lon
    unit.step(m)
  }

  #nextDue(): number {
    if (this.#isTimed) return this.#upto + MINUTE_MS
    const { knownFrom } = this.#plan.number
    let due = knownFrom > this.#upto ? knownFrom : Infinity
    for (const { memory } of this.#spots) {
      const open = memory.hits.get(this.#plan.unit.number)
      if (open !== undefined && !open.isCleared && open.overSince !== 0)
        due = Math.min(due, open.overSince + (this.#plan.rule.grace_min ?? 0) * MINUTE_MS)
    }
    for (const [ship, seen] of this.#ships)
      this.#times.each(ship, seen, this.#upto, (_, over) => {
        if (over > this.#upto) due = Math.min(due, over)
      })
    return due
  }

  /** Stores a checkpoint to return to, as for vessels. No more reports follow up to the instant. */
  #keep(at: number) {
    for (const spot of this.#spots) this.#stepUnheld(spot, at)
    if (at - this.#checkpoints.at(-1)!.at >= this.#keepMs) {
      this.#checkpoints.push({ spots: copySpots(this.#spots), at })
      while (this.#checkpoints.length > 1 && this.#checkpoints[1]!.at <= at - 3 * this.#keepMs)
        this.#checkpoints.shift()
      this.#letGo()
    }
    const from = this.#checkpoints[0]!.at
    if (this.#events.length > 0) this.#events = this.#events.filter((event) => event.at > from)
  }

  /** Drops vessels that were no longer counted at the first checkpoint: no evaluation returns to before it. */
  #letGo() {
    const gone = this.#checkpoints[0]!.at - this.counted.ms
    for (const [ship, { to }] of this.#ships) if (to < gone) this.#ships.delete(ship)
  }

  /** Ships that are counted at an instant; of a crowd those about its middle. */
  #countedAt(at: number) {
    const { nm } = this.#plan
    const { amid } = this.#spot!
    const isThere = (times: readonly number[], i: number) => {
      const { lat, lon } = placeAt(times, i)
      return nm === null || metresBetween(lat, lon, amid.lat, amid.lon) <= nm * METRES_PER_NM
    }
    return this.#times.at(this.#ships, at, isThere)
  }

  #named(at: number): Explained[] {
    return this.#countedAt(at)
      .slice(0, MOST_NAMED)
      .map(({ seen: { facts, times }, i }) => ({
        asked: `${facts.ship_name ?? 'a vessel'}, MMSI ${facts.mmsi}`,
        verdict: 'TRUE',
        value: this.counted.isMeasured ? ofParts(times[i + TIME.value]!) : null,
        threshold: null,
        unit: this.#plan.number.bound.unit,
        window: { from: times[i]!, to: Math.min(at, times[i + TIME.to]!) },
        fix_ids: [
          ...new Set([TIME.beforeId, TIME.firstId, TIME.lastId, TIME.overId].map((id) => times[i + id]!)),
        ].filter((id) => id !== 0),
        of: [],
      }))
  }

  /** Returns the state from which it may be restored; null where nothing is stored yet. */
  saved(save: (memory: Memory) => SavedMemory): SavedArea | null {
    const { spots, at } = this.#checkpoints[0]!
    const since = this.#since === Infinity ? null : this.#since
    // Before vessels were received nothing was reported of it.
    if (at === -Infinity && since === null) return null
    const key = { key: this.key, at: at === -Infinity ? since! - 1 : at, since }
    if (this.#plan.nm === null) return { ...key, memory: save(spots[0]!.memory) }
    return { ...key, crowds: spots.map(({ place, memory }) => ({ ...place, memory: save(memory) })) }
  }
  /** Returns the number of places compared since the last call. */
  takeWork(): number {
    const { work } = this.moment
    this.moment.work = 0
    return work
  }
  /** Waits until all ships are put back. */
  wait(): void {
    this.#waitsFor ??= -Infinity
  }
  /** Restores it; returns the memories of its spots. */
  putBack(saved: SavedArea, load: (memory: SavedMemory) => Memory): Memory[] {
    const { at, since, memory, crowds = [] } = saved
    if (since !== null && since !== undefined) this.begin(since)
    this.#spots = crowds.map(({ lat, lon, memory }) => aSpot({ lat, lon }, load(memory)))
    if (memory !== undefined) this.#spots = [aSpot(this.#plan.place, load(memory))]
    this.#checkpoints = [{ spots: copySpots(this.#spots), at }]
    this.#upto = at
    this.#dueAt = -Infinity
    return this.#checkpoints[0]!.spots.map((spot) => spot.memory)
  }
  /** All ships are put back: it is gone through up to what was taken since. */
  goOn(): void {
    const until = this.#waitsFor
    this.#waitsFor = null
    if (until !== null && until > this.#upto) this.#goOn(until)
  }
}

const nothingAt = (at: number): Edge => ({ at, by: 0, parts: 0, one: null })
const standingOf = (spots: readonly Spot[]): Standing =>
  spots.reduce((standing, { memory }) => addStanding(standing, memory), new Map() as Standing)
