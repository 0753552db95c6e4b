import type { Op } from '@samudra/contract/kernel'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from './call.ts'

const PAGE = 200
/** Who has come so far down is left what is there: all of it would be read again. */
const MOST_READ_AGAIN = 20
type Paged<Row> = { items: Row[]; next: string | null; total: number }
type Options<Asked> = {
  /** Read again after so many ms, unless it is very long by then; not by itself when not said. */
  everyMs?: number
  enabled?: boolean
  /** What is asked beside by the clock, worked out anew for each page, and what that goes by. */
  beside?: () => Partial<Asked>
  by?: string
}

/** The pages of an operation, one after another as they are scrolled to; `table` is for the table that shows them. */
export function usePages<In extends object, Row, Out extends Paged<Row>>(
  op: Op<In, Out & Paged<Row>>,
  input: Omit<In, 'limit' | 'cursor'>,
  { everyMs, enabled = true, beside, by = '' }: Options<Omit<In, 'limit' | 'cursor'>> = {},
) {
  const list = useInfiniteQuery({
    queryKey: [op.name, input, by],
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === '' ? {} : { cursor: pageParam }
      return call(op, { ...input, ...beside?.(), limit: PAGE, ...page } as unknown as In, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled,
    ...(everyMs === undefined
      ? {}
      : {
          refetchInterval: ({ state }: { state: { data?: { pages: unknown[] } | undefined } }) =>
            (state.data?.pages.length ?? 0) <= MOST_READ_AGAIN && everyMs,
        }),
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  return {
    first: list.data?.pages[0],
    table: {
      rows,
      onMore,
      isWaiting: list.isPending,
      error: list.error,
      onRetry: () => list.refetch(),
    },
  }
}
