import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<AbortSignal | null>()

/**
 * The call that is being worked on, as far as it may be ended: what it asks of the database and what it works out in
 * slices ends when its signal fires, wherever in the rooms that is.
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
