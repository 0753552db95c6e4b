import { getAdsbData } from '@samudra/contract/aircraft'
import type { Caller } from '../kernel/caller.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { AircraftEye } from './eye.ts'
import { NOBODY, type AircraftStore } from './store.ts'

type Needs = { store: AircraftStore; clock: Clock; eyeOf: (caller: Caller) => AircraftEye }

export const aircraftOps = (needs: Needs): Handled[] => [list(needs)]

const list = ({ store, clock, eyeOf }: Needs) =>
  handle(getAdsbData, async ({ input, caller }) => {
    const now = clock.now()
    const eye = eyeOf(caller)
    const since = input.since === undefined ? -Infinity : Date.parse(input.since)
    const aircraft = []
    for (const first of store.aircraft.values()) {
      const row = eye.shown(first)
      if (row === NOBODY || store.rows.recTime[row]! <= since || !eye.matches(row, input.filter)) continue
      if (input.bbox === undefined || eye.isIn(row, input.bbox)) aircraft.push(eye.record(row, now))
    }
    return { aircraft, count: aircraft.length, as_of: new Date(now).toISOString() }
  })
