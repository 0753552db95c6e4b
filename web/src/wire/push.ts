import type { Push } from '@samudra/contract/kernel'
import { useEffect, useRef } from 'react'
import { onPush } from './transport.ts'

/** Hears one kind of push while a component is shown; what does not fit its contract is left out. */
export function usePush<Payload>(push: Push<Payload>, hear: (payload: Payload) => void): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(
    () =>
      onPush((wire, raw) => {
        if (wire !== push.wire) return
        const reading = push.payload(raw)
        if (reading.ok) latest.current(reading.value)
      }),
    [push],
  )
}
