import type { MapProfile } from '@samudra/contract/settings'
import { useChart, storedView } from '../map/chart.store.ts'

const FIRST_VIEW = { center: [76, 8] as [number, number], zoom: 4 }

/** What a profile keeps of the map as it is now. */
export function presentView(): Pick<MapProfile, 'base' | 'center' | 'zoom' | 'rotation' | 'layers' | 'view'> {
  const { base, gridShown } = useChart.getState()
  const { center, zoom } = storedView() ?? FIRST_VIEW
  return { base, center, zoom, rotation: 0, layers: [], view: { grid: gridShown } }
}

/** Shows the map as a profile keeps it, at once when it is open. */
export function applyProfile(profile: Pick<MapProfile, 'base' | 'center' | 'zoom' | 'view'>) {
  const chart = useChart.getState()
  chart.chooseBase(profile.base)
  if (typeof profile.view['grid'] === 'boolean') useChart.setState({ gridShown: profile.view['grid'] })
  chart.look({ center: profile.center, zoom: profile.zoom })
}

/** At the first map of a tab: the profile the user has chosen, if the map was not moved yet. */
export function applyChosenProfile(profile: unknown) {
  if (storedView() !== null || typeof profile !== 'object' || profile === null || !('center' in profile))
    return
  applyProfile(profile as MapProfile)
}
