import { create } from 'zustand'
import { keepStore } from '../../store/saved-stores.ts'
import { wallNow } from '../../time/server-clock.ts'

/** A series in the legend of a chart with the count that stands beside it. */
export type LegendEntry = { name: string; count: number }
type Analytics = {
  /** The editor of a panel is open. */
  popup: boolean
  /** Tooltips are shown under the pointer. */
  tooltips: boolean
  /** Legends by panel. */
  legends: Record<string, LegendEntry[]>
  /** Switched off groups by panel: all others are active. */
  hidden: Record<string, string[]>
  /** The default of the specification: from now to one hour earlier, read as that hour. */
  dateRange: { fromDate: string; toDate: string }
}
const HOUR_MS = 3_600_000

/** State of the analytics: popup, tooltips, legends, active events and date range. */
export const useAnalytics = create<Analytics>(() => {
  const now = wallNow()
  return {
    popup: false,
    tooltips: true,
    legends: {},
    hidden: {},
    dateRange: { fromDate: new Date(now).toISOString(), toDate: new Date(now - HOUR_MS).toISOString() },
  }
})
keepStore(useAnalytics, {
  name: 'analytics.dashboard',
  of: 'tab',
  read: ({ popup, tooltips, legends, hidden, dateRange }) => ({
    popup,
    tooltips,
    legends,
    hidden,
    dateRange,
  }),
  restore: ({ hidden, tooltips }) => ({
    hidden: (hidden ?? {}) as Analytics['hidden'],
    tooltips: tooltips !== false,
  }),
})

const NONE: readonly string[] = []
export const useHidden = (panel: string): readonly string[] =>
  useAnalytics(({ hidden }) => hidden[panel] ?? NONE)

/** Switches a group of a panel off or on. */
export const toggleGroup = (panel: string, key: string) =>
  useAnalytics.setState(({ hidden }) => {
    const off = hidden[panel] ?? []
    const next = off.includes(key) ? off.filter((one) => one !== key) : [...off, key]
    return { hidden: { ...hidden, [panel]: next } }
  })
/** Shows one group alone, or all again where it is alone already. */
export const aloneGroup = (panel: string, key: string, all: readonly string[]) =>
  useAnalytics.setState(({ hidden }) => {
    const others = all.filter((one) => one !== key)
    const isAlone = others.every((one) => hidden[panel]?.includes(one) === true)
    return { hidden: { ...hidden, [panel]: isAlone ? [] : others } }
  })

export const setLegend = (panel: string, legend: LegendEntry[]) =>
  useAnalytics.setState(({ legends }) => ({ legends: { ...legends, [panel]: legend } }))

/** Returns a range as a period in order of time: a reversed one is read as the time between its ends. */
export function periodOfRange({ fromDate, toDate }: Analytics['dateRange']): { from: string; to: string } {
  return Date.parse(fromDate) <= Date.parse(toDate)
    ? { from: fromDate, to: toDate }
    : { from: toDate, to: fromDate }
}
