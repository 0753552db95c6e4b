import { useState } from 'react'
import { themeNow } from '../../../map/chart/theme.ts'
import { coverageColours } from './ramps.ts'

export function CoverageLegend() {
  const [theme] = useState(themeNow)
  const [expected, heard] = coverageColours(theme)
  return (
    <p className="layer-legend">
      <i className="square" style={{ background: expected }} /> received within the hour
      <i className="square" style={{ background: heard }} /> received sometimes
    </p>
  )
}
