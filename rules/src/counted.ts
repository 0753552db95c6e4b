import type { Moment } from './moment.ts'
import { needsOf, Remembering, type Need, type Node } from './node.ts'
import { FALSE, TRUE, type Verdict } from './verdict.ts'

/** What is kept of a ship: whether it held last, then of each time these, instants in epoch ms. */
const HELD = 0
export const FIRST_TIME = 1
/** First and last moment at which it held, their fixes, the fix before the first, and the one at which it was over, 0 for none. */
export const TIME = { from: 0, to: 1, firstId: 2, lastId: 3, beforeId: 4, overId: 5, width: 6 } as const
const MINUTE_MS = 60_000
/** So much longer than what may come late it is kept when a ship was counted. */
const KEPT_MS = 105 * MINUTE_MS
/** So many times of one ship are kept: of more the earliest are not counted. */
const MOST_TIMES = 64

/** When a condition held of a ship, for who counts ships; what it tells is the condition itself. */
export class CountedNode extends Remembering {
  override readonly parts: readonly Node[]
  override readonly needs: readonly Need[]
  /** For so long after it held last she is counted. */
  readonly ms: number
  readonly #of: Node
  readonly #keptMs: number
  readonly #touch: (node: CountedNode) => void

  /** `touch` hears that what is kept of a ship is otherwise. */
  constructor(
    key: string,
    slot: number,
    of: Node,
    {
      minutes,
      latenessMin,
      touch,
    }: { minutes: number; latenessMin: number; touch: (node: CountedNode) => void },
  ) {
    super(key, slot)
    this.#of = of
    this.parts = [of]
    this.needs = needsOf(of)
    this.ms = minutes * MINUTE_MS
    this.#keptMs = latenessMin * MINUTE_MS + KEPT_MS
    this.#touch = touch
  }

  protected tell(m: Moment): Verdict {
    const verdict = this.#of.verdict(m)
    const { states } = m.memory
    let state = states.get(this.slot)
    if (verdict === TRUE) {
      if (state === undefined) states.set(this.slot, (state = [0]))
      this.#note(state, m)
      this.#touch(this)
    } else if (verdict === FALSE && state?.[HELD] === 1) {
      state[HELD] = 0
      state[state.length - TIME.width + TIME.overId] = m.fix.id
    }
    if (state !== undefined) this.#forget(state, m)
    return verdict
  }

  /** Goes on with a time, unless it was over, or so long ago that she was not counted any more. */
  #note(state: number[], m: Moment) {
    const last = state.length - TIME.width
    if (state[HELD] === 1 && last >= FIRST_TIME && m.at - state[last + TIME.to]! <= this.ms) {
      state[last + TIME.to] = m.at
      state[last + TIME.lastId] = m.fix.id
      return
    }
    state[HELD] = 1
    state.push(m.at, m.at, m.fix.id, m.fix.id, m.before.id, 0)
    if (state.length > FIRST_TIME + MOST_TIMES * TIME.width) state.splice(FIRST_TIME, TIME.width)
  }

  #forget(state: number[], m: Moment) {
    const gone = m.at - this.ms - this.#keptMs
    while (state.length > FIRST_TIME && state[FIRST_TIME + TIME.to]! < gone)
      state.splice(FIRST_TIME, TIME.width)
    if (state.length === FIRST_TIME) m.memory.states.delete(this.slot)
  }

  protected stands(m: Moment): Verdict {
    return this.#of.verdict(m)
  }
}
