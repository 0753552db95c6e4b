import { useEffect, useRef } from 'react'
import type { Chart } from './chart.ts'
import { keepInFrame } from './keep-in-frame.ts'
import { plainLayer, type Painted } from './plain-layer.ts'
import { createSmallChart } from './small-chart.ts'
import { pageTheme } from './theme.ts'
import { withWebGl } from './with-webgl.tsx'
import { boxOfLines, trackFeatures, type TrackLine } from './track-line.ts'

const SOURCE = 'track'
const only = (kind: string): ['==', ['get', string], string] => ['==', ['get', 'kind'], kind]

/** Returns the layers of the track, its highlighted part and its last position, in the current colours of the page. */
function layers(): Painted[] {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const [line, found, edge] = [token('--accent'), token('--alarm-text'), token('--panel')]
  return [
    {
      id: 'track',
      type: 'line',
      source: SOURCE,
      filter: only('sailed'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': line, 'line-width': 2.4 },
    },
    {
      id: 'track-unheard',
      type: 'line',
      source: SOURCE,
      filter: only('unheard'),
      paint: { 'line-color': line, 'line-width': 1.6, 'line-dasharray': [3, 3], 'line-opacity': 0.8 },
    },
    {
      id: 'track-found',
      type: 'line',
      source: SOURCE,
      filter: only('found'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': found, 'line-width': 4.5 },
    },
    {
      id: 'track-end',
      type: 'circle',
      source: SOURCE,
      filter: only('last'),
      paint: {
        'circle-color': line,
        'circle-radius': 5,
        'circle-stroke-color': edge,
        'circle-stroke-width': 2,
      },
    },
  ]
}

type Drawn = { chart: Chart; layer: ReturnType<typeof plainLayer> | null; fit: () => void }
type Props = {
  lines: readonly TrackLine[]
  label: string
  className: string
  /** Maximum zoom. */
  maxZoom?: number
}
function TrackChartDrawn({ lines, label, className, maxZoom = 11 }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)
  const latest = useRef(lines)
  useEffect(() => {
    latest.current = lines
    if (drawn.current !== null) {
      drawn.current.layer?.set(trackFeatures(lines))
      drawn.current.fit()
      return
    }
    const chart = createSmallChart(container.current!, boxOfLines(lines), {
      maxZoom,
      dress: (theme) => drawn.current?.layer?.dress(theme),
    })
    const fit = keepInFrame(chart, () => boxOfLines(latest.current), maxZoom)
    drawn.current = { chart, layer: null, fit }
  }, [lines, maxZoom])
  useEffect(() => {
    const { current } = drawn
    if (current === null) return undefined
    const { chart } = current
    // The track waits for the style but not for the tiles, so it is shown at once.
    void chart.once('style.load', () => {
      current.layer = plainLayer(chart, SOURCE, layers, pageTheme())
      current.layer.set(trackFeatures(latest.current))
    })
    return () => {
      chart.remove()
      drawn.current = null
    }
  }, [])
  return <div ref={container} className={className} role="img" aria-label={label} />
}

/** Shows tracks of vessels on a chart of its own, which switches to other lines without being created again. */
export const TrackChart = withWebGl(TrackChartDrawn)
