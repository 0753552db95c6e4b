import type { MapProfile } from '@samudra/contract/settings'
import { useChart, storedView } from '../map/chart.store.ts'
import { GRID_STEPS } from '../map/grid.ts'
import { useWorkbench } from '../map/workbench.store.ts'

const FIRST_VIEW = { center: [76, 8] as [number, number], zoom: 4 }

/** What a profile keeps of the map as it is now. */
export function presentView(): Pick<MapProfile, 'base' | 'center' | 'zoom' | 'rotation' | 'layers' | 'view'> {
  const { base, gridStep } = useChart.getState()
  const { layers: chosen, order } = useWorkbench.getState()
  const layers = Object.entries(chosen).map(([id, { visible, opacity }]) => ({
    id,
    visible,
    opacity,
    order: order.indexOf(id),
  }))
  const { center, zoom } = storedView() ?? FIRST_VIEW
  return { base, center, zoom, rotation: 0, layers, view: { grid_deg: gridStep, order } }
}

/** Shows the map as a profile keeps it, at once when it is open. */
export function applyProfile(profile: Pick<MapProfile, 'base' | 'center' | 'zoom' | 'layers' | 'view'>) {
  const chart = useChart.getState()
  chart.chooseBase(profile.base)
  const gridStep = GRID_STEPS.find((step) => step === profile.view['grid_deg'])
  if (gridStep !== undefined) useChart.setState({ gridStep })
  const order = profile.view['order']
  useWorkbench.setState({
    layers: Object.fromEntries(profile.layers.map(({ id, visible, opacity }) => [id, { visible, opacity }])),
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
  })
  chart.look({ center: profile.center, zoom: profile.zoom })
}

/** At the first map of a tab: the profile the user has chosen, if the map was not moved yet. */
export function applyChosenProfile(profile: unknown) {
  if (storedView() !== null || typeof profile !== 'object' || profile === null || !('center' in profile))
    return
  applyProfile(profile as MapProfile)
}
