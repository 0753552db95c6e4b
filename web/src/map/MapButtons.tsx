import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Chart } from './chart.ts'
import './map.css'

export function MapButtons({ chart }: { chart: Chart }) {
  return (
    <div className="map-buttons" role="group" aria-label="Chart">
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => chart.zoomIn()}>
        <IconPlus size={16} />
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={() => chart.zoomOut()}>
        <IconMinus size={16} />
      </button>
    </div>
  )
}
