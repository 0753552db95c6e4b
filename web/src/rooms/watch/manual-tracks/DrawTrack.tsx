import type { ManualPoint } from '@samudra/contract/manual-tracks'
import { shortWay } from '@samudra/nautical/polygons/polygon'
import { wrapLongitude } from '@samudra/nautical/geodesy'
import { useEffect } from 'react'
import type { Chart } from '../../../map/chart/chart.ts'
import { DRAW_HINTS, DrawBar } from '../../../map/draw/DrawBar.tsx'
import type { Drawing } from '../../../map/draw/drawing.ts'
import type { DrawnGeometry } from '../../../map/draw/shapes.ts'
import { useDrawing } from '../../../map/draw/use-drawing.ts'
import { changeDraft, pointAt, useDrafts, type TrackDraft } from './draft.store.ts'

const COLOUR = '#4fb3ff'
const DRAWN = { POINT: 'point', MOVING: 'point', LINE: 'line', AREA: 'polygon' } as const

const stop = () => useDrafts.setState({ isDrawing: false })

/** The place or shape of a draft, taken from the map. */
export function DrawTrack({ chart, draft }: { chart: Chart; draft: TrackDraft }) {
  const kind = DRAWN[draft.kind]
  const { drawing, state } = useDrawing(chart, { colour: COLOUR, ready: (made) => begin(made, draft) })
  const geometry = state.features[0]?.geometry
  useEffect(() => {
    if (geometry?.type !== 'Point') return
    const [lon, lat] = geometry.coordinates
    const point = pointAt(wrapLongitude(lon), lat, draft.kind === 'MOVING')
    changeDraft({ points: draft.kind === 'MOVING' ? [...draft.points, point] : [point] })
    stop()
  }, [geometry, draft])
  const isReady = geometry !== undefined && state.kind === null
  const finish = () => {
    if (geometry !== undefined) changeDraft({ points: pointsOf(geometry) })
    stop()
  }
  return (
    <DrawBar
      drawing={drawing}
      state={state}
      hint={isReady ? 'Move corners by dragging them.' : DRAW_HINTS[kind]}
      {...(kind === 'point' ? {} : { done: { label: 'Done', isReady, act: finish } })}
      onCancel={stop}
    />
  )
}

/** A shape that is there already is edited, else one is begun. */
function begin(drawing: Drawing, { kind, points }: TrackDraft) {
  const run: [number, number][] = []
  for (const { lon, lat } of points) {
    const last = run.at(-1)
    run.push([last === undefined ? lon : last[0] + shortWay(last[0], lon), lat])
  }
  if (kind === 'LINE' && run.length > 1) drawing.add({ type: 'LineString', coordinates: run })
  else if (kind === 'AREA' && run.length > 2)
    drawing.add({ type: 'Polygon', coordinates: [[...run, run[0]!]] })
  else return drawing.begin(DRAWN[kind])
  drawing.edit()
}

function pointsOf(geometry: DrawnGeometry): ManualPoint[] {
  const run =
    geometry.type === 'Polygon'
      ? geometry.coordinates[0]!.slice(0, -1)
      : geometry.type === 'LineString'
        ? geometry.coordinates
        : [geometry.coordinates]
  return run.map(([lon, lat]) => pointAt(wrapLongitude(lon), lat, false))
}
