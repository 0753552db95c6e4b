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
  /** Lists whose members it asks of. */
  lists: readonly string[]
  /** When every contact was asked last, by the clock. */
  sweptAt: number
}
/** A ship that begins or ceases to pass a filter, and why in words. */
export type Passing = { list: string; mmsi: number; isIn: boolean; why: string }
/** Whom each filter let pass so far. */
export type Passed = { has(id: string, mmsi: number): boolean; of(id: string): Iterable<number> }

/** What changes by time or by what is no contact is looked at so often; what others cannot tell of, for who sees some sources. */
const SWEEP_MS = 60_000
const OWN_EYE_MS = 10_000
/** Contacts, and evaluations of filters, between two looks at how long this has lasted. */
const LOOK_EVERY = 32
const QUERIES_AT_ONCE = 64
const LONGEST_WHY = 300

/**
 * Which ships pass each of many filters that stand. After a change of a contact only those filters are asked that read
 * what changed; every contact is asked when a filter is new, and where time or a place may have changed the answer.
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

  /** Asks a filter from now on, seen with an eye. Throws VALIDATION for one that cannot be asked. */
  set(id: string, filter: AisFilter, eye: Eye): void {
    const test = compileFilter(filter, { picture: this.#picture, names: this.#names, eye })
    const { reads: queries, isSwept } = readsOf(filter)
    // Who sees some waters sees her come and go by where she is.
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
  /** Forgets what it knows of the contacts: each is asked everything anew. */
  beginAgain(): void {
    for (const one of this.#query.values()) one.sweptAt = -Infinity
    this.#moved = []
  }
  /** Ships came on lists or left them. */
  listsMoved(lists: ReadonlySet<string>, mmsis: Iterable<number>): void {
    this.#moved.push({ lists, mmsis })
  }

  /** Finds who begins and who ceases to pass; `take` stores some at a time, after which `passed` tells of them. */
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
    // Who is new is asked of every contact below.
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

  /** What a ship has that the filter asks for, or what she has not any more. */
  #why({ clauses, eye }: Query, id: number, isIn: boolean, now: number): string {
    if (id < 0) return 'Not on the picture any more'
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

/** Who moved, each once, until it is stored. */
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
