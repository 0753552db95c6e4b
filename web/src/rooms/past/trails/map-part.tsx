import { IconRoute, IconRouteOff } from '@tabler/icons-react'
import { later } from '../../../kit/pages/later.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { openPanel } from '../../../map/workbench/workbench.store.ts'
import { attachTrails } from './trail-layer.ts'
import './trails.css'
import { addTrails, removeTrail, useTrails } from './trails.store.ts'

const TrailsPanel = later(() => import('./TrailsPanel.tsx').then((code) => code.TrailsPanel))
const TrailHover = later(() => import('./TrailHover.tsx').then((code) => code.TrailHover), {
  isWanted: () => useTrails(({ ships }) => ships.length > 0),
})
const Pick = later(() => import('./Pick.tsx').then((code) => code.Pick))

function Badge() {
  const count = useTrails((state) => state.ships.length)
  return count === 0 ? null : <span className="tool-badge">{count}</span>
}

function Over({ chart }: { chart: Chart }) {
  const picking = useTrails((state) => state.picking)
  return (
    <>
      <TrailHover chart={chart} />
      {picking !== null && <Pick key={picking} chart={chart} kind={picking} />}
    </>
  )
}

/** Trails and dead reckoning on the map. */
export const trailsPart: MapPart = {
  layers: [
    {
      id: 'trails',
      label: 'Trails',
      group: 'Analysis',
      note: 'Past tracks of selected vessels, and predicted positions of silent ones',
      isOn: true,
      opacity: 1,
      attach: attachTrails,
      Legend: later(() => import('./TrailLegend.tsx').then((code) => code.TrailLegend)),
    },
  ],
  tools: [
    { id: 'trails', label: 'Trails', Icon: IconRoute, hotkey: 't', order: 50, Panel: TrailsPanel, Badge },
  ],
  menu: ({ ship }) => {
    if (ship === null || ship.mmsi === '') return []
    const isShown = useTrails.getState().ships.some((one) => one.mmsi === ship.mmsi)
    return [
      {
        id: 'trail',
        label: isShown ? 'Remove trail' : 'Show trail',
        Icon: isShown ? IconRouteOff : IconRoute,
        section: 'Ship',
        rank: 3,
        act: () => {
          if (isShown) return removeTrail(ship.mmsi)
          addTrails([{ mmsi: ship.mmsi, name: ship.name }])
          openPanel('trails')
        },
      },
    ]
  },
  Over,
}
