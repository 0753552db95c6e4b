import { later } from '../../kit/pages/later.tsx'
import { lookAtBox } from '../chart/chart.store.ts'
import type { AttachedLayer, MapLayer, MapPart } from './part.ts'
import { chooseLayer, useWorkbench } from './workbench.store.ts'

/** Returns a layer that the chart's style draws itself; the theme reads whether it is shown. */
const drawnByStyle = (): AttachedLayer => ({ ids: () => [], show: () => undefined, remove: () => undefined })

const LAYERS: readonly MapLayer[] = [
  {
    id: 'grid',
    label: 'Grid lines',
    group: 'Chart',
    isOn: true,
    attach: drawnByStyle,
    Legend: later(() => import('../chart/GridStepChoice.tsx').then((code) => code.GridStepChoice)),
  },
]

/** The chart's own layers. */
export const chartPart: MapPart = {
  layers: LAYERS,
  opens: {
    place: ({ latitude: lat, longitude: lon, radius_nm }) => {
      const [high, wide] = [radius_nm / 60, radius_nm / 60 / Math.cos((lat * Math.PI) / 180)]
      lookAtBox([lon - wide, lat - high, lon + wide, lat + high])
    },
    boundary: ({ bbox }) => lookAtBox(bbox),
  },
}

/** Returns true if the chart's own grid is shown. */
export const isGridShown = (): boolean => useWorkbench.getState().layers['grid']?.visible ?? true
export const toggleGrid = () => chooseLayer('grid', { visible: !isGridShown(), opacity: 1 })
