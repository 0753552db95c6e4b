import type { HeatCells, HeatMetric } from '@samudra/contract/heat'
import { create } from 'zustand'
import { fitting, keepStore } from '../../../store/saved-stores.ts'

/** Hours back from the instant of the clock; now, or a period of one's own. */
export const HEAT_PERIODS = ['now', '1', '24', '168', 'custom'] as const
export type HeatPeriod = (typeof HEAT_PERIODS)[number]

/** Query of the heat map. */
export type HeatQuery = {
  period: HeatPeriod
  /** Epoch ms, of a custom period. */
  from: number
  to: number
  metric: HeatMetric
  /** Degrees; null takes what fits the scale of the chart. */
  cellDeg: number | null
  /** A saved filter; null counts all vessels. */
  filterId: string | null
}

type State = {
  query: HeatQuery
  /** The last answer of a period. */
  cells: HeatCells | null
  isLoading: boolean
  error: string | null
}

const FIRST: HeatQuery = {
  period: 'now',
  from: 0,
  to: 0,
  metric: 'vessels',
  cellDeg: null,
  filterId: null,
}
export const useHeat = create<State>(() => ({
  query: FIRST,
  cells: null,
  isLoading: false,
  error: null,
}))
keepStore(useHeat, {
  name: 'analytics.heat',
  of: 'tab',
  read: ({ query: request }) => request,
  restore: (held) => ({ query: fitting(FIRST, held) }),
})

export const queryHeat = (change: Partial<HeatQuery>) =>
  useHeat.setState(({ query: request }) => ({ query: { ...request, ...change }, error: null }))
