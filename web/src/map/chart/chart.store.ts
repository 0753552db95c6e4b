import type { BaseLayer, BaseLayerId } from '@samudra/contract/map'
import { create } from 'zustand'
import { keepStore, oneOf } from '../../store/saved-stores.ts'
import { GRID_STEPS, type GridStep } from './grid.ts'

/** The order of the specification; written here so that the shell needs no schema library for three names. */
export const BASES: readonly BaseLayerId[] = ['WORLD IMAGERY', 'DARK', 'BRIGHT']

/** Where the chart looks: centre as [longitude, latitude], degrees. */
export type ChartView = { center: [number, number]; zoom: number }

/** The Indian Ocean Region, as the watch first sees it. */
export const FIRST_VIEW: ChartView = { center: [76, 8], zoom: 4 }

type ChartState = {
  base: BaseLayerId
  gridStep: GridStep
  /** Where the chart was left in this tab; null when it was not opened yet. */
  view: ChartView | null
  /** View requested of an open chart, which then clears it. */
  wanted: ChartView | null
  /**
   * Map sources that the server offers for each base; empty until it answers, and our own bases are drawn meanwhile.
   */
  offered: BaseLayer[]
  /** Operators' bases whose tiles could not be fetched; our own stand in. */
  failed: BaseLayerId[]
  chooseBase: (base: BaseLayerId) => void
  nextBase: () => void
  /** Looks there, now or when the chart is opened. */
  look: (view: ChartView) => void
}

export const useChart = create<ChartState>((set, get) => ({
  base: 'DARK',
  gridStep: 5,
  view: null,
  wanted: null,
  offered: [],
  failed: [],
  chooseBase: (base) => set({ base }),
  nextBase: () => {
    const { base, chooseBase } = get()
    chooseBase(BASES[(BASES.indexOf(base) + 1) % BASES.length] ?? 'DARK')
  },
  look: (view) => set({ view, wanted: view }),
}))
export const isView = (held: unknown): held is ChartView => {
  const { center, zoom } = (held ?? {}) as Partial<ChartView>
  return Array.isArray(center) && center.length === 2 && [...center, zoom].every(Number.isFinite)
}
keepStore(useChart, {
  name: 'planning.map',
  of: 'tab',
  read: ({ base, gridStep, view }) => ({ base, gridStep, view }),
  restore: ({ base, gridStep, view }) => ({
    base: oneOf(['DARK', ...BASES], base),
    gridStep: oneOf([5, ...GRID_STEPS], gridStep),
    view: isView(view) ? view : null,
  }),
})

/** The view in which a box of west, south, east, north, degrees, is seen whole; a small one not nearer than streets. */
export function viewOfBox([west = 0, south = 0, east = 0, north = 0]: readonly number[]): ChartView {
  const widest = Math.max(east - west, (north - south) * 1.6, 0.02)
  const zoom = Math.min(13, Math.max(2, Math.log2(320 / widest)))
  return { center: [(west + east) / 2, (south + north) / 2], zoom }
}
/** Looks there, now or when the chart is opened. */
export const lookAtBox = (box: readonly number[]) => useChart.getState().look(viewOfBox(box))

/** The operator's layer to draw as base, or null where our own is drawn. */
export function operatorBase({ base, offered, failed }: ChartState): BaseLayer | null {
  const layer = offered.find(({ id }) => id === base)
  if (layer === undefined || layer.kind !== 'raster' || layer.tiles === null) return null
  return failed.includes(base) ? null : layer
}
