import { IconGrid4x4, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Chart } from './chart.ts'
import { useChart } from './chart.store.ts'
import './map.css'

export function MapButtons({ chart }: { chart: Chart }) {
  const gridShown = useChart((state) => state.gridShown)
  const toggleGrid = useChart((state) => state.toggleGrid)
  return (
    <div className="map-buttons" role="group" aria-label="Chart">
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => chart.zoomIn()}>
        <IconPlus size={16} />
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={() => chart.zoomOut()}>
        <IconMinus size={16} />
      </button>
      <button
        type="button"
        aria-label="Grid lines"
        aria-pressed={gridShown}
        title="Grid lines every 5 degrees (G)"
        onClick={toggleGrid}
      >
        <IconGrid4x4 size={16} />
      </button>
    </div>
  )
}
