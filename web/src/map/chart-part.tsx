import { later } from '../kit/later.tsx'
import { lookAtBox, useChart } from './chart.store.ts'
import type { AttachedLayer, MapLayer, MapPart } from './part.ts'
import { chooseLayer, useWorkbench } from './workbench.store.ts'

/** What the style of the chart draws itself: the theme reads whether it is shown. */
const drawnByStyle = (): AttachedLayer => ({ ids: () => [], show: () => undefined, remove: () => undefined })

const LAYERS: readonly MapLayer[] = [
  { id: 'ports', label: 'Ports', group: 'Places', isOn: true, attach: drawnByStyle },
  {
    id: 'grid',
    label: 'Grid lines',
    group: 'Chart',
    isOn: true,
    attach: drawnByStyle,
    Legend: later(() => import('./GridStepChoice.tsx').then((code) => code.GridStepChoice)),
  },
]

/** The chart's own layers. */
export const chartPart: MapPart = {
  layers: LAYERS,
  opens: {
    port: ({ latitude, longitude }) => lookAt(latitude, longitude, PORT_ZOOM),
    place: ({ latitude: lat, longitude: lon, radius_nm }) => {
      const [high, wide] = [radius_nm / 60, radius_nm / 60 / Math.cos((lat * Math.PI) / 180)]
      lookAtBox([lon - wide, lat - high, lon + wide, lat + high])
    },
    boundary: ({ bbox }) => lookAtBox(bbox),
  },
}

/** Near enough to see a harbour. */
const PORT_ZOOM = 11
const lookAt = (lat: number, lon: number, zoom: number) =>
  useChart.getState().look({ center: [lon, lat], zoom })

/** Whether one of the chart's own layers is shown. */
export function isShown(id: 'ports' | 'grid'): boolean {
  return useWorkbench.getState().layers[id]?.visible ?? true
}
export const toggleGrid = () => chooseLayer('grid', { visible: !isShown('grid'), opacity: 1 })
