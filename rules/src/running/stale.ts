import type { RuleField } from '@samudra/contract/rules'
import type { Reader } from '../values/fields.ts'
import type { Cause, Moment } from './moment.ts'
import { Remembering, type Explained, type Node } from '../plans/node.ts'
import { SilenceNode } from '../values/predicates.ts'
import { FALSE, isTrue, UNKNOWN, type Verdict } from '../plans/verdict.ts'

const MINUTE_MS = 60_000

/** Fields that fixes report again and again, so that the age of their values is known. */
const SENT_WITH_FIXES: ReadonlySet<RuleField> = new Set([
  'sog',
  'cog',
  'true_heading',
  'latitude',
  'longitude',
  'nav_status',
])
/** Returns why the age of a field cannot be queried; null when it can. */
export const faultOfAge = (field: RuleField, cmp: string): string | null =>
  SENT_WITH_FIXES.has(field)
    ? null
    : `${field} cannot be compared with ${cmp}; the time of its last report is not stored, use one of ${[...SENT_WITH_FIXES].join(', ')}`

/** Silences after which a value may be older than usual for the vessel, minutes, up to the longest hole. */
export const STALE_MIN = [12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 540, 720] as const

/**
 * Condition that a value is so many minutes old, or older than usual: than twice the reception interval of the vessel,
 * and than 12 minutes. A fix without the value does not renew it. A value that was never reported is unknown.
 */
export class StaleNode extends Remembering {
  override readonly causes: readonly Cause[]
  readonly #reader: Reader
  /** Minimum age, ms; null for older than usual. */
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

  /** Evaluates at every moment, because a silence of the vessel is a silence of the value. */
  protected stands(m: Moment): Verdict {
    return this.evaluate(m)
  }

  /** Stores when the value was last reported, and by which fix. */
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

/** Returns whether a condition depends on how long something was not reported. */
export const hasSilence = (node: Node): boolean =>
  node instanceof SilenceNode || node instanceof StaleNode || node.parts.some(hasSilence)
