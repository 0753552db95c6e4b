import type { Analysis } from '@samudra/contract/analyses'
import { useEffect, useRef } from 'react'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import { keepInFrame } from '../../../map/chart/keep-in-frame.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { createSmallChart } from '../../../map/chart/small-chart.ts'
import { pageTheme } from '../../../map/chart/theme.ts'
import { withWebGl } from '../../../map/chart/with-webgl.tsx'
import { seriesLook } from '../../../kit/charts/figure-colours.ts'
import { usePalette, type Palette } from '../../../kit/theme/colour-palette.ts'
import { flowLines } from './flow-lines.ts'

const SOURCE = 'analysis-flows'
const MOST_ZOOM = 9
const [THINNEST, WIDEST] = [1.2, 9]

const is = (what: string) => ['==', ['get', 'what'], what] as never

const inward = (palette: Palette) => seriesLook(palette, 0).colour
const outward = (palette: Palette) => seriesLook(palette, 2).colour

/** Returns the look of flows: towards the area in one colour, away from it in another, as wide as vessels took them. */
function flowStyle({ base, palette }: ChartTheme): Painted[] {
  const { halo } = chartColours(base, palette)
  const label = seriesLook(palette, 7).colour
  return [
    {
      id: `${SOURCE}-box`,
      type: 'line',
      source: SOURCE,
      filter: is('box'),
      paint: { 'line-color': label, 'line-width': 1.2, 'line-dasharray': [4, 2] },
    },
    {
      id: `${SOURCE}-lines`,
      type: 'line',
      source: SOURCE,
      filter: is('flow'),
      layout: { 'line-cap': 'round' },
      paint: {
        'line-color': ['case', ['==', ['get', 'way'], 'IN'], inward(palette), outward(palette)] as never,
        'line-width': ['get', 'width'] as never,
        'line-opacity': 0.75,
      },
    },
    {
      id: `${SOURCE}-places`,
      type: 'circle',
      source: SOURCE,
      filter: is('place'),
      paint: {
        'circle-radius': 3.5,
        'circle-color': label,
        'circle-stroke-color': halo,
        'circle-stroke-width': 1,
      },
    },
    {
      id: `${SOURCE}-names`,
      type: 'symbol',
      source: SOURCE,
      filter: is('place'),
      layout: {
        'text-field': ['get', 'label'],
        'text-font': ['Inter Regular'],
        'text-size': 12,
        'text-anchor': 'left',
        'text-offset': [0.7, 0],
      },
      paint: { 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    },
  ]
}

function featuresOf(analysis: Analysis) {
  const { lines, points } = flowLines(analysis)
  const most = Math.max(1, ...lines.map(({ vessels }) => vessels))
  const { box } = analysis
  return [
    ...(box === null
      ? []
      : [{ type: 'Feature' as const, properties: { what: 'box' }, geometry: outlineOf(box) }]),
    ...lines.map(({ way, vessels, line }) => ({
      type: 'Feature' as const,
      properties: { what: 'flow', way, width: THINNEST + (WIDEST - THINNEST) * (vessels / most) },
      geometry: { type: 'LineString' as const, coordinates: line },
    })),
    ...points.map(({ label, at }) => ({
      type: 'Feature' as const,
      properties: { what: 'place', label },
      geometry: { type: 'Point' as const, coordinates: at },
    })),
  ]
}

function outlineOf(box: readonly number[]) {
  const [west = 0, south = 0, right = 0, north = 0] = box
  const east = west <= right ? right : right + 360
  return {
    type: 'LineString' as const,
    coordinates: [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  }
}

/** Returns the box around all that is drawn. */
function boxAround(analysis: Analysis): [number, number, number, number] {
  const { lines, points } = flowLines(analysis)
  const outline = analysis.box === null ? [] : (outlineOf(analysis.box).coordinates as [number, number][])
  const all = [...lines.flatMap(({ line }) => line), ...points.map(({ at }) => at), ...outline]
  if (all.length === 0) return [40, -40, 120, 30]
  const [lons, lats] = [all.map(([lon]) => lon), all.map(([, lat]) => lat)]
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

function FlowMapDrawn({ analysis }: { analysis: Analysis }) {
  const container = useRef<HTMLDivElement>(null)
  const palette = usePalette((state) => state.palette)
  useEffect(() => {
    if (container.current === null) return undefined
    let layer: ReturnType<typeof plainLayer> | null = null
    const box = boxAround(analysis)
    const chart = createSmallChart(container.current, box, {
      label: 'Map of flows. Use arrow keys to move, plus and minus to zoom.',
      maxZoom: MOST_ZOOM,
      dress: (theme) => layer?.dress(theme),
    })
    keepInFrame(chart, () => box, MOST_ZOOM)
    void chart.once('style.load', () => {
      layer = plainLayer(chart, SOURCE, flowStyle, pageTheme())
      layer.set({ type: 'FeatureCollection', features: featuresOf(analysis) })
    })
    return () => chart.remove()
  }, [analysis])
  return (
    <>
      <div ref={container} className="flow-map" />
      <p className="flow-key">
        <i style={{ background: inward(palette) }} aria-hidden />{' '}
        {analysis.box === null ? 'Between ports' : 'Towards the area'}
        {analysis.box !== null && (
          <>
            <i style={{ background: outward(palette) }} aria-hidden /> Away from it
          </>
        )}
        . Lines are as wide as the number of vessels; places without a position are in the matrix.
      </p>
    </>
  )
}

/** Flows as lines on a chart of their own. */
export const FlowMap = withWebGl(FlowMapDrawn)
