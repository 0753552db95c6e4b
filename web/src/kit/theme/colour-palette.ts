import { create } from 'zustand'
import { keepStore, oneOf } from '../../store/saved-stores.ts'
import { PALETTE_STORED } from './palette-stored.ts'

export const PALETTES = ['day', 'dusk', 'night'] as const
export type Palette = (typeof PALETTES)[number]

function stored(): Palette {
  const text = localStorage.getItem(PALETTE_STORED)
  return PALETTES.find((palette) => palette === text) ?? 'dusk'
}

/** Writes the palette where style sheets read it. The body keeps `dark`, the theme class of the specification. */
function show(palette: Palette) {
  document.body.classList.add('dark')
  document.body.dataset['palette'] = palette
  document.documentElement.dataset['palette'] = palette
  document.documentElement.dataset['mantineColorScheme'] = palette === 'day' ? 'light' : 'dark'
}

type PaletteState = { palette: Palette; choose: (palette: Palette) => void; next: () => void }

export const usePalette = create<PaletteState>((set, get) => ({
  palette: stored(),
  choose: (palette) => {
    localStorage.setItem(PALETTE_STORED, palette)
    show(palette)
    set({ palette })
  },
  next: () => {
    const { palette, choose } = get()
    choose(PALETTES[(PALETTES.indexOf(palette) + 1) % PALETTES.length] ?? 'dusk')
  },
}))
/**
 * Stores the palette with the rest of the state. The first paint of the next page reads the copy in local storage,
 * which is written at once and is newer where both exist.
 */
keepStore(usePalette, {
  name: 'ui.palette',
  of: 'browser',
  read: ({ palette }) => ({ palette }),
  restore: ({ palette }) => {
    const saved = oneOf(['dusk', ...PALETTES], localStorage.getItem(PALETTE_STORED) ?? palette)
    if (saved !== usePalette.getState().palette) usePalette.getState().choose(saved)
    return {}
  },
})

show(usePalette.getState().palette)
