import type { JobKind } from '../../../platform/needs/jobs.ts'
import type { CallsRoom } from './calls.ts'
import { deleteCalls } from './calls.sql.ts'

const DAY_MS = 24 * 3_600_000

/** Deletes calls past their retention from the log, every night. */
export const callRetention = ({ db, clock, settings }: CallsRoom): JobKind => ({
  name: 'calls.retention',
  does: 'Deletes calls past their retention from the log',
  when: { cron: '50 3 * * *', zone: 'UTC' },
  work: async ({ signal }) => {
    const days = settings.number('calls.retention_days')
    if (days === 0) return
    const before = new Date(clock.now() - days * DAY_MS)
    while ((await deleteCalls(db, before)) > 0) signal.throwIfAborted()
  },
})
