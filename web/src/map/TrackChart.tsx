import { useEffect, useRef } from 'react'
import { applyTheme, createSmallChart, type Chart } from './chart.ts'
import { keepInFrame } from './keep-in-frame.ts'
import { plainLayer, type Painted } from './plain-layer.ts'
import { onTheme, themeNow } from './theme.ts'
import { boxOfLines, trackFeatures, type TrackLine } from './track-line.ts'

const SOURCE = 'track'
const LINE = '#ff9f43'
const FOUND = '#ff4b3e'
const only = (kind: string): ['==', ['get', string], string] => ['==', ['get', 'kind'], kind]
const LAYERS: Painted[] = [
  {
    id: 'track',
    type: 'line',
    source: SOURCE,
    filter: only('sailed'),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': LINE, 'line-width': 2.4 },
  },
  {
    id: 'track-unheard',
    type: 'line',
    source: SOURCE,
    filter: only('unheard'),
    paint: { 'line-color': LINE, 'line-width': 1.6, 'line-dasharray': [3, 3], 'line-opacity': 0.8 },
  },
  {
    id: 'track-found',
    type: 'line',
    source: SOURCE,
    filter: only('found'),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': FOUND, 'line-width': 4.5 },
  },
  {
    id: 'track-end',
    type: 'circle',
    source: SOURCE,
    filter: only('last'),
    paint: {
      'circle-color': LINE,
      'circle-radius': 5,
      'circle-stroke-color': '#06121c',
      'circle-stroke-width': 2,
    },
  },
]

type Drawn = { chart: Chart; layer: ReturnType<typeof plainLayer> | null; fit: () => void }
type Props = {
  lines: readonly TrackLine[]
  label: string
  className: string
  /** How near it is seen at most. */
  maxZoom?: number
}
/** Where ships went, on a chart of its own, which goes on to other lines without being made anew. */
export function TrackChart({ lines, label, className, maxZoom = 11 }: Props) {
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
    const chart = createSmallChart(container.current!, themeNow(), boxOfLines(lines), { maxZoom })
    const fit = keepInFrame(chart, () => boxOfLines(latest.current), maxZoom)
    drawn.current = { chart, layer: null, fit }
  }, [lines, maxZoom])
  useEffect(() => {
    const { current } = drawn
    if (current === null) return undefined
    const { chart } = current
    // With its style, not with its tiles: where she went is shown at once.
    void chart.once('style.load', () => {
      current.layer = plainLayer(chart, SOURCE, () => LAYERS, themeNow())
      current.layer.set(trackFeatures(latest.current))
    })
    const stop = onTheme(() => applyTheme(chart, themeNow()))
    return () => {
      stop()
      chart.remove()
      drawn.current = null
    }
  }, [])
  return <div ref={container} className={className} role="img" aria-label={label} />
}
