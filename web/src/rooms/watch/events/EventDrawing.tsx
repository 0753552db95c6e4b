import { CATEGORY_LOOKS } from '@samudra/contract/event-types'
import type { Chart } from '../../../map/chart/chart.ts'
import { DRAW_HINTS, DrawBar } from '../../../map/draw/DrawBar.tsx'
import { useDrawing } from '../../../map/draw/use-drawing.ts'
import { drawShape, useEvents, type ShapeWanted } from './events.store.ts'

/** The shape of an event is drawn; its form waits meanwhile. */
export function EventDrawing({ chart }: { chart: Chart }) {
  const wanted = useEvents((state) => state.drawing)
  return wanted === null ? null : <Draws key={wanted.kind} chart={chart} wanted={wanted} />
}

function Draws({ chart, wanted }: { chart: Chart; wanted: ShapeWanted }) {
  const { drawing, state } = useDrawing(chart, {
    colour: CATEGORY_LOOKS[wanted.category].color,
    ready: (made) => made.begin(wanted.kind),
  })
  const shape = state.features[0]?.geometry
  return (
    <DrawBar
      drawing={drawing}
      state={state}
      hint={DRAW_HINTS[wanted.kind]}
      done={{
        label: 'Use this shape',
        isReady: shape !== undefined && state.kind === null,
        act: () => {
          if (shape === undefined || shape.type === 'Point') return
          wanted.done(shape)
          drawShape(null)
        },
      }}
      onCancel={() => drawShape(null)}
    />
  )
}
