import type { MapMouseEvent } from 'maplibre-gl'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import type { AttachedLayer } from '../../../map/workbench/part.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { serverNow } from '../../../wire/transport.ts'
import { DETECTED, openDetected, useDetected } from './detected-open.store.ts'
import { holdDetected } from './detected.store.ts'
import { featuresOf } from './event-layers.ts'
import { addMarks, hollowMarkOf, markOf } from './event-marks.ts'

const MARK = 'detected-mark'
const NEAR_PX = 4

function style(theme: ChartTheme): Painted[] {
  const { label, halo } = chartColours(theme.base, theme.palette)
  const dim = theme.palette === 'night' ? 0.65 : 1
  return [
    {
      id: MARK,
      type: 'symbol',
      source: DETECTED,
      layout: {
        'icon-image': ['get', 'mark'],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 2, 0.45, 6, 0.7, 10, 0.9],
        'icon-allow-overlap': true,
        'text-field': ['step', ['zoom'], '', 7, ['get', 'title']],
        'text-font': ['Inter Regular'],
        'text-size': 11,
        'text-offset': [0, 1.2],
        'text-anchor': 'top',
        'text-optional': true,
      },
      paint: {
        'icon-opacity': ['case', ['get', 'isOver'], 0.55 * dim, dim],
        'text-color': label,
        'text-halo-color': halo,
        'text-halo-width': 1.5,
      },
    },
  ]
}

/** Attaches the detections, hollow until confirmed; disputed and revised ones are not drawn. */
export function attachDetected(chart: Chart, theme: ChartTheme): AttachedLayer {
  addMarks(chart, chartColours(theme.base, theme.palette).halo)
  const layer = plainLayer(chart, DETECTED, style, theme)
  const draw = () => {
    const shown = useDetected
      .getState()
      .rows.filter(({ status }) => status === 'DETECTED' || status === 'CONFIRMED')
    const confirmed = new Set(shown.flatMap(({ id, status }) => (status === 'CONFIRMED' ? [id] : [])))
    const features = featuresOf(shown, serverNow()).map((feature) => ({
      ...feature,
      properties: {
        ...feature.properties,
        mark: (confirmed.has(String(feature.properties['id'])) ? markOf : hollowMarkOf)('AIS_BEHAVIOUR'),
      },
    }))
    layer.set({ type: 'FeatureCollection', features: features as never })
  }
  const click = (event: MapMouseEvent) => {
    const { x, y } = event.point
    if (useWorkbench.getState().pointerOf !== null || event.defaultPrevented) return
    const box: [[number, number], [number, number]] = [
      [x - NEAR_PX, y - NEAR_PX],
      [x + NEAR_PX, y + NEAR_PX],
    ]
    const [hit] = chart.queryRenderedFeatures(box, { layers: [MARK] })
    if (hit === undefined) return
    event.preventDefault()
    openDetected(String(hit.properties['id']))
  }
  draw()
  chart.on('click', click)
  const stops = [
    holdDetected(),
    useDetected.subscribe((state, before) => {
      if (state.rows !== before.rows) draw()
    }),
    () => chart.off('click', click),
  ]
  return {
    ...layer,
    dress: (next: ChartTheme) => {
      addMarks(chart, chartColours(next.base, next.palette).halo)
      layer.dress(next)
    },
    remove: () => {
      for (const stop of stops) stop()
      layer.remove()
    },
  }
}
