import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobKind } from '../../../platform/needs/jobs.ts'
import { deleteRun, runsEndedBefore } from './report-rows.sql.ts'

const DAY_MS = 24 * 3_600_000
const AT_ONCE = 100

type RetentionNeeds = { db: Db; clock: Clock; files: FilesOf; settings: Pick<Administered, 'number'> }

/** Deletes reports past their retention with their files, every night. Templates stay. */
export const reportRetention = ({ db, clock, files, settings }: RetentionNeeds): JobKind => ({
  name: 'reports.retention',
  does: 'Deletes reports past their retention',
  when: { cron: '55 3 * * *', zone: 'UTC' },
  work: async ({ signal }) => {
    const days = settings.number('reports.retention_days')
    if (days === 0) return
    const before = new Date(clock.now() - days * DAY_MS)
    for (;;) {
      const ids = await runsEndedBefore(db, before, AT_ONCE)
      for (const id of ids) {
        signal.throwIfAborted()
        // A run without files is deleted by the next night if the process ends here.
        await files.forget((await files.of(id)).map((file) => file.id))
        await deleteRun(db, id)
      }
      if (ids.length < AT_ONCE) return
    }
  },
})
