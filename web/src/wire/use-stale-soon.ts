import { useCallback, useEffect, useRef } from 'react'
import { useStale } from './use-answer.ts'

/** Time in which simultaneous pushes are gathered, before one request. */
const GATHER_MS = 500

/** Marks answers of operations as old, once for all pushes within half a second. */
export function useStaleSoon(...ops: { name: string }[]): () => void {
  const makeStale = useStale()
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stop = useCallback(() => {
    clearTimeout(waiting.current)
    waiting.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  return () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      makeStale(...ops)
    }, GATHER_MS)
  }
}
