import { type Visit } from '@samudra/nautical/tracks/visit'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import { boxReaching } from '../../../sea/box-reaching.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { isCounted } from '../../../sea/fix-queue.ts'
import { keyOf, type Outline, type Outlines } from './outlines.ts'
import { Ships } from '../../../sea/ships.ts'
import { CROSSING_COLUMNS, layOut, newCrossings, takeFix } from './visit-fixes.ts'
import { putVisits } from './visits.sql.ts'
import { clearZones, endBack, watchedZones } from './visit-zones.sql.ts'

export type BackNeeds = {
  db: Db
  clock: Clock
  fixes: FixReader
  flush: () => Promise<void>
  outlines: Pick<Outlines, 'all'>
}

export const BACK_JOB = 'visits.back'

/** Number of vessels with fixes read at a time; their visits are stored together. */
const SHIPS_AT_ONCE = 100
/** Looking for the ships takes this share of the progress. */
const LOOKING = 0.2

/** Progress of the past computation: outlines, start and end, and the vessel after which it resumes. */
type Mark = { zones: number[]; since: number; upto: number; after: number }

/**
 * Computes visits to new outlines from stored fixes: first the vessels ever near, then each of them from end to end. A
 * killed job resumes after the vessels it stored.
 */
export async function computeBack(needs: BackNeeds, run: JobRun): Promise<void> {
  const { db, fixes, flush, outlines } = needs
  const mark = (run.mark as Mark | null) ?? (await begin(needs, run))
  if (mark === null) return
  const all = outlines.all()
  const rows = (await watchedZones(db)).filter(({ zone }) => mark.zones.includes(zone))
  const present = rows.flatMap((row) => {
    const outline = all.get(keyOf(row))
    return outline?.shape === row.shape ? [{ zone: row.zone, outline }] : []
  })
  await flush()
  const period = {
    by: 'OBSERVED',
    from: mark.since,
    to: mark.upto,
    knownBy: mark.upto,
    signal: run.signal,
  } as const
  const near = present.length === 0 ? [] : await shipsNear(needs, present, mark, run)
  const found: Visit[] = []
  const crossings = newCrossings((visit) => {
    if (visit.exit === null) found.push(visit)
  })
  for (const { zone, outline } of present) crossings.putZone(zone, outline.polygons)
  await layOut(crossings, run.signal)
  const sinceOf = new Map(rows.map(({ zone, since }) => [zone, since.getTime()]))
  const rest = near.filter((mmsi) => mmsi > mark.after)
  for (let from = 0; from < rest.length; from += SHIPS_AT_ONCE) {
    const mmsis = rest.slice(from, from + SHIPS_AT_ONCE)
    const ships = new Ships()
    let began = performance.now()
    found.length = 0
    for await (const batch of fixes.readFixes({
      ...period,
      mmsis,
      order: 'CONTACT',
      columns: CROSSING_COLUMNS,
    }))
      for (let i = 0; i < batch.count; i++) {
        if (isCounted(batch, i)) takeFix(crossings, ships.numberOf(batch.mmsi[i]!, batch.split[i]!), batch, i)
        if ((i & 1023) === 0) began = await breathe(began, run.signal)
      }
    const remaining = found.filter((visit) => endOf(visit) >= sinceOf.get(visit.zone)!)
    const visits = remaining.map((visit) => ({
      mmsi: ships.mmsi[visit.ship]!,
      split: ships.split[visit.ship]!,
      visit,
    }))
    await run.step({ ...mark, after: mmsis.at(-1)! }, (client) => putVisits(client, visits, true))
    for (let ship = 0; ship < ships.mmsi.length; ship++) crossings.forget(ship)
    const done = near.length - rest.length + from + mmsis.length
    run.progress(LOOKING + (1 - LOOKING) * (done / near.length))
  }
  await run.step({ ...mark, after: Number.MAX_SAFE_INTEGER }, (client) =>
    endBack(client, mark.zones, mark.upto),
  )
}

/** When it was over, as far as it is known; one under way is of now. */
const endOf = ({ exit, leaving }: Visit) => (exit ?? leaving)?.at ?? Infinity

async function begin({ db, clock }: BackNeeds, run: JobRun): Promise<Mark | null> {
  const due = (await watchedZones(db)).filter(({ state }) => state === 'DUE')
  if (due.length === 0) return null
  const zones = due.map(({ zone }) => zone)
  const since = Math.min(...due.map((row) => row.since.getTime()))
  const mark = { zones, since, upto: clock.now(), after: 0 }
  await run.step(mark, (client) => clearZones(client, zones))
  return mark
}

/** Ships that were in the boxes of some outlines, by their numbers. */
async function shipsNear(
  { fixes }: BackNeeds,
  present: readonly { outline: Outline }[],
  { since, upto }: Mark,
  { signal, progress }: JobRun,
): Promise<number[]> {
  const near = new Set<number>()
  let began = performance.now()
  const box = boxReaching(present.flatMap(({ outline }) => outline.polygons))
  const query = { by: 'OBSERVED', from: since, to: upto, knownBy: upto, columns: ['type'], signal } as const
  for await (const batch of fixes.readFixes({ ...query, ...(box === null ? {} : { box }) })) {
    for (let i = 0; i < batch.count; i++) near.add(batch.mmsi[i]!)
    began = await breathe(began, signal)
  }
  progress(LOOKING)
  return [...near].sort((a, b) => a - b)
}
