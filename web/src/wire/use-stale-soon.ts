import { useCallback, useEffect, useRef } from 'react'
import { useStale } from './use-answer.ts'

/** Much is told in one breath; so long is waited before it is asked for together. */
const GATHER_MS = 500

/** Says of operations, once for all that is told within half a second, that their answers are old. */
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
