import { SegmentedControl } from '@mantine/core'
import { lookAtBox, useChart } from './chart.store.ts'
import { GRID_STEPS } from './grid.ts'
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
    Legend: GridStepChoice,
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

function GridStepChoice() {
  const step = useChart((state) => state.gridStep)
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label="Degrees between grid lines"
      data={GRID_STEPS.map((one) => ({ value: String(one), label: `${one}°` }))}
      value={String(step)}
      onChange={(value) =>
        useChart.setState({ gridStep: GRID_STEPS.find((one) => String(one) === value) ?? 5 })
      }
    />
  )
}
