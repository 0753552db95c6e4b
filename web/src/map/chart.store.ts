import type { BaseLayer, BaseLayerId } from '@samudra/contract/map'
import { create } from 'zustand'

/** The order of the specification; written here so that the shell needs no schema library for three names. */
export const BASES: readonly BaseLayerId[] = ['WORLD IMAGERY', 'DARK', 'BRIGHT']
const STORED = 'samudra.base'

type ChartState = {
  base: BaseLayerId
  gridShown: boolean
  /** What the server offers for each base; empty until it answered, and our own bases are drawn meanwhile. */
  offered: BaseLayer[]
  /** Operators' bases whose tiles could not be fetched; our own stand in. */
  failed: BaseLayerId[]
  chooseBase: (base: BaseLayerId) => void
  nextBase: () => void
  toggleGrid: () => void
}

export const useChart = create<ChartState>((set, get) => ({
  base: BASES.find((base) => base === localStorage.getItem(STORED)) ?? 'DARK',
  gridShown: true,
  offered: [],
  failed: [],
  chooseBase: (base) => {
    localStorage.setItem(STORED, base)
    set({ base })
  },
  nextBase: () => {
    const { base, chooseBase } = get()
    chooseBase(BASES[(BASES.indexOf(base) + 1) % BASES.length] ?? 'DARK')
  },
  toggleGrid: () => set(({ gridShown }) => ({ gridShown: !gridShown })),
}))

/** The operator's layer to draw as base, or null where our own is drawn. */
export function operatorBase({ base, offered, failed }: ChartState): BaseLayer | null {
  const layer = offered.find(({ id }) => id === base)
  if (layer === undefined || layer.kind !== 'raster' || layer.tiles === null) return null
  return failed.includes(base) ? null : layer
}
