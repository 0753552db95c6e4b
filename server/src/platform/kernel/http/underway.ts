import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<AbortSignal | null>()

/**
 * Current call, as far as it may be ended: its database queries and its sliced computations end when its signal fires,
 * in any room.
 */
export const underway = {
  /** Does work for a call that ends with a signal. */
  within: <T>(signal: AbortSignal, work: () => T): T => current.run(signal, work),
  /** Does work for everybody that a call only set going: it goes on when the call ends. */
  aside: <T>(work: () => T): T => current.run(null, work),
  get signal(): AbortSignal | undefined {
    return current.getStore() ?? undefined
  },
}
