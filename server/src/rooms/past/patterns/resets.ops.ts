import { rebuildHabits, resetHabits } from '@samudra/contract/patterns'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Jobs } from '../../../platform/needs/jobs.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { keyOf } from './day-learner.ts'
import { learnedDays } from './patterns.sql.ts'
import { DAY_MS, dayOf, KNOWN_AFTER_MS, type AgainInput } from './learn.ts'
import { isLearned, storeReset, type ResetSubject } from './resets.sql.ts'

export const AGAIN_JOB = 'habits.again'
export const LANES_JOB = 'habits.lanes'

type Needs = { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueue'>; names: SourceNames }
type Query = Parameters<typeof subjectOf>[0]

export const resetOps = (needs: Needs): Handled[] => [reset(needs), rebuild(needs)]

const reset = ({ db, clock, names }: Needs) =>
  handle(resetHabits, async ({ input, caller, record }) => {
    const of = subjectOf(input, names)
    if (of === null || !(await isLearned(db, of)))
      throw new OperationError('NOT_FOUND', `No baseline of ${namedOf(input)} to reset.`)
    // The reset counts from the next full ten minutes, when every answering process knows it.
    const at = Math.ceil(clock.now() / KNOWN_AFTER_MS + 1) * KNOWN_AFTER_MS
    const id = ulid()
    await storeReset(db, { id, at, ...of, reason: input.reason, by: caller.username })
    record({ objectType: 'habit', objectId: id, after: of, reason: input.reason })
    return { id, at: new Date(at).toISOString() }
  })

/** Returns the subject that the input describes; null if the source does not exist. */
function subjectOf(
  {
    mmsi,
    split_id,
    latitude,
    longitude,
    ship_type,
    source,
  }: {
    mmsi?: string | undefined
    split_id?: number | undefined
    latitude?: number | undefined
    longitude?: number | undefined
    ship_type?: (typeof SHIP_GROUPS)[number] | undefined
    source?: string | undefined
  },
  names: SourceNames,
): { subject: ResetSubject; key: number } | null {
  if (mmsi !== undefined) return { subject: 'VESSEL', key: keyOf(Number(mmsi), split_id ?? 0) }
  if (latitude !== undefined && longitude !== undefined)
    return { subject: 'CELL', key: cellOf(latitude, longitude) }
  if (ship_type !== undefined) return { subject: 'TYPE', key: SHIP_GROUPS.indexOf(ship_type) }
  const known = names.sources().find(({ code }) => code === source)
  return known === undefined ? null : { subject: 'SOURCE', key: known.number }
}

const namedOf = ({ mmsi, latitude, ship_type, source }: Query) =>
  mmsi !== undefined ? `MMSI ${mmsi}` : latitude !== undefined ? 'this place' : `${ship_type ?? source}`

const rebuild = ({ db, jobs }: Needs) =>
  handle(rebuildHabits, async ({ input, caller, record }) => {
    const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
    const days = (await learnedDays(db)).filter(({ day }) => day >= dayOf(from) && day < to)
    if (days.length === 0)
      throw new OperationError('NOT_FOUND', 'No completed day in this period. Choose an earlier period.')
    const job = await jobs.enqueue(AGAIN_JOB, { from, to } satisfies AgainInput, caller.username)
    record({ objectType: 'habit', objectId: job, after: { from, to }, reason: input.reason })
    const iso = (at: number) => new Date(at).toISOString()
    return { job, from: iso(days[0]!.day), to: iso(days.at(-1)!.day + DAY_MS), days: days.length }
  })
