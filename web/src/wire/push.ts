import type { Push } from '@samudra/contract/kernel'
import { useEffect, useRef } from 'react'
import { onPush } from './transport.ts'

/** Receives one kind of push while a component is shown; a push that violates its contract is dropped. */
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
