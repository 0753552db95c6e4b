import { AisFilter } from '@samudra/contract/filter'
import { read } from '@samudra/contract/kernel'
import type { MapProfile } from '@samudra/contract/settings'
import { useSettings } from '../../../kit/settings.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import { chooseFormat, useFormat } from '../../../map/coordinates/coordinates.store.ts'
import { COORDINATE_FORMATS } from '../../../map/coordinates/coordinates.ts'
import { useFilter } from '../../../map/filter.store.ts'
import { GRID_STEPS } from '../../../map/chart/grid.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'

const FIRST_VIEW = { center: [76, 8] as [number, number], zoom: 4 }
type View = Pick<MapProfile, 'base' | 'center' | 'zoom' | 'rotation' | 'layers' | 'view'>

/** Returns the content of a profile from the current map: base, place, layers, grid, filter, units and bandwidth. */
export function presentView(): View {
  const { base, gridStep, view: shown } = useChart.getState()
  const { layers: chosen, order, bandwidth } = useWorkbench.getState()
  const layers = Object.entries(chosen).map(([id, { visible, opacity }]) => ({
    id,
    visible,
    opacity,
    order: order.indexOf(id),
  }))
  const { center, zoom } = shown ?? FIRST_VIEW
  const units = {
    'distance.unit': useSettings.getState()['distance.unit'],
    coordinates: useFormat.getState().format,
  }
  const view = { grid_deg: gridStep, order, filter: useFilter.getState().filter, units, bandwidth }
  return { base, center, zoom, rotation: 0, layers, view }
}

/** Shows the map as a profile keeps it, at once when it is open; what an older profile does not say stays. */
export function applyProfile({ base, center, zoom, layers, view }: Omit<View, 'rotation'>) {
  const chart = useChart.getState()
  const { order, bandwidth } = view
  chart.chooseBase(base)
  const gridStep = GRID_STEPS.find((step) => step === view['grid_deg'])
  if (gridStep !== undefined) useChart.setState({ gridStep })
  useWorkbench.setState({
    layers: Object.fromEntries(layers.map(({ id, visible, opacity }) => [id, { visible, opacity }])),
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
    bandwidth: bandwidth === 'LOW' ? 'LOW' : 'NORMAL',
  })
  if (view['filter'] !== undefined) {
    const filter = read(AisFilter, view['filter'])
    if (filter.ok) useFilter.setState({ filter: filter.value, saved: null })
  }
  applyUnits(view['units'])
  chart.look({ center, zoom })
}

const UNITS = ['Nautical Miles', 'Kilometers', 'Miles'] as const

/** Applies units to this map only; the account's settings stay unchanged. */
function applyUnits(units: unknown) {
  if (typeof units !== 'object' || units === null) return
  const { 'distance.unit': unit, coordinates } = units as Record<string, unknown>
  const known = UNITS.find((one) => one === unit)
  if (known !== undefined) useSettings.setState({ 'distance.unit': known })
  const format = COORDINATE_FORMATS.find((one) => one === coordinates)
  if (format !== undefined) chooseFormat(format)
}

/** At the first map of a tab: the profile the user has chosen, if the map was not moved yet. */
export function applyChosenProfile(profile: unknown) {
  if (
    useChart.getState().view !== null ||
    typeof profile !== 'object' ||
    profile === null ||
    !('center' in profile)
  )
    return
  applyProfile(profile as MapProfile)
}
