import { useEffect } from 'react'
import { create } from 'zustand'

/** How often the palette of commands was asked for. */
export const usePaletteAsked = create(() => ({ times: 0 }))
export const openPalette = () => usePaletteAsked.setState(({ times }) => ({ times: times + 1 }))

/** Ctrl-K or Cmd-K from anywhere, also while somebody types. */
export function usePaletteKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOfPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isOfPalette || event.altKey || event.shiftKey) return
      event.preventDefault()
      openPalette()
    }
    document.documentElement.addEventListener('keydown', press)
    return () => document.documentElement.removeEventListener('keydown', press)
  }, [])
}
