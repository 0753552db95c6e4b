import { minutesText } from '@samudra/contract/rule-words'
import { fixesOf, type Moment } from './moment.ts'
import { needsOf, Remembering, type Explained, type Need, type Node } from '../plans/node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

const MINUTE_MS = 60_000
/** Fixes are noted as evidence at least this far apart: they are few, and none of them lies behind a hole. */
const EVIDENCE_MS = 5 * MINUTE_MS
const MOST_EVIDENCE = 200

/** Fields of what a held condition keeps; ids of fixes follow. */
const HELD = 0
const TRUE_AT = 1
const SINCE = 2
const NOTED_AT = 3
const LAST_ID = 4
const IDS = 5

/** Notes a fix as evidence when the last one noted is some minutes old; on both sides of a hole whatever is noted. */
function note(state: number[], m: Moment, isHole: boolean) {
  if (state.length >= IDS + MOST_EVIDENCE || (!isHole && m.at - state[NOTED_AT]! < EVIDENCE_MS)) return
  if (isHole && state[LAST_ID] !== state.at(-1)) state.push(state[LAST_ID]!)
  state[NOTED_AT] = m.at
  state.push(...fixesOf(m))
}

/** Returns the fixes of a moment with the one before, because a condition may hold on the way between them. */
const wayOf = (m: Moment) => (m.before.at === 0 ? fixesOf(m) : [m.before.id, ...fixesOf(m)])

/**
 * Condition that holds throughout so many minutes. It counts the time between two fixes at both of which it held,
 * unless there is a hole between them or it was unknown. Unobserved time counts neither for nor against. After a hole
 * as long as the required time it restarts.
 */
export class ForNode extends Remembering {
  override asked: string
  override readonly parts: readonly Node[]
  override readonly needs: readonly Need[]
  readonly #of: Node
  readonly #ms: number

  constructor(key: string, slot: number, of: Node, minutes: number) {
    super(key, slot)
    this.#of = of
    this.#ms = minutes * MINUTE_MS
    this.parts = [of]
    this.needs = needsOf(of)
    this.asked = `for ${minutesText(minutes)}`
  }

  protected evaluate(m: Moment): Verdict {
    const verdict = this.#of.verdict(m)
    const { states } = m.memory
    const state = states.get(this.slot)
    if (verdict === FALSE) {
      if (state !== undefined) states.delete(this.slot)
      return FALSE
    }
    if (verdict === UNKNOWN) {
      if (state === undefined) return UNKNOWN
      // The time up to the next fix at which it holds is not counted.
      if (state[TRUE_AT] !== 0) note(state, m, true)
      state[TRUE_AT] = 0
      return state[HELD]! >= this.#ms ? TRUE : UNKNOWN
    }
    if (state === undefined || this.#isForgotten(state, m)) {
      states.set(this.slot, [0, m.at, m.at, m.at, m.fix.id, ...this.#of.evidence(m), ...wayOf(m)])
      return this.#ms === 0 ? TRUE : FALSE
    }
    const since = state[TRUE_AT] === 0 ? Infinity : m.at - state[TRUE_AT]!
    if (since <= m.holeMs) state[HELD]! += since
    note(state, m, since > m.holeMs)
    state[TRUE_AT] = m.at
    state[LAST_ID] = m.fix.id
    return state[HELD]! >= this.#ms ? TRUE : FALSE
  }

  protected stands(m: Moment): Verdict {
    const verdict = this.#of.verdict(m)
    if (verdict === FALSE) return FALSE
    const held = m.memory.states.get(this.slot)?.[HELD] ?? 0
    return held >= this.#ms ? TRUE : verdict === UNKNOWN ? UNKNOWN : FALSE
  }
  override begunAt(m: Moment): number | null {
    return m.memory.states.get(this.slot)?.[SINCE] ?? null
  }

  #isForgotten(state: readonly number[], m: Moment) {
    return m.gapMs > m.holeMs && m.gapMs >= Math.max(this.#ms, m.holeMs) && state[TRUE_AT] !== m.at
  }

  protected override found(m: Moment): Partial<Explained> {
    const state = m.memory.states.get(this.slot)
    const held = Math.round((state?.[HELD] ?? 0) / MINUTE_MS)
    return {
      value: held,
      threshold: this.#ms / MINUTE_MS,
      unit: 'min',
      window: state === undefined ? null : { from: state[SINCE]!, to: m.at },
      fix_ids: state === undefined ? [m.fix.id] : [...new Set([...state.slice(IDS), m.fix.id])],
    }
  }
}

/**
 * Fields of the state of a condition that was true within some time. The first is whether it is true. For each time
 * follow the last instant and fix at which it was true, and the fix before. The last is the fix at which it was no
 * longer true, 0 for none.
 */
const WAS = 0
const FIRST = 1
const WIDTH = 4

/**
 * Condition that was true so often within the last minutes; once when no count is given. A lasting state counts once,
 * up to its end.
 */
export class WithinNode extends Remembering {
  override asked: string
  override readonly parts: readonly Node[]
  override readonly needs: readonly Need[] = []
  readonly #of: Node
  readonly #ms: number
  readonly #times: number

  constructor(key: string, slot: number, of: Node, minutes: number, times: number) {
    super(key, slot)
    this.#of = of
    this.#ms = minutes * MINUTE_MS
    this.#times = times
    this.parts = [of]
    this.asked = `${times === 1 ? 'once' : `${times} times`} within ${minutesText(minutes)}`
    this.needs = []
  }

  /** Needs that begin it; while it stores something for a vessel it is evaluated at each moment. */
  get startsWith(): readonly Need[] {
    return needsOf(this.#of)
  }

  protected evaluate(m: Moment): Verdict {
    const verdict = this.#of.verdict(m)
    const { states } = m.memory
    let state = states.get(this.slot)
    if (verdict === TRUE) {
      if (state === undefined) states.set(this.slot, (state = [0]))
      if (state[WAS] === 0) {
        state[WAS] = 1
        state.push(m.at, m.fix.id, m.before.id, 0)
        if (state.length > FIRST + WIDTH * this.#times) state.splice(FIRST, WIDTH)
      } else {
        state[state.length - WIDTH] = m.at
        state[state.length - WIDTH + 1] = m.fix.id
      }
    } else if (state !== undefined && verdict === FALSE) {
      if (state[WAS] === 1 && state.length > FIRST) state[state.length - 1] = m.fix.id
      state[WAS] = 0
    }
    if (state === undefined) return verdict === UNKNOWN ? UNKNOWN : FALSE
    while (state.length > FIRST && m.at - state[FIRST]! > this.#ms) state.splice(FIRST, WIDTH)
    if (state.length === FIRST && state[WAS] === 0) states.delete(this.slot)
    const count = (state.length - FIRST) / WIDTH
    if (count >= this.#times) return TRUE
    return verdict === UNKNOWN && count === this.#times - 1 ? UNKNOWN : FALSE
  }

  protected stands(m: Moment): Verdict {
    const state = m.memory.states.get(this.slot) ?? [0]
    let count = 0
    for (let i = FIRST; i < state.length; i += WIDTH) if (m.at - state[i]! <= this.#ms) count++
    return isTrue(count >= this.#times)
  }
  override begunAt(m: Moment): number | null {
    return m.memory.states.get(this.slot)?.[FIRST] ?? null
  }

  protected override found(m: Moment): Partial<Explained> {
    const state = m.memory.states.get(this.slot) ?? [0]
    return {
      value: (state.length - FIRST) / WIDTH,
      threshold: this.#times,
      unit: 'times',
      window: { from: m.at - this.#ms, to: m.at },
      fix_ids: state.filter((id, i) => i > FIRST && i % WIDTH !== FIRST && id !== 0),
    }
  }
}

/** One after another, each at a later moment than the one before, all within so many minutes. */
export class SeqNode extends Remembering {
  override asked: string
  override readonly parts: readonly Node[]
  readonly #ms: number

  constructor(key: string, slot: number, steps: readonly Node[], minutes: number) {
    super(key, slot)
    this.parts = steps
    this.#ms = minutes * MINUTE_MS
    this.asked = `one after another within ${minutesText(minutes)}`
  }

  get startsWith(): readonly Need[] {
    return needsOf(this.parts[0]!)
  }

  /** Keeps for each step how late the first one can have been, and the fixes of all steps up to it. */
  protected evaluate(m: Moment): Verdict {
    const { states } = m.memory
    const { parts } = this
    const width = parts.length + 1
    let state = states.get(this.slot)
    let verdict: Verdict = FALSE
    for (let step = parts.length - 1; step >= 0; step--) {
      const begun = step === 0 ? m.at : (state?.[(step - 1) * width] ?? 0)
      if (begun === 0 || m.at - begun > this.#ms) continue
      const holds = this.ask(step, m)
      if (holds === UNKNOWN && step === parts.length - 1) verdict = UNKNOWN
      if (holds !== TRUE) continue
      if (state === undefined) states.set(this.slot, (state = Array<number>(parts.length * width).fill(0)))
      const row = step * width
      if (step > 0) for (let i = 0; i <= step; i++) state[row + i] = state[row - width + i]!
      state[row] = begun
      state[row + 1 + step] = this.fixOf(step, m)
      if (step === parts.length - 1) verdict = TRUE
    }
    if (state !== undefined) this.#letGo(state, m)
    return verdict
  }

  protected ask(step: number, m: Moment): Verdict {
    return this.parts[step]!.verdict(m)
  }
  protected fixOf(_step: number, m: Moment): number {
    return m.fix.id
  }

  /** It holds at its last step and no longer. */
  protected stands(): Verdict {
    return FALSE
  }

  override begunAt(m: Moment): number | null {
    const begun = m.memory.states.get(this.slot)?.[(this.parts.length - 1) * (this.parts.length + 1)] ?? 0
    return begun === 0 ? null : begun
  }

  #letGo(state: number[], m: Moment) {
    const width = this.parts.length + 1
    let isOpen = false
    for (let step = 0; step < this.parts.length; step++) {
      const begun = state[step * width]!
      if (begun !== 0 && m.at - begun > this.#ms) state[step * width] = 0
      isOpen ||= state[step * width] !== 0
    }
    if (!isOpen) m.memory.states.delete(this.slot)
  }

  protected override found(m: Moment): Partial<Explained> {
    const width = this.parts.length + 1
    const row = (this.parts.length - 1) * width
    const state = m.memory.states.get(this.slot)
    const begun = state?.[row] ?? m.at
    return {
      unit: 'steps',
      threshold: this.parts.length,
      window: { from: begun, to: m.at },
      fix_ids: state?.slice(row + 1, row + width).filter((id) => id !== 0) ?? [],
    }
  }
}
