import { NM_A_KNOT, NM_A_RADIAN } from '@samudra/nautical/density/lanes'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobRun } from '../../../platform/needs/jobs.ts'
import { readFollow } from './patterns.sql.ts'
import { POINT_BYTES } from './lane-points.ts'
import { forgetLanes, readLanePoints, storeLanes } from './lanes.sql.ts'
import { DAY_MS } from './learn.ts'
import { readResets } from './resets.sql.ts'
import type { FoundLanes } from './way-points.ts'

const DAYS = 90
/** So many points of a type are made lanes of: some seconds of a core and 40 MB in a process of its own. */
const MOST = 60_000
const RETENTION_MS = 40 * DAY_MS

/** Makes the lanes of each type from the days that are learned, in a process that ends with it. */
export async function makeLanes(
  { db, clock, readers }: { db: Db; clock: Clock; readers: Pick<Readers, 'read'> },
  run: JobRun,
): Promise<void> {
  const to = (await readFollow(db))?.upto
  if (to === undefined) return
  const resets = await readResets(db)
  const done = (run.mark as { done: number } | null)?.done ?? 0
  for (let group = done; group < SHIP_GROUPS.length; group++) {
    const reset = resets.findLast(({ subject, key }) => subject === 'TYPE' && key === group)
    const from = Math.max(to - DAYS * DAY_MS, reset === undefined ? -Infinity : reset.at)
    const bytes = thinned(Buffer.concat(await readLanePoints(db, group, from, to)))
    if (bytes.length > 0) {
      const found = await readers.read<FoundLanes>({
        reading: 'lanes',
        who: 'lanes',
        options: {},
        bytes: [bytes],
        signal: run.signal,
      })
      const build = { id: ulid(), madeAt: clock.now(), group, fromDay: from, toDay: to, ...found }
      await storeLanes(
        db,
        { ...build, body: Buffer.from(found.body) },
        { days: DAYS, most: MOST, nm_a_knot: NM_A_KNOT, nm_a_radian: NM_A_RADIAN },
      )
    }
    await run.step({ done: group + 1 })
    run.progress((group + 1) / SHIP_GROUPS.length)
  }
  await forgetLanes(db, clock.now() - RETENTION_MS)
}

/** Every so-manieth point, so that there are no more than `MOST`. */
function thinned(body: Buffer): Buffer {
  const count = body.length / POINT_BYTES
  if (count <= MOST) return body
  const stored = Buffer.alloc(MOST * POINT_BYTES)
  for (let i = 0; i < MOST; i++) {
    const at = Math.floor((i * count) / MOST) * POINT_BYTES
    body.copy(stored, i * POINT_BYTES, at, at + POINT_BYTES)
  }
  return stored
}
