import type { AisFilter } from '@samudra/contract/filter'
import { hiding, clausesOf } from '@samudra/contract/filter-match'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { NO_ROW } from './contacts/contact-store.ts'
import type { Eye } from './views/eye.ts'
import { compileFilter, type ContactTest } from './filter.ts'
import { LiveValues } from './views/live-values.ts'
import type { FeedNames } from '../../../sea/names.ts'
import type { Picture } from './picture.ts'
import { LastRead, READS, readsOf } from './views/reads.ts'

type Query = {
  id: string
  clauses: ReturnType<typeof clausesOf>
  eye: Eye
  test: ContactTest
  reads: number
  isSwept: boolean
  /** Lists that the filter uses. */
  lists: readonly string[]
  /** Time of the last evaluation of every contact, by the clock. */
  sweptAt: number
}
/** A ship that begins or ceases to pass a filter, and why in words. */
export type Passing = { list: string; mmsi: number; isIn: boolean; why: string }
/** Whom each filter let pass so far. */
export type Passed = { has(id: string, mmsi: number): boolean; of(id: string): Iterable<number> }

/**
 * Interval of evaluating conditions that change by time or apart from contacts. The shorter one is for callers limited
 * to some sources, for whom changes give no signal.
 */
const SWEEP_MS = 60_000
const OWN_EYE_MS = 10_000
/** Contacts, and evaluations of filters, between two looks at how long this has lasted. */
const LOOK_EVERY = 32
const QUERIES_AT_ONCE = 64
const LONGEST_WHY = 300

/**
 * Tracks the vessels that pass each of many standing filters. A contact change evaluates only filters that read the
 * changed values. Every contact is evaluated for a new filter, and where time or an area may have changed the result.
 */
export class Standing {
  readonly #picture: Picture
  readonly #names: FeedNames
  readonly #clock: Clock
  readonly #query = new Map<string, Query>()
  #last = new LastRead()
  #seq = 0
  #queries = 0
  /** Ships whose lists changed, and which. */
  #moved: { lists: ReadonlySet<string>; mmsis: Iterable<number> }[] = []

  constructor({ picture, names, clock }: { picture: Picture; names: FeedNames; clock: Clock }) {
    this.#picture = picture
    this.#names = names
    this.#clock = clock
  }

  /** Adds a standing filter with the view of a caller. Throws VALIDATION if the filter cannot be evaluated. */
  set(id: string, filter: AisFilter, eye: Eye): void {
    const test = compileFilter(filter, { picture: this.#picture, names: this.#names, eye })
    const { reads: queries, isSwept } = readsOf(filter)
    // For a caller limited to waters, vessels appear and disappear by position.
    const reads = eye.seesAll ? queries : queries | READS.PLACE
    const lists = filter.lists ?? []
    this.#query.set(id, {
      id,
      clauses: clausesOf(filter),
      eye,
      test,
      reads,
      isSwept,
      lists,
      sweptAt: -Infinity,
    })
  }
  drop(id: string): void {
    this.#query.delete(id)
  }
  /** Resets the state of contacts, so that each is fully evaluated again. */
  beginAgain(): void {
    for (const one of this.#query.values()) one.sweptAt = -Infinity
    this.#moved = []
  }
  /** Ships came on lists or left them. */
  listsMoved(lists: ReadonlySet<string>, mmsis: Iterable<number>): void {
    this.#moved.push({ lists, mmsis })
  }

  /** Finds vessels that begin or cease to pass. `take` stores portions of them, after which `passed` includes them. */
  async look(passed: Passed, take: (moves: Passing[]) => Promise<void>): Promise<void> {
    const found = new Moves(take)
    await this.#lookAtChanged(passed, found)
    const moved = this.#moved
    this.#moved = []
    let began = performance.now()
    for (const { lists, mmsis } of moved)
      for (const one of this.#query.values())
        if (one.lists.some((id) => lists.has(id)))
          for (const mmsi of mmsis) {
            if (this.#hasRequestedMany()) began = await breathe(began)
            this.#ask(one, mmsi, passed, found)
            if (found.isFull) await found.flush()
          }
    await found.flush()
    for (const one of this.#query.values()) {
      const everyMs = one.eye.choosesOwn ? OWN_EYE_MS : one.isSwept ? SWEEP_MS : Infinity
      if (this.#clock.now() - one.sweptAt < everyMs) continue
      await this.#sweep(one, passed, found)
    }
  }

  async #lookAtChanged(passed: Passed, found: Moves) {
    const { store } = this.#picture
    const ids: number[] = []
    for (let id = store.newestChange; id >= 0 && store.changeSeq[id]! > this.#seq; id = store.olderChange(id))
      ids.push(id)
    this.#seq = store.seq
    // New filters are evaluated for every contact below.
    const query = [...this.#query.values()].filter((one) => one.sweptAt > -Infinity)
    let began = performance.now()
    for (let i = 0; i < ids.length; i++) {
      if (i % LOOK_EVERY === 0) began = await breathe(began)
      const id = ids[i]!
      const mmsi = store.mmsi[id]!
      const changed = this.#last.changesOf(store, id)
      for (let n = 0; n < query.length; n++)
        if ((query[n]!.reads & changed) !== 0) {
          if (this.#hasRequestedMany()) began = await breathe(began)
          this.#ask(query[n]!, mmsi, passed, found)
        }
      if (found.isFull) await found.flush()
    }
    await found.flush()
  }

  async #sweep(one: Query, passed: Passed, found: Moves) {
    one.sweptAt = this.#clock.now()
    const { store } = this.#picture
    let began = performance.now()
    for (let id = 0; id < store.used; id++) {
      if (id % LOOK_EVERY === 0) began = await breathe(began)
      if (store.isAlive[id] === 1) this.#ask(one, store.mmsi[id]!, passed, found)
      if (found.isFull) await found.flush()
    }
    // Who is on no picture any more is met nowhere else.
    for (const mmsi of passed.of(one.id)) if (store.firstOf(mmsi) < 0) this.#ask(one, mmsi, passed, found)
    await found.flush()
  }

  #hasRequestedMany(): boolean {
    if (++this.#queries < QUERIES_AT_ONCE) return false
    this.#queries = 0
    return true
  }

  #ask(one: Query, mmsi: number, passed: Passed, found: Moves) {
    const { store } = this.#picture
    const now = this.#clock.now()
    let seen = -1
    let isIn = false
    for (let id = store.firstOf(mmsi); id >= 0 && !isIn; id = store.nextOfMmsi[id]!) {
      const row = one.eye.row(id)
      if (row === NO_ROW) continue
      seen = id
      isIn = one.test(id, now, row)
    }
    if (isIn === passed.has(one.id, mmsi)) found.takeBack(one.id, mmsi)
    else if (this.#query.get(one.id) === one)
      found.add({ list: one.id, mmsi, isIn, why: this.#why(one, seen, isIn, now) })
  }

  /** Returns the values of a vessel that satisfy the filter, or those that no longer do. */
  #why({ clauses, eye }: Query, id: number, isIn: boolean, now: number): string {
    if (id < 0) return 'No longer in the picture'
    const values = new LiveValues(this.#picture, this.#names, eye).at(id, eye.row(id), now)
    const has = isIn
      ? clauses.map((one) => ({ clause: one.clause, has: one.has(values) }))
      : hiding(clauses, values)
    const text = has.map((one) => `${one.clause}: ${one.has}`)
    return text.join('; ').slice(0, LONGEST_WHY)
  }
}

/** So many are stored in one statement. */
const AT_ONCE = 2000

/** Moves not stored yet, one per vessel. */
class Moves {
  readonly #take: (moves: Passing[]) => Promise<void>
  #found = new Map<string, Passing>()

  constructor(take: (moves: Passing[]) => Promise<void>) {
    this.#take = take
  }
  get isFull(): boolean {
    return this.#found.size >= AT_ONCE
  }
  /** The last word on a ship counts. */
  add(one: Passing): void {
    this.#found.set(`${one.list} ${one.mmsi}`, one)
  }
  /** It is as it was. */
  takeBack(list: string, mmsi: number): void {
    if (this.#found.size > 0) this.#found.delete(`${list} ${mmsi}`)
  }
  async flush(): Promise<void> {
    if (this.#found.size === 0) return
    const moves = [...this.#found.values()]
    this.#found = new Map()
    await this.#take(moves)
  }
}
