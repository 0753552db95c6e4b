import type { NumberReader } from '../values/fields.ts'
import type { Moment } from '../running/moment.ts'
import { needsOf, Remembering, type Need, type Node } from '../plans/node.ts'
import { inParts } from './tally.ts'
import { FALSE, TRUE, type Verdict } from '../plans/verdict.ts'

/**
 * Stored data of a vessel: the state of the condition at the last moment, then these values of each time, instants in
 * epoch ms.
 */
const HELD = 0
export const FIRST_TIME = 1
/**
 * First and last moment at which it held, their fixes, the fix before the first, and the one that ended it, 0 for
 * none. A stored value is in thousandths, a stored place in millionths of a degree.
 */
export const TIME = {
  from: 0,
  to: 1,
  firstId: 2,
  lastId: 3,
  beforeId: 4,
  overId: 5,
  value: 6,
  lat: 6,
  lon: 7,
} as const
const BARE = 6
/**
 * Move of a tenth of a mile, which puts a vessel at another place; a vessel that swings about its anchor moves less.
 */
const MOVED_UDEG = 1700
/** Units of stored places in a degree. */
export const UDEG = 1e6
const MINUTE_MS = 60_000
/** Time beyond the allowed lateness for which the counted times of a vessel are stored. */
const RETENTION_MS = 105 * MINUTE_MS
/** Maximum number of times stored of one vessel: of more the earliest are not counted. */
const MOST_TIMES = 64

type Counting = {
  minutes: number
  latenessMin: number
  /** Receives a change in the data stored of a vessel. */
  touch: (node: CountedNode) => void
  /** Reader of the measured value; null where vessels are only counted. */
  reader: NumberReader | null
  /** True if the vessel's position is stored. */
  isPlaced: boolean
}

const NOTHING: readonly number[] = []

/** Returns true for the first fix of a minute, so that a replay with few fixes reads the same values. */
const isFirstOfMinute = ({ isFix, before, at }: Moment) =>
  isFix && Math.floor(before.at / MINUTE_MS) !== Math.floor(at / MINUTE_MS)

/** Times at which a condition held for a vessel, for rules that count vessels; it reports the condition itself. */
export class CountedNode extends Remembering {
  override readonly parts: readonly Node[]
  override readonly needs: readonly Need[]
  /** Time for which a vessel is counted after the condition held last. */
  readonly ms: number
  /**
   * True if the vessel's position is stored: while the condition holds, a time continues as long as the vessel is
   * there.
   */
  readonly isPlaced: boolean
  /** Number of values in a time. */
  readonly width: number
  readonly #of: Node
  readonly #read: ((m: Moment) => number) | null
  readonly #most: number
  readonly #retentionMs: number
  readonly #touch: (node: CountedNode) => void
  /** Difference beyond which a stored value counts as another. */
  readonly #within: number

  constructor(
    key: string,
    slot: number,
    of: Node,
    { minutes, latenessMin, touch, reader, isPlaced }: Counting,
  ) {
    super(key, slot)
    this.#of = of
    this.parts = [of]
    this.needs = needsOf(of)
    this.ms = minutes * MINUTE_MS
    this.#retentionMs = latenessMin * MINUTE_MS + RETENTION_MS
    this.#read = reader?.read ?? null
    this.isPlaced = isPlaced
    this.#within = isPlaced ? MOVED_UDEG : 0
    this.width = BARE + (isPlaced ? 2 : reader === null ? 0 : 1)
    // A value, and a place, is another at most once a minute.
    this.#most = this.width === BARE ? MOST_TIMES : Math.ceil((this.#retentionMs + this.ms) / MINUTE_MS) + 2
    this.#touch = touch
  }

  /** True if the values of counted vessels are stored, too: then a time ends where the next begins. */
  get isMeasured(): boolean {
    return this.#read !== null
  }

  protected evaluate(m: Moment): Verdict {
    const verdict = this.#of.verdict(m)
    const { states } = m.memory
    let state = states.get(this.slot)
    const stored = this.#stored(m)
    if (verdict === TRUE && !stored.some(Number.isNaN)) {
      if (state === undefined) states.set(this.slot, (state = [0]))
      this.#note(state, m, stored)
      this.#touch(this)
    } else if (verdict === FALSE && state?.[HELD] === 1) {
      state[HELD] = 0
      state[state.length - this.width + TIME.overId] = m.fix.id
    }
    if (state !== undefined) this.#forget(state, m)
    return verdict
  }

  /** Returns the data of a vessel that are stored with a time. */
  #stored(m: Moment): readonly number[] {
    if (this.isPlaced) return [Math.round(m.fix.lat * UDEG), Math.round(m.fix.lon * UDEG)]
    return this.#read === null ? NOTHING : [inParts(this.#read(m))]
  }

  /** Continues a time, unless it ended, or so long ago that the vessel was not counted any more. */
  #note(state: number[], m: Moment, checkpoint: readonly number[]) {
    const last = state.length - this.width
    const isThere = (value: number, i: number) => Math.abs(value - state[last + BARE + i]!) <= this.#within
    const isSame = checkpoint.every(isThere) || !isFirstOfMinute(m)
    if (isSame && state[HELD] === 1 && last >= FIRST_TIME && m.at - state[last + TIME.to]! <= this.ms) {
      state[last + TIME.to] = m.at
      state[last + TIME.lastId] = m.fix.id
      return
    }
    state[HELD] = 1
    state.push(m.at, m.at, m.fix.id, m.fix.id, m.before.id, 0, ...checkpoint)
    if (state.length > FIRST_TIME + this.#most * this.width) state.splice(FIRST_TIME, this.width)
  }

  #forget(state: number[], m: Moment) {
    const gone = m.at - this.#retentionMs
    while (state.length > FIRST_TIME && this.isOverAt(state, FIRST_TIME, gone))
      state.splice(FIRST_TIME, this.width)
    if (state.length === FIRST_TIME) m.memory.states.delete(this.slot)
  }

  /** Returns true if a vessel was not counted any more for the time at an index, before an instant. */
  isOverAt(times: readonly number[], i: number, at: number): boolean {
    const over = times[i + TIME.to]! + this.ms
    return (this.isMeasured ? Math.min(over, times[i + this.width] ?? over) : over) < at
  }

  protected stands(m: Moment): Verdict {
    return this.#of.verdict(m)
  }
}
