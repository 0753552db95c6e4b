import { create } from 'zustand'
import { keepStore } from '../../store/saved-stores.ts'
import { toast } from '../../kit/toasts.ts'
import { FIRST_VIEW, isView, type ChartView } from '../chart/chart.store.ts'
import type { Map as Chart } from 'maplibre-gl'

/** Where this user's chart begins, and goes back to; the first view of the watch until one is set. */
const useHome = create<{ home: ChartView }>(() => ({ home: FIRST_VIEW }))
keepStore(useHome, {
  name: 'ui.homeView',
  of: 'user',
  read: ({ home }) => ({ home }),
  restore: ({ home }) => (isView(home) ? { home } : {}),
})

export const homeView = () => useHome.getState().home

export function goHome(chart: Chart) {
  chart.flyTo({ ...homeView(), duration: 900 })
}

export function setHome(chart: Chart) {
  const { lng, lat } = chart.getCenter().wrap()
  useHome.setState({ home: { center: [lng, lat], zoom: chart.getZoom() } })
  toast('This view is your home view now; H leads back to it.', 'good')
}
