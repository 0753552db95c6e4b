import { getTrackEvents, MOST_TRACK_EVENTS } from '@samudra/contract/track-events'
import type { Period } from '../../../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { NO_PLACE, tenths, type FixBatch } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import type { AreasTestAt, WatersTestAt } from './passages.ts'
import type { OwnFix } from './own-fix.ts'
import { eventsOf } from './track-events.ts'

export type EventNeeds = {
  names: SourceNames
  flush: () => Promise<void>
  fixes: FixReader
  /** Areas of interest that a caller sees and that held at each instant of a period, as they stood then. */
  areasOf: (caller: Caller, period: Period) => Promise<AreasTestAt>
  /** Waters as they stood at each instant of a period. */
  watersOf: (caller: Caller, period: Period) => Promise<{ at: WatersTestAt }>
}

/** Fixes read for one answer; more are refused with what to do. */
const MOST_FIXES = 300_000

export const eventOps = ({ names, flush, fixes, areasOf, watersOf }: EventNeeds): Handled[] => [
  handle(getTrackEvents, async ({ input, caller }) => {
    const { visibility } = caller
    const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
    if (from >= to) throw new OperationError('VALIDATION', 'The start is after the end. Swap from and to.')
    const knownBy = input.as_of === undefined ? undefined : Date.parse(input.as_of)
    await flush()
    const own: OwnFix[] = []
    const batches = fixes.readFixes({
      by: 'OBSERVED',
      from,
      to: to + 1,
      knownBy,
      mmsis: [Number(input.mmsi)],
      sources: sourcesSeen(names, visibility),
      quarantined: true,
      order: 'CONTACT',
      columns: ['lat', 'lon', 'sog', 'cog', 'source', 'quality', 'reasons'],
      limit: MOST_FIXES + 1,
    })
    for await (const batch of batches) {
      take(batch, own, input.split_id ?? 0, caller, names)
      if (own.length > MOST_FIXES)
        throw new OperationError(
          'TOO_LARGE',
          `The track has more than ${MOST_FIXES} fixes; ask for a shorter time.`,
        )
    }
    const period = { from, to, ...(knownBy === undefined ? {} : { believedAt: knownBy }) }
    const [areasAt, waters] = await Promise.all([areasOf(caller, period), watersOf(caller, period)])
    const items = eventsOf(own, { areasAt, watersAt: (at) => waters.at(at) })
    return {
      items: items.slice(0, MOST_TRACK_EVENTS),
      fixes: own.length,
      quarantined: own.filter(({ isQuarantined }) => isQuarantined).length,
      truncated: items.length > MOST_TRACK_EVENTS,
    }
  }),
]

const degrees = (value: number) => (value === NO_PLACE ? null : value / 1e6)

function take(batch: FixBatch, fixes: OwnFix[], split: number, { visibility }: Caller, names: SourceNames) {
  for (let i = 0; i < batch.count; i++) {
    const isQuarantined = batch.quality[i] === 2
    // A quarantined fix belongs to no vessel of a shared MMSI.
    if (!isQuarantined && batch.split[i] !== split) continue
    const [lat, lon] = [degrees(batch.lat[i]!), degrees(batch.lon[i]!)]
    if (!visibility.place(lat, lon)) continue
    fixes.push({
      id: batch.fixId[i]!,
      t: batch.observedAt[i]!,
      lat,
      lon,
      sog: tenths(batch.sog[i]!),
      cog: tenths(batch.cog[i]!),
      source: names.sourceCode(batch.source[i]!),
      isQuarantined,
      reasons: batch.reasons[i]!,
    })
  }
}
