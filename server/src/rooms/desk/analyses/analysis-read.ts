import { LONGEST_ANALYSIS_GAP_HOURS, MOST_ANALYSIS_FIXES } from '@samudra/contract/analyses'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { isShip } from '../../../sea/ship-reports.ts'
import { widenedBox } from '../../../sea/widened-box.ts'
import type { ReadySubject } from './analysis-subject.ts'
import { VisitWalk, type InsideVessel } from './visit-walk.ts'

export const GAP_MS = LONGEST_ANALYSIS_GAP_HOURS * 3_600_000
/** Vessels that leave are looked for so far outside: 15 NM, half an hour of a fast ferry. */
const MARGIN_DEG = 0.25
/** Positions before the clock is looked at. */
const LOOK_EVERY = 512

export type ReadNeeds = { fixes: FixReader; names: SourceNames }
/** Positions read so far: `all` counts to the limit, `seen` are those the caller may see. */
export type ReadCount = { all: number; seen: number }

/** Reads who was inside in a period, as known at an instant and as far as the caller may see. Throws TOO_LARGE. */
export async function readInside(
  { fixes, names }: ReadNeeds,
  subject: ReadySubject,
  period: { from: number; to: number; knownBy: number },
  { visibility }: Caller,
  count: ReadCount,
): Promise<InsideVessel[]> {
  const walk = new VisitWalk(subject.holds, period, GAP_MS)
  const batches = fixes.readFixes({
    by: 'OBSERVED',
    // A vessel that came in before the period or left after it did so at a position outside of it.
    from: period.from - GAP_MS,
    to: period.to + GAP_MS,
    knownBy: period.knownBy,
    ...(subject.box === null ? {} : { box: widenedBox(subject.box, MARGIN_DEG) }),
    ...(subject.mmsis === null ? {} : { mmsis: subject.mmsis }),
    sources: sourcesSeen(names, visibility),
    order: 'CONTACT',
    columns: ['lat', 'lon', 'type'],
    limit: MOST_ANALYSIS_FIXES - count.all + 1,
  })
  let began = performance.now()
  for await (const batch of batches) {
    count.all += batch.count
    if (count.all > MOST_ANALYSIS_FIXES)
      throw new OperationError(
        'TOO_LARGE',
        `An analysis reads at most ${MOST_ANALYSIS_FIXES.toLocaleString('en')} positions, and there are more; choose a shorter period, a smaller area or a shorter list, or leave out the comparison.`,
      )
    for (let i = 0; i < batch.count; i++) {
      if (i % LOOK_EVERY === 0) began = await breathe(began)
      const [lat, lon] = [batch.lat[i]! / 1e6, batch.lon[i]! / 1e6]
      if (!isShip(batch, i) || !visibility.place(lat, lon)) continue
      count.seen++
      walk.add(batch.mmsi[i]!, batch.split[i]!, batch.observedAt[i]!, lat, lon)
    }
  }
  return walk.done()
}
