import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import { useEffect, useMemo, useState } from 'react'
import { BEAT_MS, now, onInstant, useClock } from './clock.store.ts'

export { now } from './clock.store.ts'
export { serverOffset, setServerOffset, wallNow } from './server-clock.ts'

/**
 * Returns the instant shown, updated at most every `everyMs` and at once when the clock is set; all users of a beat
 * receive the same.
 */
export function useInstant(everyMs = 250): number {
  const [at, setAt] = useState(now)
  const isLive = useClock(({ mode }) => mode === 'LIVE')
  useEffect(() => {
    const notify = () => setAt(now())
    notify()
    if (isLive) {
      const timer = setInterval(notify, everyMs)
      return () => clearInterval(timer)
    }
    let reported = 0
    const stopBeat = onInstant((shown) => {
      const isThinned = everyMs > BEAT_MS && useClock.getState().mode === 'PLAYING'
      if (isThinned && performance.now() - reported < everyMs) return
      reported = performance.now()
      setAt(shown)
    })
    return stopBeat
  }, [isLive, everyMs])
  return at
}

/** True while the map shows the past. */
export const useIsReplayed = () => useClock(({ mode }) => mode !== 'LIVE')

/**
 * Returns the parameters of reads of contacts: none while live, else the instant shown, updated every `everyMs` at
 * most.
 */
export function usePast(everyMs: number): { as_of?: string; knowledge?: Knowledge } {
  const isReplayed = useIsReplayed()
  const knowledge = useClock((state) => state.knowledge)
  const at = useInstant(everyMs)
  const instant = isReplayed ? at : 0
  return useMemo(
    () => (isReplayed ? { as_of: new Date(instant).toISOString(), knowledge } : {}),
    [isReplayed, instant, knowledge],
  )
}
