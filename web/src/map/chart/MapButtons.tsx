import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Chart } from './chart.ts'
import { onPress } from '../../kit/pages/on-press.tsx'
import { HomeButton } from '../home/HomeButton.tsx'
import '../map.css'

const HomeMenu = onPress<{ chart: Chart }>(
  ({ onClick, 'aria-busy': isBusy }) => (
    <HomeButton aria-expanded={false} aria-busy={isBusy} onClick={onClick} />
  ),
  () => import('../home/HomeMenu.tsx').then((code) => code.HomeMenu),
)

/** Zoom, and the view the chart begins with. */
export function MapButtons({ chart }: { chart: Chart }) {
  return (
    <div className="map-buttons" role="group" aria-label="Chart">
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => chart.zoomIn()}>
        <IconPlus size={16} />
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={() => chart.zoomOut()}>
        <IconMinus size={16} />
      </button>
      <HomeMenu chart={chart} />
    </div>
  )
}
