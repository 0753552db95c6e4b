import { getSilentVessels, type SilentVessel } from '@samudra/contract/silent-vessels'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { useWorkbench, type ShipKey } from '../../../map/workbench/workbench.store.ts'
import { call } from '../../../wire/call.ts'
import { SILENT_LAYER } from './layer-id.ts'
import { reachFeatures } from './reach-features.ts'
import { reachStyle } from './reach-style.ts'

const EVERY_MS = 60_000
/** Marks on the map; the list has the others. */
const MOST_MARKED = 500

const markStyle = (theme: ChartTheme): Painted[] => [
  ...reachStyle(SILENT_LAYER)(theme),
  {
    id: `${SILENT_LAYER}-marks`,
    type: 'circle',
    source: SILENT_LAYER,
    filter: ['==', ['get', 'kind'], 'silent'],
    paint: {
      'circle-color': 'rgba(0, 0, 0, 0)',
      'circle-radius': 9,
      'circle-stroke-color': theme.base === 'BRIGHT' ? '#a3400a' : '#ffb066',
      'circle-stroke-width': ['match', ['get', 'confidence'], 'HIGH', 2.5, 'MEDIUM', 1.8, 1],
    },
  },
]

const isShip = ({ mmsi, split_id }: SilentVessel, ship: ShipKey | null) =>
  ship !== null && ship.mmsi === mmsi && ship.split === split_id

/** Rings around silent vessels, and the reachable area of the one whose card is open. */
export function attachSilent(chart: Chart, theme: ChartTheme): AttachedLayer {
  const layer = plainLayer(chart, SILENT_LAYER, markStyle, theme)
  let vessels: SilentVessel[] = []
  let chosen: SilentVessel | null = null
  let isShown = false
  const draw = () => {
    const marks = vessels.map(({ longitude, latitude, confidence }) => ({
      type: 'Feature' as const,
      properties: { kind: 'silent', confidence },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    }))
    const reach = chosen === null ? [] : reachFeatures(chosen)
    layer.set({ type: 'FeatureCollection', features: [...reach, ...marks] as never })
  }
  const choose = async () => {
    const { ship } = useWorkbench.getState()
    chosen = vessels.find((one) => isShip(one, ship)) ?? null
    if (chosen === null && ship !== null && isShown) {
      const { items } = await call(getSilentVessels, { mmsi: ship.mmsi }).catch(() => ({ items: [] }))
      if (useWorkbench.getState().ship === ship) chosen = items.find((one) => isShip(one, ship)) ?? null
    }
    draw()
  }
  const read = async () => {
    if (!isShown) return
    // An answer that does not come leaves the last one; the next is a minute away.
    const answer = await call(getSilentVessels, { sort: '-confidence', limit: MOST_MARKED }).catch(() => null)
    if (answer === null) return
    vessels = answer.items
    await choose()
  }
  const timer = setInterval(() => void read(), EVERY_MS)
  const stop = useWorkbench.subscribe(({ ship }, before) => {
    if (ship !== before.ship) void choose()
  })
  return {
    ...layer,
    show: (isVisible, opacity) => {
      layer.show(isVisible, opacity)
      const wasShown = isShown
      isShown = isVisible
      if (isVisible && !wasShown) void read()
    },
    remove: () => {
      clearInterval(timer)
      stop()
      layer.remove()
    },
  }
}
