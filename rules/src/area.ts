import type { EvaluatedRule } from '@samudra/contract/rules'
import { FIRST_TIME, TIME, type CountedNode } from './counted.ts'
import { addStanding, differences, type Change } from './differences.ts'
import { copyOf, newMemory, NOBODY, type Memory, type ShipFacts } from './memory.ts'
import { Moment, NO_SHIP } from './moment.ts'
import type { AreaPlan } from './area-asked.ts'
import type { Explained } from './node.ts'
import type { Said } from './rule-unit.ts'
import type { SavedArea } from './saved.ts'
import { ofParts, Tally } from './tally.ts'

const MINUTE_MS = 60_000
/** So many of the ships counted stand in an explanation. */
export const MOST_NAMED = 100
const NEVER: readonly number[] = []
/** What ships come to changes with each of them: what comes in so long is gone through together. */
const GATHER_MS = 2000

/** A ship with the times of her that were looked at, and how the last of them was then. */
type Seen = { facts: ShipFacts; times: readonly number[]; from: number; to: number }
/** From an instant on a ship is counted, or not any more; with what she has, in thousandths. */
type Edge = { at: number; by: 1 | -1 | 0; parts: number }
/**
 * How many ships there are, or what they come to, as one rule counts them. It is gone through at the instants at which the number changes: that it
 * grew is said at once, that it fell after the lateness the rule allows. What comes late has it gone through again from there.
 */
export class Area {
  readonly key: string
  readonly #plan: AreaPlan
  readonly #keepMs: number
  readonly #hear: (change: Change) => void
  readonly #moment = new Moment()
  readonly #ships = new Map<number, Seen>()
  #memory: Memory = newMemory(NOBODY)
  #kept: { memory: Memory; at: number }[] = [{ memory: newMemory(NOBODY), at: -Infinity }]
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
    plan.number.names = (at) => this.#named(at)
    this.#moment.kind = 'NEWS'
    this.#moment.counted = () => this.#countedAt(this.#moment.at).map(([ship]) => ship)
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
    const changed = this.#changedFrom(seen, times, Math.max(this.#upto, memory.fix.at))
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

  /** The first instant at which a ship is counted otherwise than she was; Infinity for none. */
  #changedFrom(seen: Seen | undefined, times: readonly number[], now: number): number {
    const { ms, width } = this.counted
    if (seen?.times === times) {
      let changed = Infinity
      let i = times.length - width
      for (; i >= FIRST_TIME && times[i]! > seen.from; i -= width) changed = times[i]!
      const isLonger = i >= FIRST_TIME && times[i + TIME.to] !== seen.to
      return isLonger ? Math.min(changed, seen.to + ms + 1) : changed
    }
    // What is older is forgotten of some, and not of others.
    const gone = now - 3 * this.#keepMs
    const [before, after] = [this.#notOver(seen?.times ?? NEVER, gone), this.#notOver(times, gone)]
    let changed = Infinity
    for (let i = 0; i < Math.max(before.length, after.length); i += width) {
      const [was, is] = [before[i] ?? Infinity, after[i] ?? Infinity]
      if (was !== is) return Math.min(changed, was, is)
      if (before[i + TIME.to] !== after[i + TIME.to])
        changed = Math.min(changed, Math.min(before[i + TIME.to]!, after[i + TIME.to]!) + ms + 1)
      if (this.counted.isMeasured && before[i + TIME.value] !== after[i + TIME.value])
        return Math.min(changed, was)
    }
    return changed
  }

  /** Times that were not over before an instant. */
  #notOver(times: readonly number[], at: number): readonly number[] {
    let first = FIRST_TIME
    while (first < times.length && this.counted.isOverAt(times, first, at)) first += this.counted.width
    return times.slice(first)
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

  /** Where ships are but counted, at once. */
  #goOnSoon(until: number) {
    if (!this.counted.isMeasured) return this.#goOn(until)
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
    this.#memory = copyOf(back.memory)
    this.#upto = back.at
    const now = this.#run(until)
    for (const change of differences(before, now, addStanding(new Map(), back.memory))) this.#hear(change)
    for (const said of now) this.#note(said)
  }

  /** Goes through it up to an instant; answers what was said. */
  #run(until: number): Said[] {
    const { number } = this.#plan
    const { fn, holds } = number.bound
    const { edges, tally } = this.#edges(until)
    this.#keep(Math.min(until, (edges[0]?.at ?? Infinity) - 1))
    this.#put(tally.of(fn))
    for (let i = 0; i < edges.length;) {
      const { at } = edges[i]!
      for (; i < edges.length && edges[i]!.at === at; i++) tally.add(edges[i]!.parts, edges[i]!.by)
      const next = tally.of(fn)
      this.#stepUnheld(at - 1)
      // Until just before it held.
      if (holds(number.value) && !holds(next)) this.#step(at - 1)
      this.#put(next)
      this.#step(at)
    }
    this.#stepUnheld(until)
    this.#upto = until
    // What is kept to go back to is never so old that times of ships since are forgotten.
    this.#dueAt = Math.min(this.#nextDue(), until + this.#keepMs)
    return this.#plan.said.splice(0)
  }

  #put(value: number) {
    const { number, clear } = this.#plan
    number.value = value
    if (clear !== null) clear.value = value
  }

  /** What changes the number after the instant up to which it was gone through, and what ships come to then. */
  #edges(until: number): { edges: Edge[]; tally: Tally } {
    const edges: Edge[] = []
    const tally = new Tally()
    for (const { times } of this.#ships.values())
      this.#eachTime(times, (from, over, parts) => {
        if (from <= this.#upto && over > this.#upto) tally.add(parts, 1)
        if (from > this.#upto && from <= until) edges.push({ at: from, by: 1, parts })
        if (over > this.#upto && over <= until) edges.push({ at: over, by: -1, parts })
      })
    const { knownFrom } = this.#plan.number
    if (knownFrom > this.#upto && knownFrom <= until) edges.push({ at: knownFrom, by: 0, parts: 0 })
    edges.sort((a, b) => a.at - b.at)
    if (this.#isTimed && (edges.length > 0 || this.#upto !== -Infinity)) this.#addMinutes(edges, until)
    return { edges, tally }
  }

  get #isTimed() {
    const { schedule, valid_from, valid_to } = this.#plan.rule
    return schedule !== undefined || valid_from !== undefined || valid_to !== undefined
  }
  /** What is said at certain times only is asked at whole minutes, too. */
  #addMinutes(edges: Edge[], until: number) {
    const from = this.#upto === -Infinity ? edges[0]!.at : this.#upto
    for (let at = (Math.floor(from / MINUTE_MS) + 1) * MINUTE_MS; at <= until; at += MINUTE_MS)
      edges.push({ at, by: 0, parts: 0 })
    edges.sort((a, b) => a.at - b.at)
  }

  /** The times a ship is counted: of one that is counted once those that overlap are one. */
  #eachTime(times: readonly number[], hear: (from: number, over: number, parts: number) => void) {
    if (this.counted.isMeasured) return this.#eachValue(times, hear)
    const isOnce = this.#isOnce
    let [from, over] = [Infinity, -Infinity]
    for (let i = FIRST_TIME; i < times.length; i += this.counted.width) {
      const begins = times[i + TIME.from]!
      if (over !== -Infinity && (!isOnce || begins > over)) hear(from, over, 0)
      if (!isOnce || begins > over) from = begins
      over = times[i + TIME.to]! + this.counted.ms + 1
    }
    if (over !== -Infinity) hear(from, over, 0)
  }
  /** The times a ship has one value, the last first; those that were over when it was gone through last are left out. */
  #eachValue(times: readonly number[], hear: (from: number, over: number, parts: number) => void) {
    const { width, ms } = this.counted
    let next = Infinity
    for (let i = times.length - width; i >= FIRST_TIME; i -= width) {
      const over = Math.min(next, times[i + TIME.to]! + ms + 1)
      if (over <= this.#upto) return
      next = times[i]!
      hear(next, over, times[i + TIME.value]!)
    }
  }
  get #isOnce() {
    return this.#plan.isOnce
  }

  /** Steps at the instant at which what does not hold any more has been so for the grace of the rule, if that has come. */
  #stepUnheld(until: number) {
    const open = this.#memory.hits.get(this.#plan.unit.number)
    if (open === undefined || open.isCleared || open.overSince === 0) return
    const at = open.overSince + (this.#plan.rule.grace_min ?? 0) * MINUTE_MS
    if (at <= until) this.#step(at)
  }

  #step(at: number) {
    const m = this.#moment
    m.epoch++
    m.beAt(at, NO_SHIP, this.#memory)
    Object.assign(m.fix, this.#plan.place)
    this.#plan.unit.step(m)
  }

  #nextDue(): number {
    if (this.#isTimed) return this.#upto + MINUTE_MS
    const open = this.#memory.hits.get(this.#plan.unit.number)
    const { knownFrom } = this.#plan.number
    let due = knownFrom > this.#upto ? knownFrom : Infinity
    if (open !== undefined && !open.isCleared && open.overSince !== 0)
      due = open.overSince + (this.#plan.rule.grace_min ?? 0) * MINUTE_MS
    for (const { times } of this.#ships.values())
      this.#eachTime(times, (_, over) => {
        if (over > this.#upto) due = Math.min(due, over)
      })
    return due
  }

  /** As of ships: what was before, to go back to. Up to an instant nothing is said of it any more. */
  #keep(at: number) {
    this.#stepUnheld(at)
    if (at - this.#kept.at(-1)!.at >= this.#keepMs) {
      this.#kept.push({ memory: copyOf(this.#memory), at })
      this.#letGo(at)
    }
    while (this.#kept.length > 1 && this.#kept[1]!.at <= at - 3 * this.#keepMs) this.#kept.shift()
    const from = this.#kept[0]!.at
    if (this.#said.length > 0) this.#said = this.#said.filter((said) => said.at > from)
  }

  /** Nobody goes back to when ships were counted that are not for long. */
  #letGo(at: number) {
    const gone = at - 4 * this.#keepMs - this.counted.ms
    for (const [ship, { to }] of this.#ships) if (to < gone) this.#ships.delete(ship)
  }

  /** Ships that are counted at an instant, with the place of the time of each in what is kept of her. */
  #countedAt(at: number): [ship: number, seen: Seen, i: number][] {
    return [...this.#ships].flatMap(([ship, seen]) => {
      const places: [number, Seen, number][] = []
      for (let i = FIRST_TIME; i < seen.times.length; i += this.counted.width)
        if (seen.times[i]! <= at && at <= seen.times[i + TIME.to]! + this.counted.ms)
          places.push([ship, seen, i])
      return this.#isOnce ? places.slice(-1) : places
    })
  }

  #named(at: number): Explained[] {
    return this.#countedAt(at)
      .slice(0, MOST_NAMED)
      .map(([, { facts, times }, i]) => ({
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
  saved(save: (memory: Memory) => SavedArea['memory']): SavedArea | null {
    const { memory, at } = this.#kept[0]!
    const since = this.#since === Infinity ? null : this.#since
    if (at !== -Infinity) return { key: this.key, at, since, memory: save(memory) }
    // Before ships were heard nothing was said of it.
    return since === null ? null : { key: this.key, at: since - 1, since, memory: save(memory) }
  }
  /** Waits until all ships are put back. */
  wait(): void {
    this.#waitsFor ??= -Infinity
  }
  /** Puts it back; answers the memory. */
  putBack(memory: Memory, { at, since }: Pick<SavedArea, 'at' | 'since'>): Memory {
    if (since !== null && since !== undefined) this.begin(since)
    this.#memory = memory
    this.#kept = [{ memory: copyOf(memory), at }]
    this.#upto = at
    this.#dueAt = -Infinity
    return this.#kept[0]!.memory
  }
  /** All ships are put back: it is gone through up to what was taken since. */
  goOn(): void {
    const until = this.#waitsFor
    this.#waitsFor = null
    if (until !== null && until > this.#upto) this.#goOn(until)
  }
}
