import { useEffect, useRef } from 'react'

/** A key that is pressed where nothing is written. */
export function useKey(press: (key: string) => void) {
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
      if (!isWriting && !ctrlKey && !altKey && !metaKey) latest.current(event.key.toLowerCase())
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
