import { portCallsChanged } from '@samudra/contract/port-calls'
import { useCallback, useEffect, useRef } from 'react'
import { usePush } from '../wire/push.ts'
import { useStale } from '../wire/use-answer.ts'

/** Many are told one after another when ships are followed; so long is waited before they are asked for together. */
const GATHER_MS = 500

/** Has these operations asked again as calls of a port or a ship change; of all where neither is said. */
export function useChangedCalls(
  of: { port_id?: string | undefined; mmsi?: string | undefined },
  ...ops: { name: string }[]
) {
  const makeStale = useStale()
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stop = useCallback(() => {
    clearTimeout(waiting.current)
    waiting.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  usePush(portCallsChanged, ({ calls }) => {
    const isMeant = calls.some(
      ({ port_id, mmsi }) => (of.port_id ?? port_id) === port_id && (of.mmsi ?? mmsi) === mmsi,
    )
    if (!isMeant || waiting.current !== undefined) return
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      makeStale(...ops)
    }, GATHER_MS)
  })
}
