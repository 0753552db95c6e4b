import { playRing } from '../../../kit/tones.ts'

/** A ring every three seconds, until it is stopped; of all windows of this browser one rings. */
export function beginRinging(of: 'IN' | 'OUT'): () => void {
  const end = new AbortController()
  const ring = () => {
    playRing(of)
    return new Promise<void>((resolve) => {
      const timer = setInterval(() => playRing(of), 3000)
      end.signal.addEventListener('abort', () => {
        clearInterval(timer)
        resolve()
      })
    })
  }
  if (of === 'OUT' || !('locks' in navigator)) void ring()
  else navigator.locks.request('samudra.call-ring', { signal: end.signal }, ring).catch(() => undefined)
  return () => end.abort()
}
