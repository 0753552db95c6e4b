import { getPortAnalytics, getVesselsStatsForPort } from '@samudra/contract/port-calls'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { shipGroup } from '@samudra/nautical/ship-types'
import type { PortCounts } from '../../../sea/topics.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { CAME, allCallsSeen, cutFor, presentCall } from './calls-seen.ts'
import { knownPort, type CallNeeds } from './port-calls.ops.ts'
import {
  arrivals,
  BASELINE_MS,
  BUCKET_MS,
  departures,
  medianStay,
  medianWait,
  tally,
  usual,
} from './port-figures.ts'

const DAY = 86_400_000
const MOST_NAMED = 10
/** Maximum number of buckets: a year by the hour. */
const MOST_BUCKETS = 10_000

export const figureOps = (needs: CallNeeds): Handled[] => [stats(needs), analytics(needs)]

const stats = (needs: CallNeeds) =>
  handle(getVesselsStatsForPort, async ({ input, caller: { visibility } }) => {
    const { id, by } = input
    knownPort(needs, id)
    const { db, names, portName } = needs
    const period = { from: Date.parse(input.from), to: Date.parse(input.to) }
    const states = by === 'state' ? undefined : CAME
    const rows = await allCallsSeen(
      db,
      { portId: id, ...period, states, ...cutFor(names, visibility) },
      visibility,
    )
    const keys = rows.map((row) => {
      if (by === 'state') return row.state
      if (by === 'country') return countryOfMmsi(row.mmsi)?.iso2 ?? null
      if (by === 'ship_type') return shipGroup(row.ship_type ?? 0)
      return presentCall(row, { nameOf: portName, names, visibility }).previous_port_id
    })
    return { total: rows.length, groups: tally(keys) }
  })

const analytics = (needs: CallNeeds) =>
  handle(getPortAnalytics, async ({ input, caller: { visibility } }) => {
    const { id, bucket } = input
    knownPort(needs, id)
    const { db, names, portName } = needs
    const period = { from: Date.parse(input.from), to: Date.parse(input.to) }
    if ((period.to - period.from) / BUCKET_MS[bucket] > MOST_BUCKETS)
      throw new OperationError('VALIDATION', 'The period has too many buckets.', {
        fields: [
          {
            field: 'from',
            why: `is more than ${MOST_BUCKETS} times a ${bucket} before to; choose a shorter period`,
          },
        ],
      })
    const cut = { portId: id, ...cutFor(names, visibility) }
    const rows = await allCallsSeen(db, { ...cut, ...period, states: CAME }, visibility)
    const before = await allCallsSeen(
      db,
      { ...cut, from: period.from - BASELINE_MS, to: period.from, states: CAME },
      visibility,
    )
    const came = rows.map((row) => presentCall(row, { nameOf: portName, names, visibility }))
    const shares = (keys: readonly (string | null)[]) =>
      tally(
        keys.filter((key) => key !== null),
        MOST_NAMED,
      ).map(({ key, count }) => ({
        port_id: key,
        name: portName(key),
        count,
      }))
    const declared = came.filter(({ next_text }) => next_text !== null)
    return {
      arrivals: arrivals(rows, period, bucket),
      departures: departures(rows, period, bucket),
      median_stay_h: medianStay(rows, period),
      waiting_h: medianWait(rows, period),
      top_previous: shares(came.map((call) => call.previous_port_id)),
      top_next: shares(came.map((call) => call.next_port)),
      matched_share:
        declared.length === 0
          ? null
          : declared.filter(({ next_port }) => next_port !== null).length / declared.length,
      baseline: usual(before, period.from, bucket),
    }
  })

/** Ships in a port now, expected within a day, and gone within one. */
export async function countsOf(needs: CallNeeds, id: string, { visibility }: Caller): Promise<PortCounts> {
  const { db, clock, names } = needs
  const now = clock.now()
  const cut = { portId: id, ...cutFor(names, visibility) }
  const count = async (states: readonly (typeof CAME)[number][] | readonly ['EXPECTED'], period: object) =>
    (await allCallsSeen(db, { ...cut, ...period, states }, visibility)).length
  return {
    present: await count(['ANCHORED', 'BERTHED'], {}),
    expected_24h: await count(['EXPECTED'], { from: now - DAY / 2, to: now + DAY }),
    departed_24h: await count(['DEPARTED'], { from: now - DAY }),
  }
}
