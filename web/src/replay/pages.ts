import type { Op } from '@samudra/contract/kernel'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../wire/call.ts'

/** As many as the server gives at a time. */
const PAGE = 500

type Paged = { limit?: number | undefined; cursor?: string | undefined }
type Page<Row> = { items: Row[]; total: number; next: string | null }

/** Every row of a list, page after page; `rows` is undefined until the first page has come. */
export function useEveryPage<In extends Paged, Row>(
  op: Op<In, Page<Row>>,
  input: In,
  isEnabled = true,
): { rows: readonly Row[] | undefined; error: Error | null; retry: () => unknown } {
  const list = useInfiniteQuery({
    queryKey: [op.name, input, 'every page'],
    queryFn: ({ pageParam, signal }) =>
      call(op, { ...input, limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: isEnabled,
  })
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  return { rows, error, retry: refetch }
}
