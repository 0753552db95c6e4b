import type { ReportItem } from '@samudra/contract/reports'
import { useEffect, useRef } from 'react'
import { seriesLook } from '../../../kit/charts/figure-colours.ts'
import { chartColours } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'
import { keepInFrame } from '../../../map/chart/keep-in-frame.ts'
import { plainLayer, type Painted } from '../../../map/chart/plain-layer.ts'
import { createSmallChart } from '../../../map/chart/small-chart.ts'
import { pageTheme } from '../../../map/chart/theme.ts'
import { withWebGl } from '../../../map/chart/with-webgl.tsx'

const SOURCE = 'report-places'
const MARGIN_DEG = 2
const MOST_ZOOM = 8
type Place = { lat: number; lon: number }

function placesStyle({ base, palette }: ChartTheme): Painted[] {
  return [
    {
      id: SOURCE,
      type: 'circle',
      source: SOURCE,
      paint: {
        'circle-radius': 5,
        'circle-color': seriesLook(palette, 0).colour,
        'circle-opacity': 0.8,
        'circle-stroke-color': chartColours(base, palette).halo,
        'circle-stroke-width': 1,
      },
    },
  ]
}

/** Returns the box around places with a margin, degrees: west, south, east, north. */
function boxAround(places: readonly Place[]): [number, number, number, number] {
  const [lats, lons] = [places.map(({ lat }) => lat), places.map(({ lon }) => lon)]
  return [
    Math.min(...lons) - MARGIN_DEG,
    Math.max(-85, Math.min(...lats) - MARGIN_DEG),
    Math.max(...lons) + MARGIN_DEG,
    Math.min(85, Math.max(...lats) + MARGIN_DEG),
  ]
}

/** The places of events over the coast, on a chart of their own. */
export function PlacesMap({ items }: { items: readonly ReportItem[] }) {
  const places = items.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }]))
  if (places.length === 0) return <p className="dim">No place in this period.</p>
  return <PlacesChart places={places} />
}

const PlacesChart = withWebGl(({ places }: { places: readonly Place[] }) => {
  const container = useRef<HTMLDivElement>(null)
  // A preview is read again as it is edited: only other places draw another chart.
  const key = JSON.stringify(places)
  useEffect(() => {
    if (container.current === null) return undefined
    const shown = JSON.parse(key) as Place[]
    let layer: ReturnType<typeof plainLayer> | null = null
    const box = boxAround(shown)
    const chart = createSmallChart(container.current, box, {
      label: `Map of ${shown.length} places. Use arrow keys to move, plus and minus to zoom.`,
      maxZoom: MOST_ZOOM,
      dress: (theme) => layer?.dress(theme),
    })
    keepInFrame(chart, () => box, MOST_ZOOM)
    void chart.once('style.load', () => {
      layer = plainLayer(chart, SOURCE, placesStyle, pageTheme())
      layer.set({
        type: 'FeatureCollection',
        features: shown.map(({ lat, lon }) => ({
          type: 'Feature',
          properties: {},
          geometry: { type: 'Point', coordinates: [lon, lat] },
        })),
      })
    })
    return () => chart.remove()
  }, [key])
  return <div ref={container} className="report-map" />
})
