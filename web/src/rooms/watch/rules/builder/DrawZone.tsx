import { Modal } from '@mantine/core'
import type { RuleZone } from '@samudra/contract/rules'
import { useEffect, useRef, useState } from 'react'
import { useStored } from '../../../../stored/stores.ts'
import { areas } from '../../../../stored/shared.ts'
import type { Chart } from '../../../../map/chart/chart.ts'
import { Corners } from '../../../../map/draw/Corners.tsx'
import { DRAW_HINTS, DrawBar } from '../../../../map/draw/DrawBar.tsx'
import type { Drawing } from '../../../../map/draw/drawing.ts'
import { geometryOf, putGeometry } from '../../../../map/draw/outline.ts'
import type { Position } from '../../../../map/draw/shapes.ts'
import { useDrawing } from '../../../../map/draw/use-drawing.ts'
import { createSmallChart } from '../../../../map/chart/small-chart.ts'
import { withWebGl } from '../../../../map/chart/with-webgl.tsx'

type Props = {
  kind: 'area' | 'line'
  zone: RuleZone
  onDrawn: (zone: RuleZone) => void
  onClose: () => void
}
const COLOUR = '#3b9ddb'
/** Degrees: west, south, east, north. */
type Box = [number, number, number, number]
const REGION: Box = [60, -5, 100, 28]

/** Dialog to draw an area or a line of a rule on a chart. */
export const DrawZone = (props: Props) => (
  <Modal
    opened
    onClose={props.onClose}
    size={980}
    centered
    closeOnEscape={false}
    title={props.kind === 'line' ? 'A line that vessels cross' : 'An area of this rule'}
  >
    <ZoneChart {...props} />
  </Modal>
)

function ZoneChartDrawn(props: Props) {
  const [chart, setChart] = useState<Chart | null>(null)
  const container = useRef<HTMLDivElement | null>(null)
  const first = useRef(boxOf(props.zone))
  useEffect(() => {
    if (container.current === null) return undefined
    const made = createSmallChart(container.current, first.current, {
      label: 'Chart to draw on. Use arrow keys to move, plus and minus to zoom.',
      maxZoom: 12,
    })
    made.once('style.load', () => setChart(made))
    return () => {
      setChart(null)
      // The drawing ends first; React does that after this.
      queueMicrotask(() => made.remove())
    }
  }, [])
  return (
    <div className="rule-draw">
      <div ref={container} className="rule-draw-chart" />
      {chart !== null && <Draw {...props} chart={chart} />}
    </div>
  )
}
const ZoneChart = withWebGl(ZoneChartDrawn)

function Draw({ chart, kind, zone, onDrawn, onClose }: Props & { chart: Chart }) {
  const { rows } = useStored(areas)
  const snaps = useRef<Position[]>([])
  useEffect(() => {
    snaps.current = rows.flatMap(({ geometry }) => cornersOf(geometry))
  }, [rows])
  const { drawing, state } = useDrawing(chart, {
    colour: COLOUR,
    snapTo: () => snaps.current,
    ready: (made) => begin(made, kind, zone),
  })
  const drawn = zoneOf(kind, state.features)
  return (
    <>
      <DrawBar
        drawing={drawing}
        state={state}
        hint={
          state.kind === null
            ? 'Drag corners and midpoints, or type over them; right-click a corner to remove it.'
            : DRAW_HINTS[state.kind]
        }
        done={{ label: 'Use shape', isReady: drawn !== null, act: () => drawn !== null && onDrawn(drawn) }}
        onCancel={onClose}
      />
      <Corners drawing={drawing} features={state.features} />
    </>
  )
}

function begin(drawing: Drawing, kind: Props['kind'], { area, line }: RuleZone) {
  if (kind === 'area' && area !== undefined) putGeometry(drawing, area)
  else if (kind === 'line' && line !== undefined) drawing.add(line)
  else return drawing.begin(kind === 'area' ? 'polygon' : 'line')
  drawing.edit()
}

function zoneOf(kind: Props['kind'], features: Parameters<typeof geometryOf>[0]): RuleZone | null {
  if (kind === 'area') {
    const area = geometryOf(features)
    // Its places have two numbers each.
    return area === null ? null : ({ area } as RuleZone)
  }
  const line = features.find(({ geometry }) => geometry.type === 'LineString')?.geometry
  return line?.type === 'LineString' ? { line } : null
}

const flat = (coordinates: unknown): Position[] =>
  Array.isArray(coordinates) && typeof coordinates[0] === 'number'
    ? [coordinates as Position]
    : (coordinates as unknown[]).flatMap(flat)
const cornersOf = (geometry: { coordinates: unknown } | null | undefined): Position[] =>
  geometry == null ? [] : flat(geometry.coordinates)

function boxOf({ area, line }: RuleZone): Box {
  const corners = cornersOf(area ?? line)
  if (corners.length === 0) return REGION
  const [lons, lats] = [corners.map(([lon]) => lon), corners.map(([, lat]) => lat)]
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}
