import { Menu } from '@mantine/core'
import { IconHome, IconHomePlus, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Chart } from './chart.ts'
import { goHome, setHome } from './home-view.ts'
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
      <Menu position="right-start" shadow="md" withinPortal returnFocus>
        <Menu.Target>
          <button type="button" aria-label="Home view" title="Home view (H)">
            <IconHome size={16} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHome size={15} aria-hidden />} onClick={() => goHome(chart)}>
            Go to the home view
          </Menu.Item>
          <Menu.Item leftSection={<IconHomePlus size={15} aria-hidden />} onClick={() => setHome(chart)}>
            Make this view the home view
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
