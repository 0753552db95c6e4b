/** Rate of calls, and how many may come at once after a pause. */
export type Rate = { perSecond: number; burst: number }

/** Users remembered at once; when more call, the ones with a full budget are forgotten. */
const MOST = 20_000

/** Budgets of calls, one for each user. A budget refills steadily. */
export class CallBudget {
  readonly #left = new Map<string, { left: number; at: number }>()
  readonly #rate: () => Rate

  constructor(rate: () => Rate) {
    this.#rate = rate
  }

  /** Takes one call of a user at `now`, ms; returns 0, or the seconds until the next is possible. */
  take(userId: string, now: number): number {
    const { perSecond, burst } = this.#rate()
    const before = this.#left.get(userId) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + (Math.max(0, now - before.at) / 1000) * perSecond)
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / perSecond))
    if (this.#left.size > MOST) this.#forget(now)
    this.#left.set(userId, { left: left - 1, at: now })
    return 0
  }

  #forget(now: number) {
    const { perSecond, burst } = this.#rate()
    for (const [id, { left, at }] of this.#left)
      if (left + ((now - at) / 1000) * perSecond >= burst) this.#left.delete(id)
  }
}
