import type { SilentVessel } from '@samudra/contract/silent-vessels'
import { useEffect, useRef } from 'react'
import { keepInFrame } from '../../../map/chart/keep-in-frame.ts'
import { plainLayer } from '../../../map/chart/plain-layer.ts'
import { createSmallChart } from '../../../map/chart/small-chart.ts'
import { pageTheme } from '../../../map/chart/theme.ts'
import { boxOfReach, reachFeatures } from './reach-features.ts'
import { reachStyle } from './reach-style.ts'

const SOURCE = 'reach'
const MAX_ZOOM = 10

/** Chart of the area that a silent vessel can have reached. */
export function ReachChart({ of }: { of: SilentVessel }) {
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(of)
  const redraw = useRef<() => void>(() => undefined)
  useEffect(() => {
    latest.current = of
    redraw.current()
  }, [of])
  useEffect(() => {
    let layer: ReturnType<typeof plainLayer> | null = null
    const chart = createSmallChart(container.current!, boxOfReach(latest.current), {
      maxZoom: MAX_ZOOM,
      dress: (theme) => layer?.dress(theme),
    })
    const fit = keepInFrame(chart, () => boxOfReach(latest.current), MAX_ZOOM)
    const draw = () => layer?.set({ type: 'FeatureCollection', features: reachFeatures(latest.current) })
    void chart.once('style.load', () => {
      layer = plainLayer(chart, SOURCE, reachStyle(SOURCE), pageTheme())
      draw()
    })
    redraw.current = () => {
      draw()
      fit()
    }
    return () => {
      redraw.current = () => undefined
      chart.remove()
    }
  }, [])
  return (
    <div
      ref={container}
      className="silence-chart"
      role="img"
      aria-label={`Reachable area of ${of.ship_name ?? `MMSI ${of.mmsi}`}`}
    />
  )
}
