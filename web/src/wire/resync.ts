import { resync } from '@samudra/contract/socket'
import { useEffect, useRef } from 'react'
import { onPush } from './transport.ts'

/**
 * Hears that whoever holds something of the server must read it again: its socket was away for too long, or its user may
 * see other things now. What a shorter absence missed comes as the pushes that were missed. Returns how to stop.
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
