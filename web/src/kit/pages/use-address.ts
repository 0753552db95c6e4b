import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Sorting } from '../tables/table.ts'

/** Holds the query of a screen in its address, so that it can be shared and restored. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const valueOf = (name: string) => params.get(name) ?? ''
  /** Several at once; empty takes one out. */
  const putAll = useCallback(
    (values: Readonly<Record<string, string | null>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values))
            if (value === null || value === '') after.delete(name)
            else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  const put = useCallback((name: string, value: string | null) => putAll({ [name]: value }), [putAll])
  /** Applies the whole query of another address. */
  const goTo = useCallback((search: string) => setParams(search, { replace: true }), [setParams])
  /** A column; with a minus before it the other way round. */
  const sort = params.get('sort') ?? ''
  const sorting = useMemo(
    (): Sorting | null => (sort === '' ? null : { by: sort.replace(/^-/, ''), isDown: sort.startsWith('-') }),
    [sort],
  )
  const onSort = useCallback(({ by, isDown }: Sorting) => put('sort', `${isDown ? '-' : ''}${by}`), [put])
  return { valueOf, put, putAll, goTo, sorting, onSort }
}
