import type { Clock } from '../../../../platform/needs/clock.ts'
import type { SamudraBus, Topics } from '../../../../sea/topics.ts'
import type { ProtectedPeriod } from './retention.ts'

/** Until it is known what is to be kept, everything is. */
const EVERYTHING = [{ from: -Infinity, to: Infinity }]

/** The periods that outlive the retention of fixes, as the bus tells them. */
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
