import type { BaseLayer, BaseLayerId } from '@samudra/contract/map'
import { create } from 'zustand'
import type { GridStep } from './grid.ts'

/** The order of the specification; written here so that the shell needs no schema library for three names. */
export const BASES: readonly BaseLayerId[] = ['WORLD IMAGERY', 'DARK', 'BRIGHT']
const STORED = 'samudra.base'
const STORED_VIEW = 'samudra.view'

/** Where the chart looks: centre as [longitude, latitude], degrees. */
export type ChartView = { center: [number, number]; zoom: number }

/** Where the chart was left in this tab; null when it was not opened yet. */
export function storedView(): ChartView | null {
  try {
    const view = JSON.parse(sessionStorage.getItem(STORED_VIEW) ?? '') as ChartView
    return [...view.center, view.zoom].every(Number.isFinite) ? view : null
  } catch {
    return null
  }
}
export function storeView(view: ChartView) {
  sessionStorage.setItem(STORED_VIEW, JSON.stringify(view))
}

type ChartState = {
  base: BaseLayerId
  gridStep: GridStep
  /** Where an open chart is asked to look; it clears it. */
  wanted: ChartView | null
  /** What the server offers for each base; empty until it answered, and our own bases are drawn meanwhile. */
  offered: BaseLayer[]
  /** Operators' bases whose tiles could not be fetched; our own stand in. */
  failed: BaseLayerId[]
  chooseBase: (base: BaseLayerId) => void
  nextBase: () => void
  /** Looks there, now or when the chart is opened. */
  look: (view: ChartView) => void
}

export const useChart = create<ChartState>((set, get) => ({
  base: BASES.find((base) => base === localStorage.getItem(STORED)) ?? 'DARK',
  gridStep: 5,
  wanted: null,
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
  look: (view) => {
    storeView(view)
    set({ wanted: view })
  },
}))

/** The operator's layer to draw as base, or null where our own is drawn. */
export function operatorBase({ base, offered, failed }: ChartState): BaseLayer | null {
  const layer = offered.find(({ id }) => id === base)
  if (layer === undefined || layer.kind !== 'raster' || layer.tiles === null) return null
  return failed.includes(base) ? null : layer
}
