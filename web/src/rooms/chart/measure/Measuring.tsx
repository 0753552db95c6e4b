import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { angleText, distanceText } from '../../../kit/text/quantity-text.ts'
import { useSettings } from '../../../kit/settings.ts'
import { toast } from '../../../kit/toasts.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { DRAW_HINTS, DrawBar } from '../../../map/draw/DrawBar.tsx'
import type { Position } from '../../../map/draw/shapes.ts'
import { useDrawing } from '../../../map/draw/use-drawing.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import {
  addMeasure,
  lastBearing,
  lengthOf,
  MEASURE,
  measureNext,
  useMeasures,
  type Mover,
} from './measures.ts'
import { readMover } from './Moving.tsx'

/** Shows the current measurement on the map. */
export function Measuring({ chart }: { chart: Chart }) {
  const measuring = useMeasures((state) => state.measuring)
  if (measuring === null) return null
  if (measuring.kind === 'cpa') return <PickShips first={measuring.first} />
  const from = measuring.kind === 'distance' ? measuring.from : undefined
  return (
    <Draw
      key={measuring.kind}
      chart={chart}
      kind={measuring.kind}
      {...(from === undefined ? {} : { from })}
    />
  )
}

function Draw(props: { chart: Chart; kind: 'distance' | 'rings'; from?: Position }) {
  const { chart, kind, from } = props
  const unit = useSettings((settings) => settings['distance.unit'])
  const radiiNm = useMeasures((state) => state.radiiNm)
  const drawn = kind === 'distance' ? 'line' : 'point'
  const { drawing, state } = useDrawing(chart, {
    colour: '#ffb547',
    ready: (made) => {
      made.begin(drawn)
      if (from !== undefined) made.clickAt(from)
    },
  })
  const [feature] = state.features
  const geometry = feature?.geometry
  const isOver = geometry !== undefined && (kind === 'rings' || state.kind === null)
  useEffect(() => {
    if (!isOver) return
    if (geometry.type === 'Point') addMeasure({ kind: 'rings', center: geometry.coordinates, radiiNm })
    else if (geometry.type === 'LineString') addMeasure({ kind: 'distance', line: geometry.coordinates })
  }, [isOver, geometry, radiiNm])
  const line = geometry?.type === 'LineString' ? geometry.coordinates : []
  return (
    <DrawBar
      drawing={drawing}
      state={state}
      hint={kind === 'rings' ? 'Click the centre of the rings.' : DRAW_HINTS.line}
      {...(line.length > 1
        ? { measure: `${distanceText(lengthOf(line), unit)} ${angleText(lastBearing(line))}` }
        : {})}
      onCancel={() => measureNext(null)}
    />
  )
}

/** Two ships, one after the other: the one whose card is open, then the next that is clicked. */
function PickShips({ first }: { first: Mover | null }) {
  const ship = useWorkbench((state) => state.ship)
  useEffect(() => {
    if (ship === null || (first?.mmsi === ship.mmsi && first.split === ship.split)) return
    let isOver = false
    readMover(ship).then(
      (mover) => {
        if (isOver) return
        if (first === null) measureNext({ kind: 'cpa', first: mover })
        else addMeasure({ kind: 'cpa', ships: [first, mover] })
      },
      (error: Error) => toast(error.message, 'bad'),
    )
    return () => {
      isOver = true
    }
  }, [ship, first])
  useEffect(endOfPicking, [])
  return (
    <div className="draw-bar" role="toolbar" aria-label="Closest approach">
      <span className="draw-hint" role="status">
        {first !== null
          ? `Click the vessel to compare with ${first.name}.`
          : ship === null
            ? 'Click the first vessel on the map.'
            : 'Loading first vessel…'}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => measureNext(null)}>
        Cancel
      </Button>
    </div>
  )
}

/** Ships are picked until Escape, or until the panel it is done from has gone. */
function endOfPicking(): () => void {
  const end = () => measureNext(null)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  document.addEventListener('keydown', press, { capture: true })
  const stop = useWorkbench.subscribe(({ panel }) => {
    if (panel !== MEASURE) end()
  })
  return () => {
    document.removeEventListener('keydown', press, { capture: true })
    stop()
  }
}
