import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { openVisitLog, useVisitLog } from '../../../map/explanation/visit-log.store.ts'
import { readLogAddress, writeLogAddress } from './log-address.ts'

/** The log that is open, and the row that is chosen, stand in the address of whatever screen is under it. */
export function useLogAddress() {
  const { search } = useLocation()
  useEffect(() => {
    const request = readLogAddress(new URLSearchParams(search))
    if (request !== null) openVisitLog(request.of, request.row)
  }, [search])
  useEffect(
    () =>
      useVisitLog.subscribe(({ of, row }) => {
        const query = writeLogAddress(location.search, of, row)
        const next = query === '' ? location.pathname : `${location.pathname}?${query}`
        // The address is written past the router, so the screen is not requested again.
        if (next !== location.pathname + location.search) history.replaceState(history.state, '', next)
      }),
    [],
  )
}
