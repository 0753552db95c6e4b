import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** What a screen asks stands in its address, so that it can be sent, kept and come back to. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const valueOf = (name: string) => params.get(name) ?? ''
  /** Empty takes it out. */
  const put = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === null || value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  /** Asks for all that another address asked for. */
  const goTo = useCallback((search: string) => setParams(search, { replace: true }), [setParams])
  return { valueOf, put, goTo }
}
