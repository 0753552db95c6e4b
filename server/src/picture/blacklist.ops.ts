import { addToBlacklist, getBlacklist, removeFromBlacklist } from '@samudra/contract/picture'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { addBlacklisted, readBlacklist, removeBlacklisted, type BlacklistRow } from './blacklist.sql.ts'
import type { Picture } from './picture.ts'
import { mmsiText } from '../kernel/mmsi-text.ts'

/** `listed` is the set the picture marks by. */
type Needs = { db: Db; clock: Clock; picture: Picture; listed: Set<number> }

const present = (row: BlacklistRow) => ({
  mmsi: mmsiText(row.mmsi),
  reason: row.reason,
  added_by: row.added_by,
  added_at: row.added_at.toISOString(),
})

async function listedAs(db: Db, mmsi: number) {
  const row = (await readBlacklist(db)).find((one) => one.mmsi === mmsi)
  return row === undefined ? null : present(row)
}

export const blacklistOps = ({ db, clock, picture, listed }: Needs): Handled[] => [
  handle(getBlacklist, async () => (await readBlacklist(db)).map(present)),
  handle(addToBlacklist, async ({ input, caller, record }) => {
    const mmsi = Number(input.mmsi)
    record({
      objectType: 'vessel',
      objectId: input.mmsi,
      before: await listedAs(db, mmsi),
      reason: input.reason,
    })
    const row = await addBlacklisted(db, mmsi, input.reason, caller.username, new Date(clock.now()))
    listed.add(mmsi)
    picture.markBlacklisted()
    record({ after: present(row) })
    return present(row)
  }),
  handle(removeFromBlacklist, async ({ input, record }) => {
    const mmsi = Number(input.mmsi)
    record({ objectType: 'vessel', objectId: input.mmsi, before: await listedAs(db, mmsi) })
    if (!(await removeBlacklisted(db, mmsi)))
      throw new Refusal('NOT_FOUND', `MMSI ${input.mmsi} is not on the blacklist.`)
    listed.delete(mmsi)
    picture.markBlacklisted()
    return { mmsi: input.mmsi }
  }),
]
