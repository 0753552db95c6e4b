import type { Op } from '@samudra/contract/kernel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { call } from './call.ts'
import { readAgain, readOn, rowsOf, withLater, type HeldPage, type Paged } from './pages-again.ts'

const PAGE = 200
/** A page that is read again reaches some rows further: what came before its end pushes nothing out of it. */
const PAGE_AGAIN = 250
type Options<Row, Query> = {
  rowKey: (row: Row) => string
  /** Interval in ms at which it is read again; without it, it is not read by itself. */
  everyMs?: number
  enabled?: boolean
  /** Additional parameters by the clock, computed for each page, and their query key. */
  beside?: () => Partial<Query>
  by?: string
}

/**
 * The pages of an operation, one after another as they are scrolled to; `table` is for the table that shows them. Once its
 * answers are stale the first page and those in sight are read again, the others when they come in sight.
 */
export function usePages<In extends object, Row, Out extends Paged<Row>>(
  op: Op<In, Out & Paged<Row>>,
  input: Omit<In, 'limit' | 'cursor'>,
  { rowKey, everyMs, enabled = true, beside, by = '' }: Options<Row, Omit<In, 'limit' | 'cursor'>>,
) {
  type Held = readonly HeldPage<Out & Paged<Row>>[]
  const queries = useQueryClient()
  const queryKey = [op.name, input, by]
  const sight = useRef<ReadonlySet<string>>(new Set())
  const isInSight = ({ items }: Paged<Row>) => items.some((row) => sight.current.has(rowKey(row)))
  const ask = (cursor: string, limit: number, options: { signal?: AbortSignal } = {}) => {
    const page = cursor === '' ? { limit } : { limit, cursor }
    return call(op, { ...input, ...beside?.(), ...page } as unknown as In, options)
  }
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Held> => {
      const heldNow = () => queries.getQueryData<Held>(queryKey) ?? []
      const held = heldNow()
      const limit = held.length === 0 ? PAGE : PAGE_AGAIN
      const reading = { ask: (cursor: string) => ask(cursor, limit, { signal }), isInSight, rowKey }
      return withLater(await readAgain(held, reading), held, heldNow())
    },
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  const { data, refetch } = list
  const onMore = useMore<Row, Out & Paged<Row>>(queryKey, (cursor) => ask(cursor, PAGE))
  const look = useLatest((held: Held = queries.getQueryData<Held>(queryKey) ?? []) => {
    if (held.some(({ page, isOld }) => isOld && isInSight(page))) void refetch({ cancelRefetch: false })
  })
  const onSight = useCallback(
    (keys: readonly string[]) => {
      sight.current = new Set(keys)
      look()
    },
    [look],
  )
  // What came in sight while the list was read again was held back as out of sight.
  useEffect(() => look(data), [data, look])
  const rows = useMemo(() => rowsOf<Row>(data ?? [], rowKey), [data, rowKey])
  return {
    first: data?.[0]?.page,
    table: {
      rows,
      rowKey,
      hasMore: (data?.at(-1)?.page.next ?? null) !== null,
      onMore,
      onSight,
      isWaiting: list.isPending,
      error: list.error,
      onRetry: () => refetch(),
    },
  }
}

/** Requests the page after the last, one at a time. */
function useMore<Row, Page extends Paged<Row>>(
  queryKey: readonly unknown[],
  ask: (cursor: string) => Promise<Page>,
) {
  const queries = useQueryClient()
  const isAsking = useRef(false)
  const held = () => queries.getQueryData<readonly HeldPage<Page>[]>(queryKey) ?? []
  const endOf = () => held().at(-1)?.page.next ?? null
  const put = (after: string, page: Page) => {
    const isNext = endOf() === after
    if (isNext) queries.setQueryData(queryKey, [...held(), { page, isOld: false }])
    return isNext
  }
  const more = async () => {
    if (isAsking.current) return
    isAsking.current = true
    try {
      await readOn({ endOf, ask }, put)
    } catch {
      // The page is requested again when the user scrolls on.
    } finally {
      isAsking.current = false
    }
  }
  return useLatest(() => void more())
}

/** Returns a function that stays the same while a component is shown and calls the latest version. */
function useLatest<Given extends unknown[]>(work: (...given: Given) => void) {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
