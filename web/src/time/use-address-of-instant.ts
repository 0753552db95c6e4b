import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { useClock } from './clock.store.ts'

const SETTLE_MS = 400

/**
 * Updates the address with what is shown while the clock stands. `addressOf` returns path and query, or null for no
 * change; it is called after changes of the clock and of what `alsoOn` follows. Effects that read the address precede
 * this one. The address is written past the router, so the requested address stays and navigation to another screen is
 * not undone.
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
