import type { Query, QueryClient } from '@tanstack/react-query'

/** First answers that are on their way and are to be asked for again once they are here. */
const again = new WeakSet<Query>()

/**
 * Says that the answers of an operation are old: what shows them asks again. An answer that stands is asked for at once; a
 * first one that is on its way, and may have been made before what changed, is shown when it comes and then asked for again.
 */
export function makeStale(queries: QueryClient, op: { name: string }): void {
  const onTheWay = queries
    .getQueryCache()
    .findAll({ queryKey: [op.name], fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined && !again.has(query))
  void queries.invalidateQueries({ queryKey: [op.name] })
  for (const query of onTheWay) {
    again.add(query)
    const ask = () => {
      again.delete(query)
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    void query.promise?.then(ask, ask)
  }
}
