import type { RuleField } from '@samudra/contract/rules'
import type { Reader } from '../values/fields.ts'
import type { Cause, Moment } from './moment.ts'
import { Remembering, type Explained, type Node } from '../plans/node.ts'
import { SilenceNode } from '../values/predicates.ts'
import { FALSE, isTrue, UNKNOWN, type Verdict } from '../plans/verdict.ts'

const MINUTE_MS = 60_000

/** What fixes tell again and again: of these it is known how old a value is. */
const SENT_WITH_FIXES: ReadonlySet<RuleField> = new Set([
  'sog',
  'cog',
  'true_heading',
  'latitude',
  'longitude',
  'nav_status',
])
/** Why it cannot be asked how old a value is; null when it can. */
export const faultOfAge = (field: RuleField, cmp: string): string | null =>
  SENT_WITH_FIXES.has(field)
    ? null
    : `${field} cannot be compared with ${cmp}; it is not kept when it was told last, use one of ${[...SENT_WITH_FIXES].join(', ')}`

/** Silences at which it is asked whether what a ship told is older than is usual of her, minutes: up to the longest hole. */
export const STALE_MIN = [12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720] as const

/**
 * That a value is so many minutes old, or older than is usual: than twice the time a ship is heard in, and than 12 minutes. A
 * fix that does not tell it makes it no younger. Who never told it is unknown.
 */
export class StaleNode extends Remembering {
  override readonly causes: readonly Cause[]
  readonly #reader: Reader
  /** Null asks for what is usual. */
  readonly #ms: number | null

  constructor(
    key: string,
    slot: number,
    { min, reader, silences }: { min: number | null; reader: Reader; silences: readonly Cause[] },
  ) {
    super(key, slot)
    this.causes = silences
    this.#reader = reader
    this.#ms = min === null ? null : min * MINUTE_MS
  }

  #isVisible(m: Moment): boolean {
    if (this.#reader.kind === 'NUMBER') return !Number.isNaN(this.#reader.read(m))
    return this.#reader.kind === 'TEXT' && this.#reader.read(m) !== null
  }

  /** What is silent of her is silent for it. */
  protected stands(m: Moment): Verdict {
    return this.evaluate(m)
  }

  /** Keeps when it was told last, and by which fix. */
  protected evaluate(m: Moment): Verdict {
    const { states } = m.memory
    const state = states.get(this.slot)
    if (m.isFix && this.#isVisible(m)) {
      if (state === undefined) states.set(this.slot, [m.at, m.fix.id])
      else {
        state[0] = m.at
        state[1] = m.fix.id
      }
      return FALSE
    }
    return state === undefined ? UNKNOWN : isTrue(m.at - state[0]! >= (this.#ms ?? m.holeMs))
  }

  protected override found(m: Moment): Partial<Explained> {
    const [at, id] = m.memory.states.get(this.slot) ?? []
    const threshold = Math.round((this.#ms ?? m.holeMs) / MINUTE_MS)
    if (at === undefined) return { threshold, unit: 'min' }
    return {
      value: Math.round((m.at - at) / MINUTE_MS),
      threshold,
      unit: 'min',
      window: { from: at, to: m.at },
      fix_ids: [...new Set([id!, m.fix.id])],
    }
  }
}

/** Whether it is asked for how long something was not told. */
export const hasSilence = (node: Node): boolean =>
  node instanceof SilenceNode || node instanceof StaleNode || node.parts.some(hasSilence)
