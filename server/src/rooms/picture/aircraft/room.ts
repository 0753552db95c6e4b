import { AIRCRAFT_DELTA, AIRCRAFT_GONE_MIN, WATCH_AIRCRAFT } from '@samudra/contract/aircraft'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { sources } from '../sources/room.ts'
import { aircraftOps } from './aircraft.ops.ts'
import { AircraftEye } from './aircraft-eye.ts'
import { KEEP_EVERY_MS, PastSky } from './past-aircraft.ts'
import { countReports, reportsBetween, type ReportsQuery } from './reports.sql.ts'
import { AircraftStore, type Report } from './store.ts'
import { AircraftView } from './view.ts'

const FORGET_EVERY_MS = 10_000

export type { Report }

/** Aircraft picture: the last report of each source for each aircraft, selected separately for every caller. */
export const aircraft = room({
  name: 'aircraft',
  uses: { sources },
  open: async (ground, { sources: { names } }) => {
    const { clock, bus } = ground
    const store = new AircraftStore()
    const past = new PastSky({ ...ground, store })
    const namesAt = (at: number) => ({ ...names, ...names.rankedThen({ from: at, to: at }).at(at) })
    const eyeOf = (caller: Caller, past?: { store: AircraftStore; at: number }) =>
      new AircraftEye(past?.store ?? store, past === undefined ? names : namesAt(past.at), caller.visibility)
    const forget = () => store.forgetBefore(clock.now() - AIRCRAFT_GONE_MIN * 60_000)
    bus.subscribe('aircraft', (batch) => store.take(batch))
    const door = {
      /** View of aircraft that the socket serves to screens. */
      watch: {
        wish: WATCH_AIRCRAFT,
        frame: AIRCRAFT_DELTA,
        openView: (caller: Caller) => new AircraftView(store, eyeOf(caller)),
      },
      /** Returns stored reports of a period in portions, in order. */
      reports: (query: ReportsQuery) => reportsBetween(ground.db, query),
      countReports: (query: ReportsQuery, most: number) => countReports(ground.db, query, most),
      /** Returns the instant up to which this process has stored all reports, epoch ms. */
      writtenUpto: () => past.writtenUpto,
      /** Stores all reports received so far. */
      flush: () => past.write(),
    }
    return {
      door,
      ops: aircraftOps({ store, clock, eyeOf, past }),
      jobs: [
        {
          name: 'aircraft.days',
          does: 'ADS-B retention',
          when: { cron: '10 * * * *', zone: 'UTC' },
          work: () => past.turn(),
        },
      ],
      beats: [
        { everyMs: KEEP_EVERY_MS, work: () => past.write() },
        { everyMs: FORGET_EVERY_MS, work: forget },
      ],
      start: () => past.start(),
      stop: () => past.write(),
    }
  },
})

/** Interface of the room. */
export type AircraftInterface = RoomInterface<typeof aircraft>
