import { shipGroup, type ShipGroup } from '@samudra/nautical/ship-types'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { history } from '../history/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { TrafficAreas } from './traffic-areas.ts'
import { countChanged } from './traffic-counter.ts'
import { countTraffic, coveredBuckets, trafficOps, type CountsQuery } from './traffic.ops.ts'
import type { UsualVesselsTable } from '../../../sea/usual-vessels.ts'
import { readUsualVessels, type UsualVesselsQuery } from './usual-vessels-reader.ts'
import { shipTypesKnownAt, waitForCounts, waitingIn } from './traffic.sql.ts'

export type { CountedArea } from './traffic-areas.ts'
export type { CountsQuery } from './traffic.ops.ts'

const COUNT_MS = 60_000

/** Counts vessels and their positions by hour and day, kind, country, source and area, from what is stored. */
export const traffic = room({
  name: 'traffic',
  uses: { sources, history, reference, filterInputs },
  open: async (ground, { sources, history, reference, filterInputs }) => {
    const { db, clock } = ground
    const areas = new TrafficAreas({ db, clock, areas: filterInputs.areas, reference })
    const counting = { db, clock, areas, fixes: history.reader, refresh: history.counts.refresh }
    const needs = { db, clock, areas, names: sources.names }
    const door = {
      /** Counts by bucket and group as far as a caller may see them. Throws VALIDATION, NOT_FOUND. */
      counts: (query: CountsQuery, caller: Caller) => countTraffic(needs, query, caller),
      /** Returns which of some buckets have positions of any source. */
      covered: (query: Parameters<typeof coveredBuckets>[1]) => coveredBuckets(needs, query),
      /** Returns how many hours of a period wait to be counted, and days whose positions lie in files. */
      waiting: (from: number, to: number) => waitingIn(db, from, to),
      /** Returns an instant at which no counts are being stored: the counts of it stay as they are. */
      settled: async () => {
        await waitForCounts(db)
        return clock.now()
      },
      /** Reads what is usual in the hours of a period into a table, as far as it is not there, for vessels of all sources. */
      readUsualVessels: (table: UsualVesselsTable, request: UsualVesselsQuery) =>
        readUsualVessels(db, table, request),
      /** Returns whether the vessels of an area are counted. */
      isCounted: (area: string) => areas.all().some(({ id }) => id === area),
      /** Returns the counted areas that a caller may see as a whole. */
      areasSeenBy: (caller: Caller) => areas.seenBy(caller),
      /** Returns ids of the counted areas that hold a place, degrees. */
      areasAt: (lat: number, lon: number) => areas.at(lat, lon),
      /** Returns ship groups of vessels by MMSI, as known at an instant; without those whose type is not known. */
      kindsAt: async (at: number, mmsis: readonly number[]): Promise<ReadonlyMap<number, ShipGroup>> =>
        new Map(
          (await shipTypesKnownAt(db, new Date(at), mmsis)).map(({ mmsi, type }) => [mmsi, shipGroup(type)]),
        ),
    }
    return {
      door,
      ops: trafficOps(needs),
      jobs: [
        {
          name: 'traffic.counts',
          does: 'Recompute vessel counts per hour and day',
          when: { everyMs: COUNT_MS, atStart: true },
          work: ({ signal }) => countChanged(counting, signal),
        },
      ],
    }
  },
})

/** Interface of the room. */
export type TrafficInterface = RoomInterface<typeof traffic>
