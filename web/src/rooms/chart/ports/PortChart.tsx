import type { Port } from '@samudra/contract/ports'
import { useEffect, useRef } from 'react'
import { keepInFrame } from '../../../map/chart/keep-in-frame.ts'
import { plainLayer } from '../../../map/chart/plain-layer.ts'
import { createSmallChart } from '../../../map/chart/small-chart.ts'
import { pageTheme } from '../../../map/chart/theme.ts'
import { withWebGl } from '../../../map/chart/with-webgl.tsx'
import { featuresOf, portStyle } from './port-features.ts'
import { boxOfPort } from './ports.store.ts'

const MOST_ZOOM = 14

function PortChartDrawn({ port }: { port: Port }) {
  const container = useRef<HTMLDivElement>(null)
  // The vessel counts change, but the chart is created again only when its content changes.
  const { id, name, locode, lat, lon, geometry, anchorages, radius_nm } = port
  const written = JSON.stringify({ id, name, locode, lat, lon, geometry, anchorages, radius_nm })
  useEffect(() => {
    if (container.current === null) return undefined
    const shown = JSON.parse(written) as Port
    let layer: ReturnType<typeof plainLayer> | null = null
    const chart = createSmallChart(container.current, boxOfPort(shown), {
      label: `Chart of ${shown.name}. Use arrow keys to move, plus and minus to zoom.`,
      maxZoom: MOST_ZOOM,
      dress: (theme) => layer?.dress(theme),
    })
    keepInFrame(chart, () => boxOfPort(shown), MOST_ZOOM)
    void chart.once('style.load', () => {
      layer = plainLayer(chart, 'port-shown', portStyle('port-shown'), pageTheme())
      layer.set({ type: 'FeatureCollection', features: featuresOf(shown) })
    })
    return () => chart.remove()
  }, [written])
  return <div ref={container} className="port-chart" />
}

/** The harbour of a port and its anchorages on a chart of their own. */
export const PortChart = withWebGl(PortChartDrawn)
