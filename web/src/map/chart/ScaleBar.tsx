import { useEffect, useState } from 'react'
import { roundDistance } from '../../kit/text/quantity-text.ts'
import { useSettings } from '../../kit/settings.ts'
import type { Chart } from './chart.ts'
import '../map.css'

const WIDEST_PX = 110
const EQUATOR_M = 2 * Math.PI * 6_378_137

/** A round distance in the unit of the user, true at the middle of the chart. */
export function ScaleBar({ chart }: { chart: Chart }) {
  const unit = useSettings((settings) => settings['distance.unit'])
  const [metresPerPixel, setMetresPerPixel] = useState(() => metresPerPixelOf(chart))
  useEffect(() => {
    const measure = () => setMetresPerPixel(metresPerPixelOf(chart))
    chart.on('move', measure)
    return () => void chart.off('move', measure)
  }, [chart])
  const { metres, text } = roundDistance(metresPerPixel * WIDEST_PX, unit)
  return (
    <div className="scale-bar figures" style={{ width: metres / metresPerPixel }}>
      {text}
    </div>
  )
}

function metresPerPixelOf(chart: Chart): number {
  const lat = (chart.getCenter().lat * Math.PI) / 180
  return (EQUATOR_M * Math.cos(lat)) / (512 * 2 ** chart.getZoom())
}
