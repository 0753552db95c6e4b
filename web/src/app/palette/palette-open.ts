import { useEffect } from 'react'
import { create } from 'zustand'

/** Longest wait for the field of the palette, milliseconds. */
const OPENING_MS = 3000

/** Number of requests for the palette, and the words in its field. */
export const usePaletteRequests = create(() => ({ times: 0, query: '' }))
export const openPalette = () => usePaletteRequests.setState(({ times }) => ({ times: times + 1, query: '' }))

/** Ctrl-K or Cmd-K from anywhere, also while a user types. */
export function usePaletteKey() {
  useEffect(() => {
    let stopTaking = () => undefined as void
    const press = (event: KeyboardEvent) => {
      const isOfPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isOfPalette || event.altKey || event.shiftKey) return
      event.preventDefault()
      openPalette()
      stopTaking()
      stopTaking = takeLetters()
    }
    document.documentElement.addEventListener('keydown', press)
    return () => {
      stopTaking()
      document.documentElement.removeEventListener('keydown', press)
    }
  }, [])
}

/** Puts letters that are typed before the palette has the focus into its field, and not into the one behind it. */
function takeLetters(): () => void {
  const behind = document.activeElement
  const take = (event: KeyboardEvent) => {
    if (document.activeElement !== behind || event.key === 'Escape') return stop()
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    usePaletteRequests.setState(({ query }) => ({ query: query + event.key }))
  }
  const timer = setTimeout(() => stop(), OPENING_MS)
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', take, { capture: true })
  }
  window.addEventListener('keydown', take, { capture: true })
  return stop
}
