import { Button } from '@mantine/core'
import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { useEffect } from 'react'
import { angleText, distanceText } from '../kit/quantity-text.ts'
import { useSettings } from '../kit/settings.ts'
import { toast } from '../kit/toasts.ts'
import type { Chart } from '../map/chart.ts'
import { DRAW_HINTS, DrawBar } from '../map/draw/DrawBar.tsx'
import type { Position } from '../map/draw/shapes.ts'
import { useDrawing } from '../map/draw/use-drawing.ts'
import { useWorkbench, type ShipKey } from '../map/workbench.store.ts'
import { now } from '../time/clock.ts'
import { call } from '../wire/call.ts'
import { deadReckon } from '@samudra/nautical/dead-reckoning'
import { degrees, knots, place } from '@samudra/nautical/units'
import {
  addMeasure,
  lastBearing,
  lengthOf,
  MEASURE,
  measureNext,
  useMeasures,
  type Mover,
} from './measures.ts'

/** How often ships of an approach are read again. */
const REREAD_MS = 10_000

/** What is going on on the map while something is measured. */
export function Measuring({ chart }: { chart: Chart }) {
  const measuring = useMeasures((state) => state.measuring)
  useMovingShips()
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
      hint={kind === 'rings' ? 'Click the middle of the rings.' : DRAW_HINTS.line}
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
          ? `Click the ship to compare with ${first.name}.`
          : ship === null
            ? 'Click the first ship on the map.'
            : 'Reading the first ship…'}
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

/** Where a ship is by now, carried on from its last fix. */
export async function readMover({ mmsi, split }: ShipKey): Promise<Mover> {
  const found = await call(getAisDetailsByVessel, { mmsi, split_id: split })
  const fix = {
    place: place(found.latitude, found.longitude),
    sog: found.sog === null ? null : knots(found.sog),
    cog: found.cog === null ? null : degrees(found.cog),
  }
  const { lat, lon } = deadReckon(fix, Math.min(600_000, now() - Date.parse(found.observed_at))) ?? fix.place
  return { mmsi, split, name: found.ship_name ?? `MMSI ${mmsi}`, lat, lon, sog: found.sog, cog: found.cog }
}

/** Approaches follow their ships. */
function useMovingShips() {
  const hasShips = useMeasures((state) => state.measures.some(({ kind }) => kind === 'cpa'))
  useEffect(() => {
    if (!hasShips) return undefined
    const timer = setInterval(() => void moveOn(), REREAD_MS)
    return () => clearInterval(timer)
  }, [hasShips])
}

async function moveOn() {
  for (const measure of useMeasures.getState().measures) {
    if (measure.kind !== 'cpa') continue
    // A ship that left the picture keeps its last place.
    const ships = await Promise.all(measure.ships.map((ship) => readMover(ship).catch(() => ship)))
    useMeasures.setState(({ measures }) => ({
      measures: measures.map((one) =>
        one.id === measure.id && one.kind === 'cpa' ? { ...one, ships: ships as [Mover, Mover] } : one,
      ),
    }))
  }
}
