import { useEffect } from 'react'
import { create } from 'zustand'
import { When } from '../kit/text/When.tsx'
import type { Chart } from './chart/chart.ts'
import { drawingRows, type DrawingRecord } from './drawing-record.ts'
import { useWorkbench } from './workbench/workbench.store.ts'

/** Time a pointer rests before it queries; a pointer that crosses areas does not query. */
const REST_MS = 300
/** Distance a pointer may move before its query counts as another one, in pixels. */
const STAYS_PX = 8
const WIDTH = 310
const GAP = 14

/** Source of tooltips: chart layers and the record of one of their features. */
export type Tip = {
  ids: () => readonly string[]
  recordOf: (properties: Record<string, unknown>) => DrawingRecord | null
}
const reported = new Set<Tip>()
export function pushOf(one: Tip): () => void {
  reported.add(one)
  return () => void reported.delete(one)
}

type Hovered = { record: DrawingRecord; x: number; y: number }
const useHovered = create<{ hovered: Hovered | null }>(() => ({ hovered: null }))

/** The drawing under a pointer that rests: areas, tracks, events, limits. Ships and tools come first. */
export function DrawingTooltip({ chart }: { chart: Chart }) {
  useEffect(() => hearRest(chart), [chart])
  const hovered = useHovered((state) => state.hovered)
  const isOnContact = useWorkbench((state) => state.isOnContact)
  if (hovered === null || isOnContact) return null
  const { record, x, y } = hovered
  const rows = drawingRows(record)
  const height = rows.length * 20 + 16
  const left = x + GAP + WIDTH > chart.getContainer().clientWidth ? x - GAP - WIDTH : x + GAP
  const top = Math.max(4, y + GAP + height > chart.getContainer().clientHeight ? y - GAP - height : y + GAP)
  return (
    <dl className="drawing-tooltip" style={{ left, top, width: WIDTH }} role="tooltip">
      {rows.map(({ label, value, at }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{at === undefined ? value : <When at={at} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function hearRest(chart: Chart): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let requests: { x: number; y: number } | null = null
  const hide = () => {
    clearTimeout(timer)
    requests = null
    if (useHovered.getState().hovered !== null) useHovered.setState({ hovered: null })
  }
  const move = ({ point: { x, y } }: { point: { x: number; y: number } }) => {
    if (requests !== null && Math.hypot(x - requests.x, y - requests.y) < STAYS_PX) return
    hide()
    timer = setTimeout(() => {
      requests = { x, y }
      const record = recordAt(chart, x, y)
      if (record !== null) useHovered.setState({ hovered: { record, x, y } })
    }, REST_MS)
  }
  chart.on('mousemove', move)
  chart.on('mouseout', hide)
  chart.on('movestart', hide)
  chart.on('mousedown', hide)
  return () => {
    hide()
    chart.off('mousemove', move)
    chart.off('mouseout', hide)
    chart.off('movestart', hide)
    chart.off('mousedown', hide)
  }
}

/** Returns the record of the topmost drawing at a point; null if there is none or the pointer is in use. */
function recordAt(chart: Chart, x: number, y: number): DrawingRecord | null {
  const { pointerOf, isOnContact, menu } = useWorkbench.getState()
  if (pointerOf !== null || isOnContact || menu !== null) return null
  const owners = new Map([...reported].flatMap((one) => one.ids().map((id) => [id, one] as const)))
  const layers = [...owners.keys()].filter((id) => chart.getLayer(id) !== undefined)
  for (const { layer, properties } of chart.queryRenderedFeatures([x, y], { layers })) {
    const record = owners.get(layer.id)?.recordOf(properties) ?? null
    if (record !== null) return record
  }
  return null
}
