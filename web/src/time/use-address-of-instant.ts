import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { useClock } from './clock.store.ts'

const SETTLE_MS = 400

/**
 * Keeps the address with what is shown while the clock stands. `addressOf` tells path and query, null when there is
 * nothing to tell; it is asked after changes of the clock and of what `alsoOn` follows. Effects that read the address
 * stand before this. It is written past the router: what is read stays what somebody asked for, and who is on the way
 * to another screen is not called back.
 */
export function useAddressOfInstant(
  addressOf: () => string | null,
  alsoOn?: (hear: () => void) => () => void,
) {
  const { key } = useLocation()
  /** The entry of the browser's history that was read. */
  const here = useRef('')
  useEffect(() => {
    here.current = key
  }, [key])
  const write = useEffectEvent(() => {
    if (useClock.getState().mode !== 'FIXED' || entryKey() !== here.current) return
    const next = addressOf()
    if (next !== null && next !== location.pathname + location.search)
      history.replaceState(history.state, '', next)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => write(), SETTLE_MS)
    }
    const stops = [useClock.subscribe(settle), alsoOn?.(settle)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop?.()
    }
  }, [alsoOn])
}

/** The router keeps the key of an entry with it, `default` where the page was opened. */
const entryKey = () => (history.state as { key?: string } | null)?.key ?? 'default'
