import type { Op } from '@samudra/contract/kernel'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../wire/call.ts'

const PAGE = 200
const EVERY_MS = 60_000
type Paged<Row> = { items: Row[]; next: string | null; total: number }

/** The pages of an operation, one after another as they are scrolled to, and read again every minute. */
export function usePages<In extends object, Row, Out extends Paged<Row>>(
  op: Op<In, Out & Paged<Row>>,
  input: Omit<In, 'limit' | 'cursor'>,
) {
  const list = useInfiniteQuery({
    queryKey: [op.name, input],
    queryFn: ({ pageParam, signal }) =>
      call(
        op,
        { ...input, limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) } as unknown as In,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: EVERY_MS,
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
