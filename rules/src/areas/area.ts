import type { EvaluatedRule } from '@samudra/contract/rules'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { AreaPlan } from './area-asked.ts'
import { aSpot, copySpots, firstSpots, Sums, type Spot } from './area-spots.ts'
import { AreaTimes, NEVER, placeAt, type Edge, type Seen } from './area-times.ts'
import { TIME, type CountedNode } from './counted.ts'
import { addStanding, differences, type Change, type Standing } from '../pairs/differences.ts'
import type { Memory } from '../running/memory.ts'
import { Moment, NO_SHIP } from '../running/moment.ts'
import type { Explained } from '../plans/node.ts'
import type { Said } from '../plans/rule-unit.ts'
import type { SavedArea, SavedMemory } from '../running/saved.ts'
import { ofParts } from './tally.ts'

const MINUTE_MS = 60_000
/** So many of the ships counted stand in an explanation. */
export const MOST_NAMED = 100
/** What ships come to changes with each of them: what comes in so long is gone through together. */
const GATHER_MS = 2000

/**
 * How many ships there are, or what they come to, as one rule counts them. It is gone through at the instants at which the number changes: that it
 * grew is said at once, that it fell after the lateness the rule allows. What comes late has it gone through again from there.
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
  #kept: { spots: Spot[]; at: number }[]
  #said: Said[] = []
  /** Since when ships are heard at all, Infinity before. */
  #since = Infinity
  /** How far it was gone through, and when something is to be said next though nothing comes. */
  #upto = -Infinity
  #dueAt = Infinity
  /** Values that were heard and not gone through: up to when, and by when they are. */
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
    this.#kept = [{ spots: firstSpots(plan), at: -Infinity }]
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
   * A ship was heard at an instant. Where all are needed, that is known once those of a whole window, and what of it came late,
   * were heard.
   */
  begin(at: number): void {
    if (at >= this.#since || !this.#needsAll) return
    this.#since = at
    const { number, clear } = this.#plan
    number.knownFrom = at + Math.max(this.counted.ms, this.#latenessMs)
    if (clear !== null) clear.knownFrom = number.knownFrom
    if (number.knownFrom > this.#upto) this.#dueAt = Math.min(this.#dueAt, number.knownFrom)
  }
  /** What needs all ships is known from an instant on, whoever is heard before it. */
  knowFrom(at: number): void {
    this.begin(at - Math.max(this.counted.ms, this.#latenessMs))
  }
  get #needsAll() {
    return this.#plan.number.bound.needsAll || this.#plan.clear?.bound.needsAll === true
  }

  /** Looks at what is kept of a ship now. */
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

  /** When something is to be said though nothing comes. */
  get dueAt(): number {
    return this.#waitsFor === null ? Math.min(this.#dueAt + this.#latenessMs, this.#goOnAt) : -Infinity
  }
  get #latenessMs() {
    return this.#plan.rule.allowed_lateness_min * MINUTE_MS
  }

  /** Says what is over by an instant, the lateness of its rule counted. */
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
    for (const said of this.#run(until)) {
      this.#note(said)
      this.#hear(said)
    }
  }
  #note(said: Said) {
    this.#said.push({ ...said, explanation: null, counted: NEVER })
  }

  /** Goes through it again from before an instant, and tells what is now said otherwise. */
  #again(from: number, until: number) {
    const back = this.#kept.findLast(({ at }) => at < from) ?? this.#kept[0]!
    const before = this.#said.filter(({ at }) => at > back.at)
    this.#said = this.#said.filter(({ at }) => at <= back.at)
    this.#kept = this.#kept.filter(({ at }) => at <= back.at)
    this.#spots = copySpots(back.spots)
    this.#upto = back.at
    const now = this.#run(until)
    for (const change of differences(before, now, standingOf(back.spots))) this.#hear(change)
    for (const said of now) this.#note(said)
  }

  /** Goes through it up to an instant; answers what was said. */
  #run(until: number): Said[] {
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
    // What is kept to go back to is never so old that times of ships since are forgotten.
    this.#dueAt = Math.min(this.#nextDue(), until + this.#keepMs)
    return this.#plan.said.splice(0)
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

  /** What changes the number after the instant up to which it was gone through, and what ships come to then. */
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

  /** As of ships: what was before, to go back to. Up to an instant nothing is said of it any more. */
  #keep(at: number) {
    for (const spot of this.#spots) this.#stepUnheld(spot, at)
    if (at - this.#kept.at(-1)!.at >= this.#keepMs) {
      this.#kept.push({ spots: copySpots(this.#spots), at })
      while (this.#kept.length > 1 && this.#kept[1]!.at <= at - 3 * this.#keepMs) this.#kept.shift()
      this.#letGo()
    }
    const from = this.#kept[0]!.at
    if (this.#said.length > 0) this.#said = this.#said.filter((said) => said.at > from)
  }

  /** Nobody goes back to when ships were counted that were not any more at the first instant that is kept. */
  #letGo() {
    const gone = this.#kept[0]!.at - this.counted.ms
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
        asked: `${facts.ship_name ?? 'a ship'}, MMSI ${facts.mmsi}`,
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

  /** How it may be put back; null where nothing is kept yet. */
  saved(save: (memory: Memory) => SavedMemory): SavedArea | null {
    const { spots, at } = this.#kept[0]!
    const since = this.#since === Infinity ? null : this.#since
    // Before ships were heard nothing was said of it.
    if (at === -Infinity && since === null) return null
    const key = { key: this.key, at: at === -Infinity ? since! - 1 : at, since }
    if (this.#plan.nm === null) return { ...key, memory: save(spots[0]!.memory) }
    return { ...key, crowds: spots.map(({ place, memory }) => ({ ...place, memory: save(memory) })) }
  }
  /** How many places were compared since this was asked last. */
  takeWork(): number {
    const { work } = this.moment
    this.moment.work = 0
    return work
  }
  /** Waits until all ships are put back. */
  wait(): void {
    this.#waitsFor ??= -Infinity
  }
  /** Puts it back; answers the memories of what it is told of. */
  putBack(saved: SavedArea, load: (memory: SavedMemory) => Memory): Memory[] {
    const { at, since, memory, crowds = [] } = saved
    if (since !== null && since !== undefined) this.begin(since)
    this.#spots = crowds.map(({ lat, lon, memory }) => aSpot({ lat, lon }, load(memory)))
    if (memory !== undefined) this.#spots = [aSpot(this.#plan.place, load(memory))]
    this.#kept = [{ spots: copySpots(this.#spots), at }]
    this.#upto = at
    this.#dueAt = -Infinity
    return this.#kept[0]!.spots.map((spot) => spot.memory)
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
