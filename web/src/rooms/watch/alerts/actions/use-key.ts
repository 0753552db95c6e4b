import { useEffect, useRef } from 'react'

/** Calls `press` for a key that is pressed where nothing is written, in small letters, and whether Shift is down. */
export function useKey(press: (key: string, isShift: boolean) => void) {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { target, ctrlKey, altKey, metaKey } = event
      const isWriting =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null)
      if (!isWriting && !ctrlKey && !altKey && !metaKey)
        latest.current(event.key.toLowerCase(), event.shiftKey)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
