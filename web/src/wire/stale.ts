import type { Query, QueryClient } from '@tanstack/react-query'

/** First answers under way that must be requested again once they arrive. */
const again = new WeakSet<Query>()

/**
 * Marks the answers of an operation as old, so that components read them again. A complete answer is read again at
 * once. A first answer under way, which may be older than the change, is shown and then read again.
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
