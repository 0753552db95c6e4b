import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import { COMPUTED_LABEL } from '@samudra/contract/reference'
import { IconFlag } from '@tabler/icons-react'
import type { MapMouseEvent } from 'maplibre-gl'
import { later } from '../../../kit/pages/later.tsx'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { MapLayer, MapPart } from '../../../map/workbench/part.ts'
import { plainLayer } from '../../../map/chart/plain-layer.ts'
import { chooseLayer, useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { queryWaters, limits, useBoundaries, type ShownKind } from './boundaries.store.ts'
import { boundaryColour, boundaryStyle, sourceOf, STROKES } from './boundary-style.ts'
import './reference.css'

const WatersPopup = later(() => import('./WatersPopup.tsx').then((code) => code.WatersPopup), {
  isWanted: () => useBoundaries(({ query: request }) => request !== null),
})

/** Maximum distance of a click from a line, in pixels. */
const NEAR_PX = 5
/** Time for others to say that the click was theirs. */
const MEANT_MS = 50

const featuresOf = (kind: ShownKind) => limits[kind].use.getState().byId.get(kind)?.features ?? []

function attach(kind: ShownKind) {
  return (chart: Chart, theme: ChartTheme) => {
    const source = sourceOf(kind)
    const layer = plainLayer(chart, source, boundaryStyle(kind), theme)
    const draw = () => {
      const features = featuresOf(kind)
      layer.set({ type: 'FeatureCollection', features: features as never })
    }
    draw()
    const click = (event: MapMouseEvent) => {
      const { pointerOf, ship } = useWorkbench.getState()
      if (pointerOf !== null) return
      const { x, y } = event.point
      const box: [[number, number], [number, number]] = [
        [x - NEAR_PX, y - NEAR_PX],
        [x + NEAR_PX, y + NEAR_PX],
      ]
      const layers = [`${source}-computed`, `${source}-brought`]
      if (chart.queryRenderedFeatures(box, { layers }).length === 0) return
      // A ship or a mark that lies on a line is what was meant.
      setTimeout(() => {
        const selected = useWorkbench.getState().ship
        if (!event.defaultPrevented && (selected === null || selected === ship))
          void queryWaters(event.lngLat.lng, event.lngLat.lat)
      }, MEANT_MS)
    }
    chart.on('click', click)
    const stops = [limits[kind].use.subscribe(draw), limits[kind].hold(), () => chart.off('click', click)]
    return {
      ...layer,
      remove: () => {
        for (const stop of stops) stop()
        layer.remove()
      },
    }
  }
}

function legendOf(kind: ShownKind) {
  return function Legend() {
    const base = useChart((state) => state.base)
    const palette = usePalette((state) => state.palette)
    const { rows, fault } = limits[kind].use()
    const brought = rows.flatMap(({ features }) => features.filter(({ properties }) => !properties.approx))
    const { width, dash } = STROKES[kind]
    const stroke = { stroke: boundaryColour({ base, palette }), strokeWidth: width }
    if (fault !== null)
      return <FaultLine className="boundary-legend" fault={fault} again={() => limits[kind].read()} />
    return (
      <div className="boundary-legend">
        <p>
          <svg width="34" height="8" aria-hidden>
            <line
              x1="0"
              y1="4"
              x2="34"
              y2="4"
              {...stroke}
              strokeDasharray={dash.map((one) => one * width).join(' ')}
            />
          </svg>
          {COMPUTED_LABEL}
        </p>
        {brought.length > 0 && (
          <p>
            <svg width="34" height="8" aria-hidden>
              <line x1="0" y1="4" x2="34" y2="4" {...stroke} />
            </svg>
            {[...new Set(brought.map(({ properties }) => properties.source))].join('; ')}
          </p>
        )}
        <p className="dim">© OpenStreetMap contributors</p>
      </div>
    )
  }
}

const layer = (kind: ShownKind, label: string): MapLayer => ({
  id: sourceOf(kind),
  label,
  group: 'Zones',
  note: 'Approximate; no legal standing',
  isOn: false,
  opacity: 1,
  attach: attach(kind),
  recordOf: ({ id }) => {
    const found = featuresOf(kind).find(({ properties }) => properties.id === id)?.properties
    if (found === undefined) return null
    const { name, country, source, edition, area_km2, claimants, approx } = found
    const standing = approx ? COMPUTED_LABEL : ''
    return { name, kind, country, area_km2, source, edition, claimants, standing }
  },
  Legend: legendOf(kind),
})

/** Boundaries at sea on the map. */
export const referencePart: MapPart = {
  opens: { boundary: () => chooseLayer(sourceOf('EEZ'), { visible: true, opacity: 1 }) },
  layers: [layer('EEZ', 'EEZ'), layer('24NM', '24 NM'), layer('12NM', '12 NM')],
  menu: ({ lon, lat }) => [
    {
      id: 'waters',
      label: 'Show waters here',
      Icon: IconFlag,
      section: 'Place',
      act: () => void queryWaters(lon, lat),
    },
  ],
  Over: WatersPopup,
}
