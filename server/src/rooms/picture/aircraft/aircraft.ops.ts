import { getAdsbData, getPastSky } from '@samudra/contract/aircraft'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { AircraftEye } from './aircraft-eye.ts'
import type { PastSky } from './past-aircraft.ts'
import { NONE, type AircraftStore } from './store.ts'
import { AircraftView } from './view.ts'

type Needs = {
  store: AircraftStore
  clock: Clock
  /** Returns the view of a caller on the present sky, or on a past one as of an instant. */
  eyeOf: (caller: Caller, past?: { store: AircraftStore; at: number }) => AircraftEye
  past: PastSky
}

export const aircraftOps = (needs: Needs): Handled[] => [list(needs), pastSky(needs)]

const list = ({ store: present, clock, eyeOf, past }: Needs) =>
  handle(getAdsbData, async ({ input, caller }) => {
    const now = instantOf(input.as_of, clock)
    const store = input.as_of === undefined ? present : await past.at(now)
    const eye = eyeOf(caller, input.as_of === undefined ? undefined : { store, at: now })
    const since = input.since === undefined ? -Infinity : Date.parse(input.since)
    const aircraft = []
    for (const first of store.aircraft.values()) {
      const row = eye.shown(first)
      if (row === NONE || store.rows.recTime[row]! <= since || !eye.matches(row, input.filter)) continue
      if (input.bbox === undefined || eye.isIn(row, input.bbox)) aircraft.push(eye.record(row, now))
    }
    return { aircraft, count: aircraft.length, as_of: new Date(now).toISOString() }
  })

const pastSky = ({ clock, eyeOf, past }: Needs) =>
  handle(getPastSky, async ({ input, caller }) => {
    const at = instantOf(input.as_of, clock)
    const store = await past.at(at)
    const view = new AircraftView(store, eyeOf(caller, { store, at }))
    view.look({ bbox: input.bbox, ...(input.filter === undefined ? {} : { filter: input.filter }) })
    return new Download({ as_of: new Date(at).toISOString() }, [view.nextFrame(at)!])
  })

const instantOf = (text: string | undefined, clock: Clock) =>
  text === undefined ? clock.now() : Math.min(clock.now(), Date.parse(text))
