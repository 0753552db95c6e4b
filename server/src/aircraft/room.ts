import { AIRCRAFT_DELTA, AIRCRAFT_GONE_MIN, WATCH_AIRCRAFT } from '@samudra/contract/aircraft'
import type { Caller } from '../kernel/caller.ts'
import type { RankedThen } from '../sea/chosen-fix.ts'
import type { Log } from '../kernel/log.ts'
import type { Room } from '../kernel/room.ts'
import type { SamudraBus } from '../sea/topics.ts'
import type { Watch } from '../kernel/watch.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { aircraftOps } from './aircraft.ops.ts'
import { AircraftEye, type AircraftNames } from './eye.ts'
import { PastSky } from './past.ts'
import { AircraftStore } from './store.ts'
import { AircraftView } from './view.ts'

const FORGET_EVERY_MS = 10_000

export type AircraftRoom = Room & {
  /** What the socket serves to screens that watch the sky. */
  readonly watch: Watch
}

/** The sky: what each source last said of each aircraft, chosen anew for everybody who asks. */
export function aircraftRoom(needs: {
  db: Db
  clock: Clock
  log: Log
  bus: SamudraBus
  names: AircraftNames & { rankedThen: RankedThen }
}): AircraftRoom {
  const { clock, bus, names } = needs
  const store = new AircraftStore()
  const past = new PastSky({ ...needs, store })
  const namesAt = (at: number) => ({ ...names, ...names.rankedThen({ from: at, to: at }).at(at) })
  const eyeOf = (caller: Caller, past?: { store: AircraftStore; at: number }) =>
    new AircraftEye(past?.store ?? store, past === undefined ? names : namesAt(past.at), caller.sight)
  let forgetting: NodeJS.Timeout | undefined
  const forget = () => store.forgetBefore(clock.now() - AIRCRAFT_GONE_MIN * 60_000)
  bus.hear('aircraft', (batch) => store.take(batch))
  return {
    name: 'aircraft',
    ops: aircraftOps({ store, clock, eyeOf, past }),
    watch: {
      wish: WATCH_AIRCRAFT,
      frame: AIRCRAFT_DELTA,
      openView: (caller) => new AircraftView(store, eyeOf(caller)),
    },
    start: async () => {
      await past.start()
      forgetting = setInterval(forget, FORGET_EVERY_MS)
    },
    stop: async () => {
      clearInterval(forgetting)
      await past.stop()
    },
  }
}
