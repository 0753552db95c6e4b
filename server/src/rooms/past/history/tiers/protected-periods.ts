import type { Clock } from '../../../../platform/needs/clock.ts'
import type { SamudraBus, Topics } from '../../../../sea/topics.ts'
import type { ProtectedPeriod } from './retention.ts'

/** Protected periods until the real ones are known: everything. */
const EVERYTHING = [{ from: -Infinity, to: Infinity }]

/** Periods that outlive the retention of fixes, as published on the bus. */
export class ProtectedPeriods {
  readonly #clock: Clock
  #reported: Topics['protectedPeriods'] = EVERYTHING

  constructor({ bus, clock }: { bus: SamudraBus; clock: Clock }) {
    this.#clock = clock
    bus.subscribe('protectedPeriods', (periods) => (this.#reported = periods))
  }

  /** As they are now: one that has no end yet lasts until now. */
  now(): ProtectedPeriod[] {
    return this.#reported.map(({ from, to }) => ({ from, to: to ?? this.#clock.now() }))
  }
}
