import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { deadReckon } from '@samudra/nautical/tracks/dead-reckoning'
import { degrees, knots, place } from '@samudra/nautical/units'
import { useEffect } from 'react'
import type { ShipKey } from '../../../map/workbench/workbench.store.ts'
import { now } from '../../../time/clock.ts'
import { call } from '../../../wire/call.ts'
import { useMeasures, type Mover } from './measures.ts'

/** Interval at which the vessels of an approach are read again. */
const REREAD_MS = 10_000

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
export function Moving() {
  const hasShips = useMeasures((state) => state.measures.some(({ kind }) => kind === 'cpa'))
  useEffect(() => {
    if (!hasShips) return undefined
    const timer = setInterval(() => void moveOn(), REREAD_MS)
    return () => clearInterval(timer)
  }, [hasShips])
  return null
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
