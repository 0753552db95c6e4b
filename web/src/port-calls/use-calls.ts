import { getPortOfCalls } from '@samudra/contract/port-calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../wire/call.ts'

const PAGE = 200
/** The address holds what is asked, so that it can be sent and kept. */
const FIELDS = ['port_id', 'state', 'country', 'ship_type', 'min_confidence', 'days'] as const
type Field = (typeof FIELDS)[number]
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export function useAsked() {
  const [params, setParams] = useSearchParams()
  const asked = Object.fromEntries(FIELDS.map((field) => [field, params.get(field) ?? ''])) as Record<
    Field,
    string
  >
  const ask = (field: Field, value: string | null) =>
    setParams(
      (before) => {
        if (value === null || value === '') before.delete(field)
        else before.set(field, value)
        return before
      },
      { replace: true },
    )
  return { asked, ask, search: (search: string) => setParams(search, { replace: true }) }
}

/** Calls as they are asked for, page by page; asked anew each minute, since ships are followed once a minute. */
export function useCalls({ days, ...asked }: ReturnType<typeof useAsked>['asked']) {
  const search = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  const list = useInfiniteQuery({
    queryKey: [getPortOfCalls.name, search, days],
    queryFn: ({ pageParam, signal }) => {
      const near = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
      // Who is expected in a week stands above all who are there; only who asks for all is told.
      const period =
        days === 'all' ? {} : { to: near(1), ...(days === '' ? {} : { from: near(-Number(days)) }) }
      const page = pageParam === '' ? {} : { cursor: pageParam }
      return call(getPortOfCalls, { ...search, ...period, limit: PAGE, ...page }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: MINUTE_MS,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return { list, rows, more, total: list.data?.pages[0]?.total }
}
