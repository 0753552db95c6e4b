import { IconRoute, IconRouteOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Chart } from '../map/chart.ts'
import { DRAW_HINTS, DrawBar } from '../map/draw/DrawBar.tsx'
import { useDrawing } from '../map/draw/use-drawing.ts'
import type { MapPart } from '../map/part.ts'
import { openPanel } from '../map/workbench.store.ts'
import { addInArea } from './load-trails.ts'
import { attachTrails } from './trail-layer.ts'
import { TrailHover } from './TrailHover.tsx'
import { TrailLegend } from './TrailLegend.tsx'
import { addTrails, removeTrail, useTrails } from './trails.store.ts'
import { TrailsPanel } from './TrailsPanel.tsx'

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

/** Draws the area whose ships get a trail. */
function Pick({ chart, kind }: { chart: Chart; kind: 'rectangle' | 'lasso' }) {
  const { drawing, state } = useDrawing(chart, { colour: '#3b9ddb', ready: (made) => made.begin(kind) })
  const end = () => useTrails.setState({ picking: null })
  const geometry = state.features[0]?.geometry
  const isOver = geometry?.type === 'Polygon' && state.kind === null
  useEffect(() => {
    if (!isOver) return
    useTrails.setState({ picking: null })
    void addInArea(geometry)
  }, [isOver, geometry])
  return <DrawBar drawing={drawing} state={state} hint={DRAW_HINTS[kind]} onCancel={end} />
}

/** Trails and dead reckoning on the map. */
export const trailsPart: MapPart = {
  layers: [
    {
      id: 'trails',
      label: 'Trails',
      group: 'Analysis',
      note: 'Where selected vessels came from, and where silent ones are reckoned',
      isOn: true,
      opacity: 1,
      attach: attachTrails,
      Legend: TrailLegend,
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
        label: isShown ? 'Remove its trail' : 'Show its trail',
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
