import type { Kind } from '@samudra/contract/kind'
import { useEffect } from 'react'
import { keepShapes, savedShapes } from '../store/stored-shapes.ts'
import { asOfParameters, onKnowledge } from '../time/clock.store.ts'
import { call } from '../wire/call.ts'
import { onPush } from '../wire/transport.ts'
import { ObjectStore, ObjectStores, type StoreQuery, type Holding, type Needs } from './object-store.ts'

const keepers = new ObjectStores()
onPush((wire, raw) => keepers.applyPush(wire, raw))
onKnowledge(() => keepers.know())

type More<Item> = Omit<Needs<Item>, 'ask' | 'asOf'> & {
  /** Query, where it is more than the list of the kind. */
  ask?: StoreQuery<Item>
  /** Shows the present also while the past is on the map: what is worked with, and not what was known. */
  isOfNow?: boolean
  /** Drawn at once from the browser's database, where it lies under this name, until it has been read. */
  cachedAs?: string
}

/** As many as the server gives at a time. */
const PAGE = 500

/** Declares the only store of a kind on this page. */
export function declareStore<Item>(
  kind: Kind<Item>,
  { ask, cachedAs, isOfNow = false, ...more }: More<Item> = {},
): ObjectStore<Item> {
  const { list } = kind
  return keepers.add(
    new ObjectStore(kind, {
      ask: ask ?? ((query) => (list === null ? none : call(list, { limit: PAGE, ...query }))),
      asOf: isOfNow ? () => undefined : () => asOfParameters().as_of,
      ...(cachedAs === undefined ? {} : { cached: shapesUnder<Item>(cachedAs) }),
      ...more,
    }),
  )
}
const shapesUnder = <Item>(name: string): Needs<Item>['cached'] & object => ({
  get: () => savedShapes<Item[]>(name),
  put: (items) => keepShapes(name, items),
})
const none = Promise.resolve({ items: [], next: null })

/** Returns the contents of a store, updated while the component is shown. */
export function useStored<Item>(store: ObjectStore<Item>, isWanted = true): Holding<Item> {
  useEffect(() => (isWanted ? store.hold() : undefined), [store, isWanted])
  return store.use()
}

/** Returns the state of a table: a fault is shown while nothing has been read, with a retry. */
export const readingOf = <Item>(
  store: ObjectStore<Item>,
  { isRead, fault }: Pick<Holding<Item>, 'isRead' | 'fault'>,
) => ({
  isWaiting: !isRead && fault === null,
  error: isRead || fault === null ? null : new Error(fault),
  onRetry: () => store.read(),
})
