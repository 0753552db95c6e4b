import type { StoreApi } from 'zustand'

/** A part of the application's state that outlives the page. */
export type Saved = {
  /** Where it stands in the whole state: a slice of the specification and a name in it. */
  name: `${string}.${string}`
  /**
   * Scope of the state. `browser` serves every user of this browser, `user` is restored for that user alone. So is
   * `tab`: each tab gets what it showed, a new one what was left last; with `own tab` a new one starts without.
   */
  of: 'browser' | 'user' | 'tab' | 'own tab'
  /** Plain data; null when there is nothing to keep. */
  read: () => unknown
  /** Takes back what was read once. May throw: what makes no sense any more is left as it is. */
  restore: (held: unknown) => void
  subscribe: (changed: () => void) => () => void
}

const waiting: Saved[] = []
let take: (saved: Saved) => void = (saved) => void waiting.push(saved)

/** Registers the function that receives the parts registered so far and later ones. */
export function takeSaved(taker: (saved: Saved) => void) {
  take = taker
  for (const saved of waiting.splice(0)) taker(saved)
}

/**
 * Stores a part of a store in the browser. `read` picks the stored fields as plain data, written when one of them
 * changes. `restore` returns the state for the store from the stored fields.
 */
export function keepStore<S>(
  store: Pick<StoreApi<S>, 'getState' | 'setState' | 'subscribe'>,
  saved: Pick<Saved, 'name' | 'of'> & {
    read: (state: S) => object | null
    restore: (held: Record<string, unknown>) => Partial<S>
  },
) {
  take({
    name: saved.name,
    of: saved.of,
    read: () => saved.read(store.getState()),
    restore: (held) => {
      if (typeof held !== 'object' || held === null) return
      store.setState(saved.restore(held as Record<string, unknown>))
    },
    subscribe: (changed) => {
      let last = saved.read(store.getState())
      return store.subscribe((state) => {
        const next = saved.read(state)
        if (isAlike(last, next)) return
        last = next
        changed()
      })
    },
  })
}

function isAlike(one: object | null, other: object | null): boolean {
  if (one === null || other === null) return one === other
  const entries = Object.entries(one)
  const values = new Map(Object.entries(other))
  return entries.length === values.size && entries.every(([key, value]) => Object.is(values.get(key), value))
}

/** Returns the stored value if it is one of these, otherwise the first. */
export const oneOf = <const T>(known: readonly [T, ...T[]], held: unknown): T =>
  known.find((one) => one === held) ?? known[0]

/**
 * Restores saved fields whose type matches the default; otherwise uses the default. A null default accepts any type.
 */
export function fitting<T extends object>(usual: T, held: Record<string, unknown>): T {
  const fits = Object.entries(usual).filter(
    ([key, value]) => key in held && (value === null || typeof value === typeof held[key]),
  )
  return { ...usual, ...Object.fromEntries(fits.map(([key]) => [key, held[key]])) }
}
