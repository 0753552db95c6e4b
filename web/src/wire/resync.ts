import { resync } from '@samudra/contract/socket'
import { useEffect, useRef } from 'react'
import { onPush } from './transport.ts'

/**
 * Calls back when server data must be read again: the socket was away for too long, or the user's visibility may have
 * changed. After a shorter absence the missed pushes arrive instead. Returns a function that stops it.
 */
export const onResync = (readAgain: () => void): (() => void) =>
  onPush((wire) => {
    if (wire === resync.wire) readAgain()
  })

/** The same while a component is shown. */
export function useResync(readAgain: () => void): void {
  const latest = useRef(readAgain)
  useEffect(() => {
    latest.current = readAgain
  })
  useEffect(() => onResync(() => latest.current()), [])
}
